package org.jshmem.tck.lock;

import static org.jshmem.Shmem.*;

import org.jshmem.HeldLock;
import org.jshmem.Shmem;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** The cases of locks, one for each row of the table: every form of each operation. */
final class LongsLockCases {
    private static final int ROUNDS = 300;
    private static final int LOCKS = 5;

    /** Something done with one of several locks. */
    private interface LockCall {
        void on(SymmetricLongs locks, long index);
    }

    /** Counts on PE 0 without atomics, under each lock in turn: what is lost shows that two PEs were inside. */
    private static void excludes(Checks checks, LockCall enter, LockCall leave) {
        final SymmetricLongs locks = callocLongs(LOCKS);
        final SymmetricLongs counts = callocLongs(LOCKS);
        for (int round = 0; round < ROUNDS; round++) {
            final int i = round % LOCKS;
            enter.on(locks, i);
            p(counts, i, g(counts, i, 0) + 1, 0);
            leave.on(locks, i);
        }
        barrierAll();
        for (int i = 0; i < LOCKS; i++) {
            checks.equal((long) ROUNDS / LOCKS * nPes(), g(counts, i, 0), "counted under lock " + i);
        }
        free(counts);
        free(locks);
    }

    @Case
    void setLock(Checks checks) {
        excludes(checks, Shmem::setLock, Shmem::clearLock);
        excludes(checks, (locks, i) -> Shmem.setLock(locks.at(i)), Shmem::clearLock);
    }

    @Case
    void testLock(Checks checks) {
        excludes(checks, LongsLockCases::testUntilFree, Shmem::clearLock);
        excludes(checks, (locks, i) -> testUntilFree(locks.at(i)), Shmem::clearLock);
    }

    private static void testUntilFree(SymmetricLongs locks, long index) {
        while (Shmem.testLock(locks, index) != 0) {
            Thread.yield();
        }
    }

    private static void testUntilFree(SymmetricLongs lock) {
        while (Shmem.testLock(lock) != 0) {
            Thread.yield();
        }
    }

    @Case
    void clearLock(Checks checks) {
        excludes(checks, Shmem::setLock, Shmem::clearLock);
        excludes(checks, Shmem::setLock, (locks, i) -> Shmem.clearLock(locks.at(i)));
    }

    @Case
    void holdLock(Checks checks) {
        final HeldLock[] held = new HeldLock[1];
        excludes(checks, (locks, i) -> held[0] = Shmem.holdLock(locks, i), (locks, i) -> held[0].close());
        excludes(checks, (locks, i) -> held[0] = Shmem.holdLock(locks.at(i)), (locks, i) -> closeTwice(held[0]));
    }

    private static void closeTwice(HeldLock held) {
        held.close();
        held.close();
    }
}
