package org.jshmem.transport.ofi;

import org.jshmem.schedules.Steps;

/** Stands in for the library's class of this name: who waits for it does not run. */
final class ChannelLock {
    static final int FREE = 0;
    private static final int TAKEN = 1;

    volatile int taken;

    boolean tryLock() {
        Steps.step();
        if (taken == FREE) {
            taken = TAKEN;
            return true;
        }
        return false;
    }

    void lock() {
        while (!tryLock()) {
            Steps.await(() -> taken == FREE);
        }
    }
}
