package org.jshmem.tck.twin;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.ShmemTeam;
import org.jshmem.ThreadLevel;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingProvider;
import org.jshmem.spi.ResourceUse;
import org.jshmem.spi.ShmemProvider;

/** A runtime that makes a second one of everything. */
final class TwinProvider extends ForwardingProvider {
    /** A block larger than this part of the heap has no twin. */
    private static final long LARGE_PART = 8;

    private static final byte NEIGHBOUR = 0x5a;

    private final ShmemProvider runtime;
    private final TwinBlocks blocks;
    private final List<Allocation> neighbours = new ArrayList<>();
    private TwinContext defaultContext;

    /** Null outside of init and shutdown, as the teams. */
    private volatile ShmemContext twinOfDefault;

    private volatile ShmemTeam twinOfWorld;
    private volatile ShmemTeam twinOfShared;

    /** Matching spaces of this tool. */
    private int spaces;

    /** The same on all PEs. */
    private int collectives;

    TwinProvider(ShmemProvider runtime) {
        super(runtime);
        this.runtime = runtime;
        this.blocks = new TwinBlocks(runtime);
    }

    TwinBlocks blocks() {
        return blocks;
    }

    @Override
    protected ShmemContext wrap(ShmemContext context, ShmemTeam team) {
        defaultContext = TwinContext.of(context, () -> twinOfDefault, team, blocks);
        return defaultContext;
    }

    @Override
    public ShmemContext createContext(long options) {
        final ShmemContext context = runtime.createContext(options);
        final ShmemContext twin = runtime.createContext(options);
        return TwinContext.of(context, () -> twin, worldTeam(), blocks);
    }

    @Override
    protected ShmemTeam wrap(ShmemTeam team) {
        return TwinTeam.of(team, () -> team.equals(runtime.worldTeam()) ? twinOfWorld : twinOfShared, this);
    }

    @Override
    public ThreadLevel init(ThreadLevel requested) {
        final boolean isFirst = !isInitialized();
        final ThreadLevel given = super.init(requested);
        if (isFirst) {
            twinOfWorld = twinOf(runtime.worldTeam());
            twinOfShared = twinOf(runtime.sharedTeam());
            twinOfDefault = runtime.createContext(0);
        }
        return given;
    }

    private static ShmemTeam twinOf(ShmemTeam team) {
        return team.splitStrided(0, 1, team.nPes(), null);
    }

    @Override
    public void shutdown(Runnable last) {
        freeNeighbours();
        super.shutdown(() -> {
            last.run();
            twinOfWorld = null;
            twinOfShared = null;
            twinOfDefault = null;
            blocks.clear();
        });
    }

    private boolean isTwinFirst() {
        return (collectives++ & 1) != 0;
    }

    private void complete(Runnable call) {
        if (defaultContext == null) {
            call.run();
        } else {
            defaultContext.complete(call);
        }
    }

    @Override
    public void barrierAll() {
        freeNeighbours();
        complete(() -> both(super::barrierAll));
    }

    @Override
    public void syncAll() {
        both(super::syncAll);
    }

    private void both(Runnable call) {
        Twins.inTurn(isTwinFirst(), call, () -> twinOfWorld.sync());
    }

    @Override
    public Allocation allocate(AllocationCall call, ElementKind type, long bytes, long alignment, long hints) {
        final Allocation[] made = new Allocation[2];
        Twins.inTurn(
                isTwinFirst(),
                () -> made[0] = allocateFirst(made, call, type, bytes, alignment, hints),
                () -> made[1] = allocateTwin(call, type, bytes, alignment, hints));
        if (made[0] != null) {
            blocks.add(made[0], made[1]);
        }
        return made[0];
    }

    /** If there is room for one only, that is the program's. */
    private Allocation allocateFirst(
            Allocation[] made, AllocationCall call, ElementKind type, long bytes, long alignment, long hints) {
        try {
            return super.allocate(call, type, bytes, alignment, hints);
        } catch (ShmemOutOfMemoryException e) {
            if (made[1] == null) {
                throw e;
            }
            runtime.free(made[1]);
            made[1] = null;
            return super.allocate(call, type, bytes, alignment, hints);
        }
    }

    /** A block of zeros; null if there is no room. */
    private Allocation allocateTwin(AllocationCall call, ElementKind type, long bytes, long alignment, long hints) {
        if (bytes > heapBytes() / LARGE_PART) {
            return null;
        }
        final Allocation twin;
        try {
            twin = runtime.allocate(call, type, bytes, alignment, hints);
        } catch (ShmemOutOfMemoryException e) {
            return null; // on all PEs
        }
        if (call == AllocationCall.CALLOC) {
            final MemorySegment content = blocks.own(twin.offset, bytes);
            requireAll((byte) 0, content, "calloc of the twin");
        }
        clear(twin, 0);
        return twin;
    }

