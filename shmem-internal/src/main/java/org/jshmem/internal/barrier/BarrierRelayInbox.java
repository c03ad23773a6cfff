package org.jshmem.internal.barrier;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Long2ObjectHashMap;
import org.jshmem.heap.Memory;
import org.jshmem.internal.waiting.WaitPoints;

/**
 * Takes the messages that {@link BarrierRelay}s of other nodes send to this PE, and hands each to the relay of its team
 * here.
 *
 * <p>A message may come before this PE has made its relay: the sender has left the split of the parent team sooner. It
 * is kept until then. A relay waits for each message that is sent to it, so none comes after a team has ended, with one
 * exception: non-blocking collectives end with their team even if others have started some that this PE has not. The
 * messages of those are few, and are kept until the end of the library.
 */
public final class BarrierRelayInbox {
    /** The wait point of barriers. */
    private final long barriers;

    private final long requests;

    /** The relays of this PE by the numbers of their teams; guarded by this object, as is {@link #early}. */
    private final Long2ObjectHashMap<BarrierRelay> relays = new Long2ObjectHashMap<>();

    /** Messages of teams that this PE does not know yet. */
    private final Map<Long, List<byte[]>> early = new HashMap<>();

    /**
     * The inbox of a PE.
     *
     * @param control address of the node's control memory
     */
    public BarrierRelayInbox(long control) {
        this.barriers = WaitPoints.ofBarriers(control);
        this.requests = WaitPoints.ofRequests(control);
    }

    /** Makes a relay known, and hands it what has come for its team. */
    public synchronized void add(BarrierRelay relay) {
        relays.put(relay.team(), relay);
        final List<byte[]> kept = early.remove(relay.team());
        if (kept != null) {
            try (Arena arena = Arena.ofConfined()) {
                for (byte[] message : kept) {
                    final MemorySegment copy = arena.allocate(message.length, Long.BYTES);
                    MemorySegment.copy(MemorySegment.ofArray(message), 0, copy, 0, message.length);
                    relay.receive(copy.address());
                }
            }
        }
    }

    /** Forgets the relay of a team that has ended. */
    public synchronized void remove(BarrierRelay relay) {
        relays.remove(relay.team());
    }

    /**
     * Handles a message.
     *
     * @param address where it is
     * @param bytes its size
     */
    public void receive(long address, int bytes) {
        RelayMessage.check(address, bytes);
        hand(address, bytes);
        Memory.fullFence();
        WaitPoints.wake(barriers);
        WaitPoints.wake(requests);
    }

    private synchronized void hand(long address, int bytes) {
        final long team = Memory.get64(address + RelayMessage.TEAM);
        final BarrierRelay relay = relays.get(team);
        if (relay != null) {
            relay.receive(address);
        } else {
            final byte[] copy = new byte[bytes];
            Memory.copy(address, MemorySegment.ofArray(copy), 0, bytes);
            early.computeIfAbsent(team, any -> new ArrayList<>()).add(copy);
        }
    }
}
