package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.ALL_PES;

import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.ExactSum;
import org.jshmem.Reductions;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricFloats;
import org.jshmem.SymmetricShorts;

/** Reductions by operators, reproducible sums and narrow floats, with the plain sums beside which they are measured. */
final class ReductionLoops {
    private static final List<Integer> BYTES = List.of(8, 4096, 1 << 16, 1 << 20);
    private static final int MOST = BYTES.getLast();

    private final SymmetricDoubles dest = mallocDoubles(MOST / Double.BYTES);
    private final SymmetricDoubles source = mallocDoubles(MOST / Double.BYTES);
    private final SymmetricFloats wide = mallocFloats(MOST / Short.BYTES);
    private final SymmetricShorts narrow = mallocShorts(MOST / Short.BYTES);
    private final ExactSum exact = new ExactSum();

    /** Collective. */
    ReductionLoops() {
        final SplittableRandom random = new SplittableRandom(myPe());
        for (int i = 0; i < source.length(); i++) {
            source.set(i, random.nextGaussian());
        }
        for (int i = 0; i < narrow.length(); i++) {
            narrow.set(i, Float.floatToFloat16((float) random.nextGaussian()));
        }
    }

    List<Operation> operations() {
        return List.of(
                new Operation("sum_reduce of double", ALL_PES, BYTES, this::sumLoop),
                new Operation("reduce by Double::sum", ALL_PES, BYTES, this::operatorLoop),
                new Operation("reproducible sum_reduce", ALL_PES, BYTES, this::reproducibleLoop),
                new Operation("total of doubles", ALL_PES, BYTES, this::totalLoop),
                new Operation("exact total of doubles", ALL_PES, BYTES, this::exactTotalLoop),
                new Operation("sum_reduce of float16", ALL_PES, BYTES, this::narrowLoop));
    }

    /** Those for which nothing is allocated. */
    List<Operation> withoutAllocation() {
        return List.of(
                new Operation("reduce by Double::sum", ALL_PES, List.of(1 << 16), this::operatorLoop),
                new Operation("reproducible sum_reduce", ALL_PES, List.of(1 << 16), this::reproducibleLoop),
                new Operation("exact total of doubles", ALL_PES, List.of(1 << 16), this::exactTotalLoop));
    }

    /** Collective. */
    void release() {
        free(narrow);
        free(wide);
        free(source);
        free(dest);
    }

    private void sumLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            sumReduce(TEAM_WORLD, dest, source, bytes / Double.BYTES);
        }
        barrierAll();
    }

    private void operatorLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            Reductions.reduce(TEAM_WORLD, dest, source, bytes / Double.BYTES, Double::sum);
        }
        barrierAll();
    }

    private void reproducibleLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            Reductions.reproducibleSumReduce(TEAM_WORLD, dest, source, bytes / Double.BYTES);
        }
        barrierAll();
    }

    private void totalLoop(int iterations, int bytes) {
        double total = 0;
        for (int i = 0; i < iterations; i++) {
            double sum = 0;
            for (int k = 0; k < bytes / Double.BYTES; k++) {
                sum += source.get(k);
            }
            total += sumReduce(TEAM_WORLD, sum);
        }
        Sink.consume(Double.doubleToRawLongBits(total));
        barrierAll();
    }

    private void exactTotalLoop(int iterations, int bytes) {
        double total = 0;
        for (int i = 0; i < iterations; i++) {
            exact.clear();
            exact.add(source, 0, bytes / Double.BYTES);
            total += Reductions.sumReduce(TEAM_WORLD, exact);
        }
        Sink.consume(Double.doubleToRawLongBits(total));
        barrierAll();
    }

    private void narrowLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            Reductions.sumReduceFloat16(TEAM_WORLD, wide, narrow, bytes / Short.BYTES);
        }
        barrierAll();
    }
}