    /** Writes zeros from some place on, before other PEs write to the twin. */
    private void clear(Allocation twin, long from) {
        blocks.own(twin.offset + from, twin.bytes - from).fill((byte) 0);
        runtime.syncAll();
    }

    private static void requireAll(byte value, MemorySegment content, String what) {
        final byte[] expected = new byte[(int) content.byteSize()];
        Arrays.fill(expected, value);
        final long at = content.mismatch(MemorySegment.ofArray(expected));
        if (at >= 0) {
            throw new AssertionError(
                    what + ": byte " + at + " is " + content.get(ValueLayout.JAVA_BYTE, at) + ", not " + value);
        }
    }

    @Override
    public Allocation reallocate(Allocation allocation, long bytes) {
        final Allocation[] result = new Allocation[1];
        final Allocation twin = blocks.twinOf(allocation);
        complete(() -> result[0] = super.reallocate(allocation, bytes));
        blocks.remove(allocation);
        if (result[0] != null) {
            blocks.add(result[0], twin == null ? null : reallocateTwin(twin, bytes));
        } else if (twin != null) {
            runtime.free(twin);
        }
        return result[0];
    }

    private Allocation reallocateTwin(Allocation twin, long bytes) {
        final long kept = Math.min(bytes, twin.bytes);
        final byte[] before = blocks.own(twin.offset, kept).toArray(ValueLayout.JAVA_BYTE);
        final Allocation result;
        try {
            result = runtime.reallocate(twin, bytes);
        } catch (ShmemOutOfMemoryException e) {
            runtime.free(twin);
            return null; // on all PEs
        }
        Twins.requireSame(
                MemorySegment.ofArray(before), blocks.own(result.offset, kept), "realloc of the twin", twin, bytes);
        clear(result, kept);
        return result;
    }

    /** Each call must free one block. */
    @Override
    public void free(Allocation allocation) {
        final Allocation twin = blocks.twinOf(allocation);
        complete(() -> Twins.inTurn(isTwinFirst(), () -> freeOne(allocation), () -> {
            if (twin != null) {
                freeOne(twin);
            }
        }));
        blocks.remove(allocation);
    }

    private void freeOne(Allocation block) {
        final long before = runtime.resourceUse().symmetricBlocks();
        super.free(block);
        final long after = runtime.resourceUse().symmetricBlocks();
        if (after != before - 1 && !isUnwinding()) {
            throw new AssertionError(
                    "there are " + after + " blocks after one of " + before + " was freed, the " + block);
        }
    }

    @Override
    public Allocation allocateShared(ElementKind type, long bytes, long alignment) {
        final Allocation[] made = new Allocation[1];
        Twins.inTurn(
                neighbours.size() % 2 != 0,
                () -> made[0] = super.allocateShared(type, bytes, alignment),
                () -> addNeighbour(type, bytes, alignment));
        return made[0];
    }

    private synchronized void addNeighbour(ElementKind type, long bytes, long alignment) {
        try {
            final Allocation neighbour = runtime.allocateShared(type, bytes, alignment);
            content(neighbour).fill(NEIGHBOUR);
            neighbours.add(neighbour);
        } catch (ShmemOutOfMemoryException e) {
            freeNeighbours();
        }
    }

    private MemorySegment content(Allocation block) {
        return memory().asSlice(block.address, block.bytes);
    }

    private synchronized void freeNeighbours() {
        for (Allocation neighbour : neighbours) {
            requireAll(NEIGHBOUR, content(neighbour), "a neighbour of a shared block");
            runtime.freeShared(neighbour);
        }
        neighbours.clear();
    }

    @Override
    public void setLock(long offset) {
        super.setLock(offset);
        final long twin = blocks.twin(offset);
        if (twin != TwinBlocks.NONE) {
            runtime.setLock(twin);
        }
    }

    @Override
    public boolean tryLock(long offset) {
        final boolean isHeld = super.tryLock(offset);
        final long twin = blocks.twin(offset);
        if (isHeld && twin != TwinBlocks.NONE) {
            Twins.requireSame(isHeld, runtime.tryLock(twin), "testLock", offset);
        }
        return isHeld;
    }

    @Override
    public void clearLock(long offset) {
        final long twin = blocks.twin(offset);
        complete(() -> {
            if (twin != TwinBlocks.NONE) {
                runtime.clearLock(twin);
            }
            super.clearLock(offset);
        });
    }

    synchronized void countSpaces(int more) {
        spaces += more;
    }

    /** Without the matching spaces of this tool, one of which the world keeps. */
    @Override
    public synchronized ResourceUse resourceUse() {
        final ResourceUse use = super.resourceUse();
        return new ResourceUse(
                use.symmetricBlocks(),
                use.symmetricBytes(),
                use.sharedBlocks(),
                use.sharedBytes(),
                use.contexts(),
                use.matchingSpaces() - spaces,
                use.sharedBytesInUse(),
                use.claimedBytes(),
                use.sendRecords(),
                use.openRequests());
    }
}
