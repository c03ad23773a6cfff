package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.PE_0_ALONE;

import java.util.List;
import org.jshmem.SymmetricLongs;

/**
 * A lock without contention, set and cleared by the PE that keeps it and by another; twin of {@code lock.c}. Which PE
 * keeps a lock is the library's secret, so PE 0 tries many, and takes the fastest as its own and the slowest as another
 * PE's.
 */
final class LockLoops {
    private static final List<Integer> NO_DATA = List.of(1);
    private static final int LOCKS = 16;
    private static final int TRIES = 2000;

    private final SymmetricLongs locks = callocLongs(LOCKS);
    private int own;
    private int other;

    /** Collective. */
    LockLoops() {
        if (myPe() == 0) {
            choose();
        }
        barrierAll();
    }

    private void choose() {
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int lock = 0; lock < LOCKS; lock++) {
            loop(TRIES, lock);
            final long start = System.nanoTime();
            loop(TRIES, lock);
            final long elapsed = System.nanoTime() - start;
            if (elapsed < least) {
                least = elapsed;
                own = lock;
            }
            if (elapsed > most) {
                most = elapsed;
                other = lock;
            }
        }
    }

    List<Operation> operations() {
        return List.of(
                new Operation("set_lock + clear_lock, home PE", PE_0_ALONE, NO_DATA, this::ownLoop),
                new Operation("set_lock + clear_lock, other PE", PE_0_ALONE, NO_DATA, this::otherLoop));
    }

    /** Collective. */
    void release() {
        free(locks);
    }

    private void ownLoop(int iterations, int bytes) {
        loop(iterations, own);
    }

    private void otherLoop(int iterations, int bytes) {
        loop(iterations, other);
    }

    private void loop(int iterations, int lock) {
        for (int i = 0; i < iterations; i++) {
            setLock(locks, lock);
            clearLock(locks, lock);
        }
    }
}
