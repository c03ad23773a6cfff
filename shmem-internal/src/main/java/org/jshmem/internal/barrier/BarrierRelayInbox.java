package org.jshmem.internal.barrier;

import java.lang.invoke.VarHandle;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.waiting.WaitPoints;

/**
 * Receives the lines that the {@link BarrierRelay} of another node sends, and writes them to the control memory of this
 * node.
 *
 * <p><b>Message.</b> A header, entries for one or more lines, and optionally cargo:
 *
 * <pre>
 *   header   0    slot, 32 bits
 *            4    bytes of a payload, 16 bits
 *            6    bytes of cargo, 16 bits; 0 for no cargo
 *            8    number of the barrier, 64 bits
 *   entry    0    PE, 64 bits
 *            8    word of its line
 *           16    its note
 *           56    its payload, padded to a multiple of 8 bytes
 *   cargo    0    offset in this PE's heap, 64 bits
 *            8    the bytes
 * </pre>
 *
 * <p>The word of a line is written to the control memory last, after the cargo, with volatile semantics.
 */
public final class BarrierRelayInbox {
    /** Offsets in the header. */
    static final long SLOT = 0;

    static final long PAYLOAD_BYTES = 4;
    static final long CARGO_BYTES = 6;
    static final long NUMBER = 8;

    /** Offsets in an entry. */
    static final long PE = 0;

    static final long WORD = 8;
    static final long NOTE = 16;
    static final long NOTE_BYTES = 5 * Long.BYTES;
    static final long PAYLOAD = NOTE + NOTE_BYTES;

    private static final int HEADER_BYTES = 16;

    /** The offset of the bytes in the cargo. */
    static final long CARGO = Long.BYTES;

    private final long heap;
    private final long heapBytes;
    private final long control;
    private final NodeLayout layout;

    /** For each PE of the job its index in the control memory of this node. */
    private final int[] indexOf;

    /** The wait point of barriers. */
    private final long barriers;

    /**
     * The inbox of a PE.
     *
     * @param heap address of its heap
     * @param heapBytes its size
     * @param control address of the node's control memory
     * @param layout its layout
     * @param indexOf for each PE of the job its index in that memory
     */
    public BarrierRelayInbox(long heap, long heapBytes, long control, NodeLayout layout, int[] indexOf) {
        this.heap = heap;
        this.heapBytes = heapBytes;
        this.control = control;
        this.layout = layout;
        this.indexOf = indexOf;
        this.barriers = WaitPoints.ofBarriers(control);
    }

    /** The size of a message with this many lines and no cargo; also the offset of the entry after them. */
    static int bytes(int lines, int payloadBytes) {
        return HEADER_BYTES + lines * entryBytes(payloadBytes);
    }

    /** The number of lines that fit in a message. */
    static int lines(int messageBytes, int payloadBytes) {
        return (messageBytes - HEADER_BYTES) / entryBytes(payloadBytes);
    }

    /** The largest cargo, in bytes, that fits in a message with one line. */
    static int mostCargo(int messageBytes) {
        return Math.min(messageBytes - bytes(1, 0) - (int) CARGO, Short.MAX_VALUE);
    }

    private static int entryBytes(int payloadBytes) {
        return (int) PAYLOAD + (payloadBytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }

    /**
     * Handles a message.
     *
     * @param address where it is
     * @param bytes its size
     */
    public void receive(long address, int bytes) {
        final int slot = Memory.get32(address + SLOT);
        final int payloadBytes = Memory.get16(address + PAYLOAD_BYTES);
        final int cargoBytes = Memory.get16(address + CARGO_BYTES);
        final long number = Memory.get64(address + NUMBER);
        final int lines = lines(cargoBytes == 0 ? bytes : bytes - cargoBytes - (int) CARGO, payloadBytes);
        if (payloadBytes < 0 || cargoBytes < 0 || lines < 1) {
            throw new IllegalStateException(
                    "a message of bytes=" + bytes + " with payload=" + payloadBytes + ", cargo=" + cargoBytes);
        }
        if (cargoBytes > 0) {
            unload(address + bytes(lines, payloadBytes), cargoBytes);
        }
        for (int i = 0; i < lines; i++) {
            final long entry = address + bytes(i, payloadBytes);
            final int index = indexOf[(int) Memory.get64(entry + PE)];
            BarrierLines.write(control + layout.slotOffset(index, slot), number, entry, payloadBytes);
        }
        VarHandle.fullFence();
        WaitPoints.wake(barriers);
    }

    private void unload(long cargo, int bytes) {
        final long offset = Memory.get64(cargo);
        if (offset < 0 || offset > heapBytes - bytes) {
            throw new IllegalStateException("a block for offset=" + offset + ", bytes=" + bytes);
        }
        Memory.copy(cargo + CARGO, heap + offset, bytes);
    }
}
