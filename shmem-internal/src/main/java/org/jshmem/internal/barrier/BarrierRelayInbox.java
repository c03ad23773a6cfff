package org.jshmem.internal.barrier;

import java.lang.invoke.VarHandle;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.waiting.WaitPoints;

/**
 * Writes the lines that another node's {@link BarrierRelay} sends to the control memory of this node.
 *
 * <p><b>Message.</b> The slot (32 bits), the sizes of payloads and of the cargo (16 bits each), the barrier's number
 * (64 bits), then entries: the PE (64 bits), the word of its line, its note, and its payload up to the next multiple of
 * 8 bytes. Where there is cargo, its place in this PE's heap (64 bits) and its bytes follow. In control memory the word
 * comes last, with release, after the cargo too.
 */
public final class BarrierRelayInbox {
    static final long SLOT = 0;
    static final long PAYLOAD_BYTES = 4;
    static final long CARGO_BYTES = 6;
    static final long NUMBER = 8;

    /** In an entry, whose offset is that of the header plus the sizes of those before it. */
    static final long PE = 0;

    static final long WORD = 8;
    static final long NOTE = 16;
    static final long NOTE_BYTES = 5 * Long.BYTES;
    static final long PAYLOAD = NOTE + NOTE_BYTES;

    private static final int HEADER_BYTES = 16;

    /** After the entries. */
    static final long CARGO = Long.BYTES;

    private final long heap;
    private final long heapBytes;
    private final long control;
    private final NodeLayout layout;
    private final int[] indexOf;
    private final long barriers;

    /**
     * The inbox of a PE.
     *
     * @param heap address of its heap
     * @param heapBytes how large that is
     * @param control address of the node's control memory
     * @param layout how that is laid out
     * @param indexOf for each PE of the job its index there
     */
    public BarrierRelayInbox(long heap, long heapBytes, long control, NodeLayout layout, int[] indexOf) {
        this.heap = heap;
        this.heapBytes = heapBytes;
        this.control = control;
        this.layout = layout;
        this.indexOf = indexOf;
        this.barriers = WaitPoints.ofBarriers(control);
    }

    /** The size of a message with some lines; also the offset of the line that follows. */
    static int bytes(int lines, int payloadBytes) {
        return HEADER_BYTES + lines * entryBytes(payloadBytes);
    }

    /** How many lines a message has room for. */
    static int lines(int messageBytes, int payloadBytes) {
        return (messageBytes - HEADER_BYTES) / entryBytes(payloadBytes);
    }

    /** The most cargo that a message with one line has room for. */
    static int mostCargo(int messageBytes) {
        return Math.min(messageBytes - bytes(1, 0) - (int) CARGO, Short.MAX_VALUE);
    }

    private static int entryBytes(int payloadBytes) {
        return (int) PAYLOAD + (payloadBytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }

    /**
     * Takes a message.
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
