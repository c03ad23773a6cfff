package org.jshmem.distribution;

import static org.jshmem.Shmem.TEAM_WORLD;
import static org.jshmem.Shmem.alltoall;
import static org.jshmem.Shmem.atomicAdd;
import static org.jshmem.Shmem.atomicCompareSwap;
import static org.jshmem.Shmem.atomicFetchAdd;
import static org.jshmem.Shmem.barrierAll;
import static org.jshmem.Shmem.broadcast;
import static org.jshmem.Shmem.ctxCreate;
import static org.jshmem.Shmem.fcollect;
import static org.jshmem.Shmem.fence;
import static org.jshmem.Shmem.free;
import static org.jshmem.Shmem.g;
import static org.jshmem.Shmem.get;
import static org.jshmem.Shmem.init;
import static org.jshmem.Shmem.mallocDoubles;
import static org.jshmem.Shmem.mallocInts;
import static org.jshmem.Shmem.mallocLongs;
import static org.jshmem.Shmem.maxReduce;
import static org.jshmem.Shmem.myPe;
import static org.jshmem.Shmem.nPes;
import static org.jshmem.Shmem.p;
import static org.jshmem.Shmem.put;
import static org.jshmem.Shmem.quiet;
import static org.jshmem.Shmem.sumReduce;
import static org.jshmem.Shmem.syncAll;
import static org.jshmem.Shmem.teamSplitStrided;
import static org.jshmem.Shmem.waitUntil;

import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.flow.DistLongs;
import org.jshmem.flow.Flow;
import org.jshmem.flow.LongFlow;

/** Does what most programs do, so that the start cache of the PEs holds the classes for it. */
public final class TrainingProgram {
    /** Argument: go on over the network, to load its classes too. */
    static final String NETWORK = "network";

    private static final int DEFAULT_CALLS = 100;

    /** Of one operation over the network, which is not to be compiled for it. */
    private static final int NETWORK_CALLS = 10;

    private static final int NELEMS = 512;
    private static final int FEW = 4;

    private final int calls;
    private final int me = myPe();
    private final int right = (me + 1) % nPes();
    private final SymmetricLongs longs = mallocLongs(NELEMS);
    private final SymmetricLongs others = mallocLongs(NELEMS);
    private final SymmetricDoubles doubles = mallocDoubles(NELEMS);
    private final SymmetricDoubles sums = mallocDoubles(NELEMS);
    private final SymmetricInts ints = mallocInts(NELEMS);
    private final long[] longValues = new long[NELEMS];
    private final double[] doubleValues = new double[NELEMS];
    private final int[] intValues = new int[NELEMS];

    /**
     * A record of a flow.
     *
     * @param index where to add
     * @param value what to add
     */
    private record Sample(int index, double value) {}

    private TrainingProgram(int calls) {
        this.calls = calls;
    }

    /**
     * Runs one PE.
     *
     * @param args {@value #NETWORK}, or how often it calls each operation
     */
    public static void main(String[] args) {
        final boolean hasNetwork = args.length > 0 && args[0].equals(NETWORK);
        run(args.length == 0 || hasNetwork ? DEFAULT_CALLS : Integer.parseInt(args[0]));
        if (hasNetwork) {
            System.setProperty("jshmem.shr", "off");
            run(NETWORK_CALLS);
        }
    }

    @SuppressWarnings("checkstyle:systemout") // printing is part of what is trained
    private static void run(int calls) {
        try (var _ = init()) {
            final TrainingProgram program = new TrainingProgram(calls);
            program.train();
            program.freeAll();
            System.out.println("PE " + myPe() + " of " + nPes() + ": trained");
        }
    }

    /** One operation in each method, as in the loops of a program. */
    private void train() {
        barriers();
        pingPong();
        elements();
        blocks();
        localElements();
        atomics();
        reductions();
        exchanges();
        allocations();
        contextAndTeam();
        flows();
        distributedArray();
    }

    private void barriers() {
        for (int i = 0; i < calls; i++) {
            barrierAll();
        }
        for (int i = 0; i < calls; i++) {
            syncAll();
        }
    }

