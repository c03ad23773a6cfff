package org.jshmem.posix;

import org.jshmem.schedules.Steps;

/** Stands in for the library's class of this name: nobody wakes by time, so that no wake-up may be lost. */
public final class Futex {
    private static final long EAGAIN = -11;

    private Futex() {}

    public static long sleep(long address, int value, long timespecAddress) {
        return Steps.sleep(address, value) ? 0 : EAGAIN;
    }

    public static long wake(long address, int count) {
        Steps.wake(address, count);
        return 0;
    }
}
