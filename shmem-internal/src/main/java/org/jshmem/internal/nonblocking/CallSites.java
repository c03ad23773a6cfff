package org.jshmem.internal.nonblocking;

import org.jshmem.spi.CallSite;

/**
 * Remembers where collectives are started, for reports. To find a place takes a microsecond and allocates, so that it
 * is done once for calls with the same arguments: of these, the first place is remembered.
 *
 * <p>One thread at a time may call.
 */
final class CallSites {
    private static final int COUNT = 64;
    private static final int SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(COUNT);

    private final long[] calls = new long[COUNT];
    private final String[] sites = new String[COUNT];

    CallSites() {}

    /** The place where the calling thread starts a collective. */
    String of(PooledRequest request) {
        final long call = request.hash() | 1;
        final int slot = (int) (call >>> SHIFT);
        if (calls[slot] != call) {
            sites[slot] = CallSite.here();
            calls[slot] = call;
        }
        return sites[slot];
    }
}
