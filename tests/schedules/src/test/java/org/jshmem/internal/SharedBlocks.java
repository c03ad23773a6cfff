package org.jshmem.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jshmem.heap.Memory;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;

/**
 * Stands in for the library's class of this name, for messages: a node's shared heap, which all of its PEs use as one
 * object. A block that was freed is overwritten, and is the next to be allocated.
 */
public final class SharedBlocks {
    private static final byte FREED = 0x5a;

    private final long end;
    private final Map<Long, Deque<Allocation>> free = new HashMap<>();
    private final Map<Long, Allocation> live = new HashMap<>();
    private long next;

    public SharedBlocks(long start, long end) {
        this.next = start;
        this.end = end;
    }

    /** How many blocks are allocated. */
    public int count() {
        return live.size();
    }

    public Allocation allocate(ElementKind type, long bytes, long alignment) {
        return allocateOwn(bytes);
    }

    public Allocation allocateOwn(long bytes) {
        final Deque<Allocation> freed = free.computeIfAbsent(bytes, any -> new ArrayDeque<>());
        final Allocation block;
        if (freed.isEmpty()) {
            block = new Allocation(next, bytes, next, 0, 0, 0);
            next += (bytes + 63) / 64 * 64;
            if (next > end) {
                throw new IllegalStateException("no room for " + live.size() + " blocks");
            }
        } else {
            block = freed.pop();
        }
        live.put(block.handle, block);
        return block;
    }

    public Allocation find(ElementKind type, long handle) {
        final Allocation block = live.get(handle);
        if (block == null) {
            throw new IllegalStateException("the block at " + handle + " is not allocated");
        }
        return block;
    }

    public void giveAway(Allocation block) {
        find(typeOf(block), block.handle);
    }

    public void freeIfLive(long handle) {
        if (live.containsKey(handle)) {
            free(live.get(handle));
        }
    }

    public void free(Allocation block) {
        if (live.remove(block.handle) == null) {
            throw new IllegalStateException("the block at " + block.handle + " is freed twice");
        }
        Memory.ALL.asSlice(block.address, block.bytes).fill(FREED);
        free.get(block.bytes).push(block);
    }

    public ElementKind typeOf(Allocation block) {
        return ElementKind.LONG;
    }
}
