package org.jshmem.internal.barrier;

import org.jshmem.heap.Memory;

/**
 * What PEs bring to a {@link TeamBarrier}: the small data of collectives, which travels with the words of the barrier.
 *
 * <p>Before it arrives, a PE may {@linkplain #bring bring} up to {@link SlotDescriptor#PAYLOAD_BYTES}, or write them to
 * {@link #mine()}. They lie beside its word. After the barrier it may read the payload of every PE by {@link #of},
 * until it arrives at the next barrier.
 *
 * <p>Where PEs {@linkplain #isCounted count} their arrivals, the last one can {@linkplain #combine combine} the
 * payloads for all. Where every PE is a node of its own, a block for each heap {@linkplain #carries can travel} with
 * the word.
 *
 * <p>All of it is for the next barrier alone. One thread of a PE at a time may call.
 */
public final class BarrierPayloads {
    /** Something that one PE can do for all, when all have come and none has left. */
    public interface Combination {
        /**
         * Does it, with the {@linkplain BarrierPayloads#of payloads} or the heaps of all PEs.
         *
         * @param to the address of a result for all, which has {@link SlotDescriptor#PAYLOAD_BYTES}
         */
        void combine(long to);
    }

    private final TeamBarrier barrier;
    private final BarrierLines lines;
    private final BarrierRelay relay;
    private final CentralCounter central;

    private long from;
    private int bytes;

    /** What the last PE at the counter does for all; null for nothing. */
    private Combination combination;

    private boolean isCombined;

    BarrierPayloads(TeamBarrier barrier, BarrierLines lines, BarrierRelay relay, CentralCounter central) {
        this.barrier = barrier;
        this.lines = lines;
        this.relay = relay;
        this.central = central;
    }

    /**
     * What this PE brings to its next barrier. It is copied right before the word is written, since others may be
     * polling that line already, and a poll between the two stores takes the line away for a second time.
     *
     * @param address where it is
     * @param size up to {@link SlotDescriptor#PAYLOAD_BYTES}
     */
    public void bring(long address, long size) {
        barrier.settle();
        from = size == 0 ? 0 : address;
        bytes = (int) size;
    }

    /**
     * Another PE brings something to the next barrier, and this one nothing.
     *
     * @param size up to {@link SlotDescriptor#PAYLOAD_BYTES}
     */
    public void expect(long size) {
        barrier.settle();
        bytes = (int) size;
    }

    /**
     * Where to write what this PE brings to its next barrier.
     *
     * @return an address, of {@link SlotDescriptor#PAYLOAD_BYTES}
     */
    public long mine() {
        barrier.settle();
        bytes = SlotDescriptor.PAYLOAD_BYTES;
        return lines.payload(lines.me(), barrier.number() + 1);
    }

    /**
     * What a PE brought to the last barrier.
     *
     * @param pe its index in the team
     * @return an address, valid until this PE's next barrier
     */
    public long of(int pe) {
        return lines.payload(pe, barrier.number());
    }

    /**
     * Whether the PEs count their arrivals, so that one can do something for all.
     *
     * @return the same on all PEs
     */
    public boolean isCounted() {
        return central != null;
    }

    /**
     * Has one PE do something for all in the next barrier, where PEs {@linkplain #isCounted count} their arrivals.
     *
     * @param what the same on all PEs
     */
    public void combine(Combination what) {
        barrier.settle();
        combination = what;
    }

    /**
     * The result of what one PE has done for all in the last barrier.
     *
     * @return its address, valid until this PE's next barrier; 0 if each PE is to do it for itself
     */
    public long combined() {
        return isCombined ? central.result() : 0;
    }

    /**
     * Whether blocks can go to the heaps of the other PEs along with the word of a barrier: this PE is a node of its
     * own, as they are, and sends them its word itself.
     *
     * @param size the size of a block
     * @return the same on all PEs
     */
    public boolean carries(long size) {
        return relay != null && size <= relay.mostCargo();
    }

    /**
     * Sends a block to the heap of every other PE along with the word of the next barrier; all are there when it is
     * over. A PE may be written to once it has come to the barrier before.
     *
     * @param source address of the block of the team's first PE
     * @param stride from one PE's block to the next one's; 0 if it is the same block
     * @param dest where it goes, in bytes from the start of a heap
     * @param size one that this {@linkplain #carries carries}
     */
    public void load(long source, long stride, long dest, long size) {
        barrier.settle();
        relay.load(source, stride, dest, (int) size);
    }

    /** The size of what PEs bring to the barrier that this PE has come to. */
    int bytes() {
        return bytes;
    }

    /** Writes what this PE brings; right before the word. */
    void write(long payload) {
        if (from != 0) {
            Memory.copyFew(from, payload, bytes);
        }
    }

    /** Done by the last PE that has come, before it lets the others go. */
    void combineForAll() {
        if (combination != null) {
            combination.combine(central.result());
        }
    }

    /** Ends a barrier; nothing is brought to the next one. */
    void leave(boolean isAgreed) {
        isCombined = combination != null && central != null && isAgreed;
        combination = null;
        from = 0;
        bytes = 0;
    }
}
