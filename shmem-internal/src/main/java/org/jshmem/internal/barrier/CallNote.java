package org.jshmem.internal.barrier;

import org.jshmem.heap.Memory;

/**
 * The collective call that this PE makes, with its arguments. PEs compare a digest of it in every barrier, and the note
 * itself travels as a payload when digests differ. Other threads read it for reports, without any order.
 */
final class CallNote {
    /** The size of a note in a payload: the call, and four arguments. */
    static final int BYTES = 5 * Long.BYTES;

    /** The multiplier of the hash: 2^64 divided by the golden ratio, which is odd. */
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    /** The hash of the call; 0 before the first. */
    private long noted;

    private CollectiveCall call = CollectiveCall.INIT;
    private long first;
    private long second;
    private long third;
    private long fourth;

    /** Notes a call; returns its digest, in bits 1 to 23. Takes equal hashes for equal calls. */
    int set(CollectiveCall what, long argument1, long argument2, long argument3, long argument4) {
        final long hash = hash(what, argument1, argument2, argument3, argument4);
        if (noted != hash) {
            call = what;
            first = argument1;
            second = argument2;
            third = argument3;
            fourth = argument4;
            noted = hash;
        }
        return digest(hash);
    }

    /** The digest of a call without arguments. */
    static int digestOf(CollectiveCall call) {
        return digest(hash(call, 0, 0, 0, 0));
    }

    /** The hash of a call, never 0. */
    private static long hash(CollectiveCall call, long first, long second, long third, long fourth) {
        long mixed = call.code();
        mixed = (mixed * MIX) ^ first;
        mixed = (mixed * MIX) ^ second;
        mixed = (mixed * MIX) ^ third;
        mixed = (mixed * MIX) ^ fourth;
        return (mixed ^ mixed >>> Integer.SIZE) * MIX | 1;
    }

    /** The digest in bits 1 to 23; two different calls have the same digest with a probability of 1 to 8 million. */
    private static int digest(long hash) {
        return (int) (hash >>> Long.SIZE - BarrierState.NUMBER_SHIFT) & BarrierState.DIGEST;
    }

    /** Writes the note to a payload. */
    void write(long payload) {
        Memory.put64(payload, call.code());
        Memory.put64(payload + Long.BYTES, first);
        Memory.put64(payload + 2 * Long.BYTES, second);
        Memory.put64(payload + 3 * Long.BYTES, third);
        Memory.put64(payload + 4 * Long.BYTES, fourth);
    }

    /** The note in a payload, as text; {@code isPlaced} with the place of a new block. */
    static String read(long payload, boolean isPlaced) {
        final CollectiveCall call = CollectiveCall.of(Memory.get64(payload));
        final long first = Memory.get64(payload + Long.BYTES);
        final long second = Memory.get64(payload + 2 * Long.BYTES);
        final long third = Memory.get64(payload + 3 * Long.BYTES);
        final long fourth = Memory.get64(payload + 4 * Long.BYTES);
        return isPlaced ? call.formatPlaced(first, second, third, fourth) : call.format(first, second, third, fourth);
    }

    @Override
    public String toString() {
        return call.format(first, second, third, fourth);
    }
}