    private void pingPong() {
        for (int i = 1; i <= calls; i++) {
            if (me == 0) {
                p(longs, i, right);
                waitUntil(longs, Cmp.EQ, i);
            } else {
                waitUntil(longs, Cmp.EQ, i);
                p(longs, i, right);
            }
        }
        barrierAll();
    }

    private void elements() {
        for (int i = 0; i < calls; i++) {
            p(doubles, i % NELEMS, i, right);
            p(ints, i % NELEMS, i, right);
            p(longs, i % NELEMS, i + g(others, i % NELEMS, right), right);
            doubleValues[i % NELEMS] = g(doubles, i % NELEMS, right);
        }
        barrierAll();
    }

    private void blocks() {
        for (int i = 0; i < calls; i++) {
            put(longs, longValues, NELEMS, right);
            put(doubles, doubleValues, NELEMS, right);
            get(longValues, others, NELEMS, right);
            get(doubleValues, doubles, NELEMS, right);
            put(longs, others, FEW, right);
            put(ints, intValues, FEW, right);
            fence();
            quiet();
        }
        barrierAll();
    }

    private void localElements() {
        for (int i = 0; i < calls; i++) {
            final int index = i % NELEMS;
            longs.set(index, longs.get(index) + 1);
            doubles.set(index, doubles.get(index) + 1);
            ints.set(index, ints.get(index) + 1);
        }
        barrierAll();
    }

    private void atomics() {
        for (int i = 0; i < calls; i++) {
            atomicAdd(longs, i % NELEMS, 1, right);
            atomicFetchAdd(longs, i % NELEMS, 1, right);
            atomicCompareSwap(others, i % NELEMS, i, i + 1, right);
        }
        barrierAll();
    }

    private void reductions() {
        for (int i = 0; i < calls; i++) {
            sumReduce(TEAM_WORLD, others, longs, 1);
        }
        for (int i = 0; i < calls; i++) {
            sumReduce(TEAM_WORLD, sums, doubles, 1);
            maxReduce(TEAM_WORLD, sums, doubles, 1);
        }
        for (int i = 0; i < calls / NELEMS; i++) {
            sumReduce(TEAM_WORLD, sums, doubles, NELEMS);
        }
    }

    private void exchanges() {
        for (int i = 0; i < calls; i++) {
            broadcast(TEAM_WORLD, others, longs, 1, 0);
            fcollect(TEAM_WORLD, others, longs, 1);
            alltoall(TEAM_WORLD, others, longs, 1);
        }
        for (int i = 0; i < calls / NELEMS; i++) {
            alltoall(TEAM_WORLD, others, longs, NELEMS / nPes());
        }
    }

    private void allocations() {
        for (int i = 0; i < calls; i++) {
            free(mallocLongs(FEW));
        }
    }

    private void contextAndTeam() {
        try (var context = ctxCreate(0)) {
            for (int i = 0; i < calls; i++) {
                context.p(longs, i % NELEMS, i, right);
                context.quiet();
            }
        }
        try (var team = teamSplitStrided(TEAM_WORLD, 0, 1, nPes())) {
            team.sync();
        }
        barrierAll();
    }

    private void flows() {
        try (LongFlow values = LongFlow.of(TEAM_WORLD, (from, value) -> longValues[from] += value);
                Flow<Sample> samples = Flow.of(
                        TEAM_WORLD, Sample.class, (from, sample) -> doubleValues[sample.index()] += sample.value())) {
            for (int i = 0; i < calls; i++) {
                values.send(right, i);
                samples.send(right, new Sample(i % NELEMS, i));
            }
            values.drain();
        }
    }

    private void distributedArray() {
        final long[] indices = new long[NELEMS];
        Arrays.setAll(indices, i -> i);
        try (DistLongs array = DistLongs.cyclic(TEAM_WORLD, NELEMS)) {
            array.addAll(indices, 1);
            array.putAll(indices, array.getAll(indices));
            try (var updates = array.updates()) {
                updates.add(me, 1);
            }
        }
    }

    private void freeAll() {
        free(longs);
        free(others);
        free(doubles);
        free(sums);
        free(ints);
    }
}
