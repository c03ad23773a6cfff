package org.jshmem.flow;

import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.ShmemTeam;
import org.jshmem.heap.Memory;
import org.jshmem.messages.Messages;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ShmemProvider;

/**
 * A block of the shared heap that each PE of a team allocates for itself, and where it lies for this PE's neighbours.
 * PEs of the node load and store it, also where heaps are not mapped; PEs of other nodes put.
 */
final class Block {
    /** Words of different writers are so far apart: CPUs fetch cache lines in pairs. */
    static final long LINE = 128;

    private final ShmemProvider provider = ShmemProvider.current();
    private final Allocation own;

    private Block(Allocation own) {
        this.own = own;
    }

    /**
     * Allocates; collective. If that fails, no PE has a block.
     *
     * @throws ShmemOutOfMemoryException if any PE of the team has no room
     */
    static Block allocate(ShmemTeam team, long bytes) {
        final ShmemProvider provider = ShmemProvider.current();
        Allocation own = null;
        ShmemOutOfMemoryException failure = null;
        try {
            own = provider.allocateShared(ElementKind.LONG, bytes, LINE);
            Memory.clear(own.address, bytes);
        } catch (ShmemOutOfMemoryException e) {
            failure = e;
        }
        boolean isRefused = true;
        try {
            isRefused = team.any(failure != null);
        } finally {
            if (isRefused && own != null) {
                provider.freeShared(own);
            }
        }
        if (isRefused) {
            throw new ShmemOutOfMemoryException("the shared heap has no room for the " + bytes + " bytes of a flow on "
                    + (failure == null ? "another PE" : "this PE: " + failure.getMessage())
                    + "; set SHMEM_SHARED_SIZE to more, or SHMEM_FLOW_BUFFER to less");
        }
        return new Block(own);
    }

    /** Its address on this PE. */
    long address() {
        return own.address;
    }

    /** Whether the memory still exists, as it does until the last shutdown. */
    boolean isAlive() {
        return own.live;
    }

    /** Gives the memory back; no other PE may use it any more. */
    void free() {
        provider.freeShared(own);
    }

    /**
     * Tells neighbours of this block; collective. Neighbourhood is mutual. If this throws, the block is freed: no PE
     * uses it before the next collective of all.
     *
     * @param neighbours PEs of the team, each once
     * @param places for each of them what it gets to know about this PE's block, as many numbers for each
     * @return for each of them its block, and what it has told
     */
    Place[] exchange(ShmemTeam team, int[] neighbours, long[][] places) {
        try {
            return exchangeHandles(team, neighbours, places);
        } catch (RuntimeException | Error e) {
            free();
            throw e;
        }
    }

    private Place[] exchangeHandles(ShmemTeam team, int[] neighbours, long[][] places) {
        final Place[] found = new Place[neighbours.length];
        try (Messages messages = Messages.on(team)) {
            for (int i = 0; i < neighbours.length; i++) {
                final long[] words = new long[places[i].length + 1];
                words[0] = own.handle;
                System.arraycopy(places[i], 0, words, 1, places[i].length);
                messages.send(words, words.length, neighbours[i], 0);
            }
            for (int i = 0; i < neighbours.length; i++) {
                final long[] words = new long[places[i].length + 1];
                messages.recv(words, words.length, neighbours[i], 0);
                found[i] = new Place(provider.findShared(ElementKind.LONG, words[0]), words);
            }
        }
        return found;
    }

    /** The block of a neighbour. */
    static final class Place {
        private final Allocation block;

        /** The handle, then what the neighbour has told. */
        private final long[] words;

        private Place(Allocation block, long[] words) {
            this.block = block;
            this.words = words;
        }

        boolean isElsewhere() {
            return block.isElsewhere();
        }

        /** What the neighbour has told, from 0. */
        long told(int number) {
            return words[number + 1];
        }

        /** An address here, or on another node what operations take, of a place in the block. */
        long at(long offset) {
            return (isElsewhere() ? block.offset : block.address) + offset;
        }
    }
}
