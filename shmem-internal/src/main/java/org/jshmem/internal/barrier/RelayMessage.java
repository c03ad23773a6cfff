package org.jshmem.internal.barrier;

import org.jshmem.heap.Memory;

/**
 * A message from the {@link BarrierRelay} of one node to that of another: offsets in bytes. A header, entries with
 * payloads, and optionally cargo:
 *
 * <pre>
 *   header   0    number of the team, 64 bits
 *            8    number of the barrier, 64 bits
 *           16    state: what the nodes that the sender has heard from have in common, 32 bits
 *           20    round, 8 bits
 *           21    step, 8 bits
 *           22    kind of the payloads, 8 bits
 *           23    1 in the last message of this round and step, else 0, 8 bits
 *           24    bytes of a payload, 16 bits
 *           26    entries, 16 bits
 *           28    bytes of cargo, 16 bits; 0 for no cargo
 *   entry    0    index of what the payload belongs to, a member or a node, 64 bits
 *            8    the payload, padded to a multiple of 8 bytes
 *   cargo    0    the bytes
 * </pre>
 */
final class RelayMessage {
    static final long TEAM = 0;
    static final long NUMBER = 8;
    static final long STATE = 16;
    static final long ROUND = 20;
    static final long STEP = 21;
    static final long KIND = 22;
    static final long IS_LAST = 23;
    static final long PAYLOAD_BYTES = 24;
    static final long ENTRIES = 26;
    static final long CARGO_BYTES = 28;
    static final int HEADER_BYTES = 32;

    /** Offsets in an entry. */
    static final long INDEX = 0;

    static final long PAYLOAD = 8;

    private RelayMessage() {}

    /** The size of a message with this many entries and no cargo; also the offset of the entry after them. */
    static int bytes(int entries, int payloadBytes) {
        return HEADER_BYTES + entries * entryBytes(payloadBytes);
    }

    /** The number of entries that fit in a message. */
    static int mostEntries(int messageBytes, int payloadBytes) {
        return Math.min((messageBytes - HEADER_BYTES) / entryBytes(payloadBytes), Short.MAX_VALUE);
    }

    /** The largest cargo, in bytes, that fits in a message without entries. */
    static int mostCargo(int messageBytes) {
        return Math.min(messageBytes - HEADER_BYTES, Short.MAX_VALUE);
    }

    private static int entryBytes(int payloadBytes) {
        return (int) PAYLOAD + (payloadBytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }

    /** Throws if a message is not as long as it says. */
    static void check(long address, int bytes) {
        if (bytes < HEADER_BYTES) {
            throw new IllegalStateException("a message of bytes=" + bytes);
        }
        final int payloadBytes = Memory.get16(address + PAYLOAD_BYTES);
        final int entries = Memory.get16(address + ENTRIES);
        final int cargoBytes = Memory.get16(address + CARGO_BYTES);
        if (payloadBytes < 0
                || payloadBytes > TeamArea.PAYLOAD_BYTES
                || entries < 0
                || cargoBytes < 0
                || bytes != bytes(entries, payloadBytes) + cargoBytes) {
            throw new IllegalStateException("a message of bytes=" + bytes + " with payload=" + payloadBytes
                    + ", entries=" + entries + ", cargo=" + cargoBytes);
        }
    }
}
