package org.jshmem.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The operations of a job and the memory they need. Made and closed by all PEs together. */
final class Suite implements AutoCloseable {
    private final List<Operation> operations = new ArrayList<>();
    private final TeamLoops team = new TeamLoops();
    private final Buffers buffers;
    private final LockLoops locks;

    private Suite(List<Operation> collectives, Buffers buffers) {
        this.buffers = buffers;
        operations.addAll(collectives);
        this.locks = buffers == null ? null : new LockLoops();
        operations.addAll(team.operations());
        if (buffers != null) {
            operations.addAll(new RmaLoops(buffers).operations());
            operations.addAll(new StridedLoops(buffers).operations());
            operations.addAll(new AtomicLoops(buffers).operations());
            operations.addAll(locks.operations());
        }
    }

    /** All that there is. */
    static Suite complete() {
        final Suite suite = new Suite(CollectiveLoops.operations(), new Buffers());
        suite.operations.addAll(suite.team.operationsByOne());
        return suite;
    }

    /** What all PEs do together. */
    static Suite ofCollectives() {
        return new Suite(CollectiveLoops.operations(), null);
    }

    /** What should not allocate on the Java heap. */
    static Suite withoutAllocation() {
        return new Suite(CollectiveLoops.withoutAllocation(), new Buffers());
    }

    List<Operation> operations(Predicate<Operation> wanted) {
        return operations.stream().filter(wanted).toList();
    }

    @Override
    public void close() {
        team.release();
        if (buffers != null) {
            locks.release();
            buffers.release();
        }
    }
}
