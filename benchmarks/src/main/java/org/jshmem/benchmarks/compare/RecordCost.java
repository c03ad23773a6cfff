package org.jshmem.benchmarks.compare;

import java.util.List;
import java.util.Optional;
import org.jshmem.benchmarks.programs.PassTime;

/**
 * The cost of a record of a job, for the PE that makes it.
 *
 * @param ns in the steady state, the median of the later half of the passes
 * @param firstNs in the first pass
 * @param allocatedBytes of Java heap, in the pass of the later half that allocated least; 0 in C
 * @param check a sum of the first pass that is the same for all forms that make as many records
 */
record RecordCost(double ns, double firstNs, double allocatedBytes, Check check) {
    /** No two programs have to agree in this. */
    private static final Check NONE = new Check(0, 0);

    /**
     * A sum that programs agree in.
     *
     * @param records how many each PE made
     * @param sum of their results
     */
    record Check(int records, long sum) {
        /** Throws if another form has made as many records, but has another sum. */
        void requireLike(Check other, String what) {
            if (records == other.records && sum != other.sum) {
                throw new IllegalStateException(what + ": two forms differ in their result");
            }
        }
    }

    /** As a program says it by itself. */
    static RecordCost of(double ns) {
        return new RecordCost(ns, ns, 0, NONE);
    }

    /**
     * As the passes of a program say it.
     *
     * @param records how many each PE made in a pass
     * @return empty if there is no pass
     */
    static Optional<RecordCost> of(List<PassTime> passes, int records) {
        if (passes.isEmpty()) {
            return Optional.empty();
        }
        final List<PassTime> later = passes.subList(passes.size() / 2, passes.size());
        return Optional.of(new RecordCost(
                Medians.of(later.stream().mapToDouble(PassTime::ns)) / records,
                (double) passes.getFirst().ns() / records,
                (double) later.stream()
                                .mapToLong(PassTime::allocatedBytes)
                                .min()
                                .orElseThrow()
                        / records,
                new Check(records, passes.getFirst().check())));
    }
}
