package org.jshmem.internal.barrier;

import org.jshmem.heap.Memory;

/**
 * The payloads of a {@link TeamBarrier}: small data of collectives, which travels with the words of the barrier.
 *
 * <p>Before it arrives, a PE may {@linkplain #bring bring} up to {@link SlotDescriptor#PAYLOAD_BYTES} or
 * {@linkplain #bringWord one word}, or write them to {@link #mine()}. A payload lies beside the word of its PE. After
 * the barrier it may read the payload of every PE by {@link #of}, until it arrives at the next barrier.
 *
 * <p>If the PEs {@linkplain #isCounted count} their arrivals, the last one can {@linkplain #combine combine} the
 * payloads for all. If every PE is a node of its own, a block for each heap {@linkplain #carries can travel} with the
 * word.
 *
 * <p>Every setting applies to the next barrier only. One thread of a PE at a time may call.
 */
public final class BarrierPayloads {
    /** Work that one PE does for all, after all PEs have arrived and before any of them leaves. */
    public interface Combination {
        /**
         * Does the work, with the {@linkplain BarrierPayloads#of payloads} or the heaps of all PEs.
         *
         * @param to the address of the result for all, with room for {@link SlotDescriptor#PAYLOAD_BYTES}
         */
        void combine(long to);
    }

    private final TeamBarrier barrier;
    private final BarrierLines lines;
    private final BarrierRelay relay;
    private final CentralCounter central;

    /**
     * The address of this PE's payload for the next barrier; 0 if it brings none, or has written it to {@link #mine()}.
     */
    private long from;

    /** This PE's payload for the next barrier if it is one word. */
    private long word;

    /** Whether this PE's payload for the next barrier is {@link #word}. */
    private boolean isWord;

    /** Payload bytes per PE in the next barrier; the relay sends so many. */
    private int bytes;

    /** What the last PE at the counter does in the next barrier; null for nothing. */
    private Combination combination;

    /** Whether the last barrier has left a combined result. */
    private boolean isCombined;

    BarrierPayloads(TeamBarrier barrier, BarrierLines lines, BarrierRelay relay, CentralCounter central) {
        this.barrier = barrier;
        this.lines = lines;
        this.relay = relay;
        this.central = central;
    }

    /**
     * Sets the payload of this PE for the next barrier. It is copied right before the word is written: other PEs may be
     * polling the line already, and a poll between the two stores would transfer the cache line once more.
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
     * Sets one word as the payload of this PE for the next barrier.
     *
     * @param value the word
     */
    public void bringWord(long value) {
        barrier.settle();
        word = value;
        isWord = true;
        bytes = Long.BYTES;
    }

    /**
     * Announces that another PE brings a payload to the next barrier and this PE does not.
     *
     * @param size of that payload, up to {@link SlotDescriptor#PAYLOAD_BYTES}
     */
    public void expect(long size) {
        barrier.settle();
        bytes = (int) size;
    }

    /**
     * The place for this PE's payload of the next barrier, to be written directly.
     *
     * @return its address, with room for {@link SlotDescriptor#PAYLOAD_BYTES}
     */
    public long mine() {
        barrier.settle();
        bytes = SlotDescriptor.PAYLOAD_BYTES;
        return lines.payload(lines.me(), barrier.number() + 1);
    }

    /**
     * The payload of a PE in the last barrier.
     *
     * @param pe its index in the team
     * @return an address, valid until this PE's next barrier
     */
    public long of(int pe) {
        return lines.payload(pe, barrier.number());
    }

    /**
     * Whether the PEs count their arrivals, so that the last one can do work for all.
     *
     * @return the same on all PEs
     */
    public boolean isCounted() {
        return central != null;
    }

    /**
     * Lets the last PE do work for all in the next barrier; has an effect only if the PEs {@linkplain #isCounted count}
     * their arrivals.
     *
     * @param what the same on all PEs
     */
    public void combine(Combination what) {
        barrier.settle();
        combination = what;
    }

    /**
     * The result of the combination in the last barrier.
     *
     * @return its address, valid until this PE's next barrier; 0 if there was none, so that each PE does the work
     *     itself
     */
    public long combined() {
        return isCombined ? central.result() : 0;
    }

    /**
     * Whether blocks can travel to the heaps of the other PEs with the word of a barrier. This needs a team in which
     * every PE is a node of its own, and few enough nodes for one round of messages.
     *
     * @param size the size of a block
     * @return the same on all PEs
     */
    public boolean carries(long size) {
        return relay != null && size <= relay.mostCargo();
    }

    /**
     * Sends a block to the heap of every other PE with the word of the next barrier. All blocks have arrived when that
     * barrier ends. A PE permits these writes by its arrival at the barrier before.
     *
     * @param source address of the block of the team's first PE
     * @param stride bytes from the block of one PE to that of the next; 0 if all get the same block
     * @param dest the destination, in bytes from the start of a heap
     * @param size one that {@link #carries} accepts
     */
    public void load(long source, long stride, long dest, long size) {
        barrier.settle();
        relay.load(source, stride, dest, (int) size);
    }

    /** The payload bytes per PE in the current barrier. */
    int bytes() {
        return bytes;
    }

    /** Writes the payload of this PE; called right before the word is written. */
    void write(long payload) {
        if (from != 0) {
            Memory.copyFew(from, payload, bytes);
        } else if (isWord) {
            Memory.put64(payload, word);
        }
    }

    /** Runs the combination; called by the last PE before it releases the others. */
    void combineForAll() {
        if (combination != null) {
            combination.combine(central.result());
        }
    }

    /** Ends a barrier and clears the settings. */
    void leave(boolean isAgreed) {
        isCombined = combination != null && central != null && isAgreed;
        combination = null;
        from = 0;
        isWord = false;
        bytes = 0;
    }
}
