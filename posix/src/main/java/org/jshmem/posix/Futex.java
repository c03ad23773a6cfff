package org.jshmem.posix;

/** Sleep at a word of shared memory, and wake those that sleep there; see {@code futex(2)}. */
public final class Futex {
    private static final int NR_FUTEX = Platform.isAarch64() ? 98 : 202;
    private static final int WAIT = 0;
    private static final int WAKE = 1;

    private Futex() {}

    /**
     * Sleeps until woken or timed out, if a word has a value.
     *
     * @param address of the word, 4 bytes
     * @param value the thread sleeps only if this is there
     * @param timespecAddress the longest time
     * @return 0 if woken, otherwise a negated errno
     */
    public static long sleep(long address, int value, long timespecAddress) {
        return Libc.syscall(NR_FUTEX, address, WAIT, value, timespecAddress);
    }

    /**
     * Wakes sleepers.
     *
     * @param address of the word, 4 bytes
     * @param count at most so many
     * @return the number woken
     */
    public static long wake(long address, int count) {
        return Libc.syscall(NR_FUTEX, address, WAKE, count, 0);
    }
}
