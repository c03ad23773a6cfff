package org.jshmem.benchmarks.jmh;

import static org.jshmem.Shmem.*;

import org.jshmem.ShmemJob;
import org.jshmem.SymmetricLongs;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A started library in a job of one PE, with some symmetric and some private memory. */
@State(Scope.Benchmark)
public class OnePe {
    static final int ELEMENTS = 1024;
    private static final int STEP = 7;

    final long[] array = new long[ELEMENTS];
    SymmetricLongs symmetric;
    int pe;
    private ShmemJob job;
    private int turn;

    /** For JMH. */
    public OnePe() {}

    /** Starts the library. */
    @Setup(Level.Trial)
    public void start() {
        job = init();
        pe = myPe();
        symmetric = callocLongs(ELEMENTS);
    }

    /** Ends the library. */
    @TearDown(Level.Trial)
    public void end() {
        symmetric.close();
        job.close();
    }

    /** An element that changes from call to call. */
    int nextElement() {
        return (turn += STEP) & (ELEMENTS - 1);
    }
}
