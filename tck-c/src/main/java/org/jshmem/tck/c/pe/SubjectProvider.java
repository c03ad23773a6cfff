package org.jshmem.tck.c.pe;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jshmem.SessionConfig;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemException;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.ShmemTeam;
import org.jshmem.ThreadLevel;
import org.jshmem.oshmem.Library;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.NetworkUse;
import org.jshmem.spi.ResourceUse;
import org.jshmem.spi.ShmemProvider;

/**
 * A PE of a C library. It adds nothing to the library: what the API checks is checked, and everything else is called.
 *
 * <p>A heap offset is the number of a block in its upper bits and the place in the block in its lower ones, since C
 * does not tell where the symmetric heap begins. Blocks have the same numbers on all PEs, as all PEs allocate together.
 */
public final class SubjectProvider extends ShmemProvider {
    private static final int BLOCK_SHIFT = 40;

    /** So many low bits of an offset are those of the address. */
    private static final long SAME_BITS = 0xfff;

    private static final int SPINS = 20;
    private static final long NAP_NS = 50_000;

    private static final String WORLD = "SHMEM_TEAM_WORLD";

    /** The SPI's bit for {@code CTX_SESSION_BATCH}. */
    private static final long BATCH = 1;

    /** The team and its PE that the last call has translated, of the current thread. */
    private static final ThreadLocal<long[]> TRANSLATED = new ThreadLocal<>();

    private final Functions functions = Functions.load();
    private final SubjectTeam world = new SubjectTeam(this, WORLD);
    private final SubjectTeam shared = new SubjectTeam(this, "SHMEM_TEAM_SHARED");
    private final SubjectContext defaultContext = new SubjectContext(this, world, 0);

    /** Blocks by their numbers: where they begin, less the low bits. */
    private final Map<Long, Long> bases = new ConcurrentHashMap<>();

    private final Map<Long, Allocation> blocks = new ConcurrentHashMap<>();

    /** Predefined handles since init. */
    private final Map<String, Long> handles = new ConcurrentHashMap<>();

    /** The PE that was last asked for by {@link #peAccessible}. */
    private int askedPe;

    private volatile int inits;

    /** The number of calls, made by all PEs together, that this PE has left. */
    private volatile long epoch;

    private long made;

    /** For the service loader. */
    public SubjectProvider() {}

    Functions functions() {
        return functions;
    }

    void requireInitialized() {
        if (inits == 0) {
            throw new IllegalStateException("the library is not initialised; call init() first");
        }
    }

    static UnsupportedOperationException beyond(String what) {
        return new UnsupportedOperationException(what + " is beyond OpenSHMEM");
    }

    /** A predefined handle, which a library may make in init. */
    long handle(String name) {
        final Long known = handles.get(name);
        if (known != null) {
            return known;
        }
        try (Arena arena = Arena.ofConfined()) {
            final long handle = functions.handle(name, arena.allocate(ValueLayout.JAVA_LONG));
            if (inits > 0) {
                handles.put(name, handle);
            }
            return handle;
        }
    }

    /** Reads a handle of the size that a number of the subject tells. */
    long read(MemorySegment at, String size) {
        return functions.constant(size) == Integer.BYTES
                ? at.get(ValueLayout.JAVA_INT, 0)
                : at.get(ValueLayout.JAVA_LONG, 0);
    }

    long defaultHandle() {
        return handle("SHMEM_CTX_DEFAULT");
    }

    @Override
    public String uniqueId() {
        throw beyond("a start by an id");
    }

    @Override
    public void join(String uniqueId, int pe, int nPes) {
        throw beyond("a start by an id");
    }

    @Override
    public synchronized ThreadLevel init(ThreadLevel requested) {
        if (Call.current().generic().equals("shmem_init") && requested == ThreadLevel.SINGLE) {
            Library.keepHandlers(() -> functions.call("shmem_init"));
            requireSuccess();
            inits++;
            return requested;
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment provided = arena.allocate(ValueLayout.JAVA_INT);
            final long level = functions.constant("SHMEM_THREAD_" + requested);
            Library.keepHandlers(() -> {
                final int status = (int) functions.call("shmem_init_thread", level, provided.address());
                if (status != 0) {
                    throw new ShmemException("shmem_init_thread returned " + status);
                }
            });
            inits++;
            return level(provided.get(ValueLayout.JAVA_INT, 0));
        }
    }

    /** The routine {@code shmem_init} returns nothing, so the library is asked. */
    private void requireSuccess() {
        if (functions.has("shmem_query_initialized") && !isInitializedInC()) {
            throw new ShmemException("the library is not initialised after shmem_init");
        }
    }

    private ThreadLevel level(int value) {
        for (ThreadLevel level : ThreadLevel.values()) {
            if (functions.constant("SHMEM_THREAD_" + level) == value) {
                return level;
            }
        }
        throw new ShmemException("thread level " + value + " is none of the constants");
    }

    @Override
    public synchronized void shutdown(Runnable last) {
        requireInitialized();
        functions.call("shmem_finalize");
        inits--;
        if (inits == 0) {
            blocks.values().forEach(block -> block.live = false);
            blocks.clear();
            handles.clear();
            last.run();
        }
    }

    @Override
    public boolean isInitialized() {
        return Call.current().generic().equals("shmem_query_initialized") ? isInitializedInC() : inits > 0;
    }

    private boolean isInitializedInC() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment is = arena.allocate(ValueLayout.JAVA_INT);
            functions.call("shmem_query_initialized", is.address());
            return is.get(ValueLayout.JAVA_INT, 0) != 0;
        }
    }

    @Override
    public ThreadLevel threadLevel() {
        requireInitialized();
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment provided = arena.allocate(ValueLayout.JAVA_INT);
            functions.call("shmem_query_thread", provided.address());
            return level(provided.get(ValueLayout.JAVA_INT, 0));
        }
    }

    @Override
    public void globalExit(int status) {
        requireInitialized();
        System.out.flush();
        System.err.flush();
        functions.call("shmem_global_exit", status);
    }

    @Override
    public int myPe() {
        requireInitialized();
        return (int) functions.call("shmem_my_pe");
    }

    @Override
    public int nPes() {
        requireInitialized();
        return (int) functions.call("shmem_n_pes");
    }

    @Override
    public void barrierAll() {
        requireInitialized();
        functions.call("shmem_barrier_all");
        nextEpoch();
    }

    @Override
    public void syncAll() {
        requireInitialized();
        functions.call("shmem_sync_all");
        nextEpoch();
    }

    @Override
    public ShmemContext defaultContext() {
        return defaultContext;
    }

    @Override
    public ShmemTeam worldTeam() {
        return world;
    }

    @Override
    public ShmemTeam sharedTeam() {
        return shared;
    }

    @Override
    public ShmemContext createContext(long options) {
        return context(world, "shmem_ctx_create", options);
    }

    ShmemContext context(SubjectTeam team, String function, long options) {
        requireInitialized();
        if (!functions.has(function)) {
            throw new ShmemException(function + " returned nothing, since it is missing");
        }
        final long inC = bit(options, 1, "SHMEM_CTX_SERIALIZED")
                | bit(options, 2, "SHMEM_CTX_PRIVATE")
                | bit(options, 4, "SHMEM_CTX_NOSTORE");
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment at = arena.allocate(ValueLayout.JAVA_LONG);
            final int status = (int)
                    (team == world && function.equals("shmem_ctx_create")
                            ? functions.call(function, inC, at.address())
                            : functions.call(function, team.handle(), inC, at.address()));
            if (status != 0) {
                throw new ShmemException(function + " returned " + status);
            }
            return new SubjectContext(this, team, read(at, "context_bytes"));
        }
    }

    private long bit(long options, long bit, String constant) {
        return (options & bit) == 0 ? 0 : functions.constant(constant);
    }

    /** The team that the library says a context has: the one it was made on, if it says so. */
    ShmemTeam teamOf(long handle, SubjectTeam team) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment at = arena.allocate(ValueLayout.JAVA_LONG);
            final int status = (int) functions.call("shmem_ctx_get_team", handle, at.address());
            if (status != 0) {
                throw new ShmemException("shmem_ctx_get_team returned " + status);
            }
            if (read(at, "team_bytes") != team.handle()) {
                throw new ShmemException("shmem_ctx_get_team of a context of " + team + " is another team");
            }
            return team;
        }
    }

    void startSession(long handle, long options, SessionConfig config) {
        final long inC = (options & BATCH) == 0 ? 0 : functions.constant("SHMEM_CTX_SESSION_BATCH");
        if (config == null) {
            functions.call("shmem_ctx_session_start", handle, inC, 0, 0);
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment inMemory = arena.allocate(functions.constant("session_bytes"), Long.BYTES);
            inMemory.set(ValueLayout.JAVA_LONG_UNALIGNED, functions.constant("session_total_ops"), config.totalOps());
            functions.call(
                    "shmem_ctx_session_start",
                    handle,
                    inC,
                    inMemory.address(),
                    functions.constant("SHMEM_CTX_SESSION_TOTAL_OPS"));
        }
    }

    @Override
    public Allocation allocate(AllocationCall call, ElementKind type, long bytes, long alignment, long hints) {
        requireInitialized();
        final long address = switch (call) {
            case MALLOC -> functions.call("shmem_malloc", bytes);
            case CALLOC -> functions.call("shmem_calloc", bytes / type.bytes, type.bytes);
            case ALIGN -> functions.call("shmem_align", alignment, bytes);
            case MALLOC_WITH_HINTS ->
                functions.call(
                        "shmem_malloc_with_hints",
                        bytes,
                        bit(hints, 1, "SHMEM_MALLOC_ATOMICS_REMOTE") | bit(hints, 2, "SHMEM_MALLOC_SIGNAL_REMOTE"));
        };
        return block(address, bytes, alignment, hints);
    }

    private synchronized void nextEpoch() {
        epoch++;
    }

    /**
     * Chooses a function for a word of symmetric memory. All PEs choose the same one between two calls that all of them
     * make, since operations of different types on one word have no order.
     */
    long turn(long place) {
        return place / Long.BYTES + epoch;
    }

    private synchronized Allocation block(long address, long bytes, long alignment, long hints) {
        nextEpoch();
        final long number = ++made;
        if (address == 0) {
            throw new ShmemOutOfMemoryException("the library has no symmetric memory of " + bytes + " bytes");
        }
        final long low = address & SAME_BITS;
        bases.put(number, address - low);
        final Allocation block = new Allocation((number << BLOCK_SHIFT) + low, address, bytes, alignment, hints, null);
        blocks.put(number, block);
        return block;
    }

    /** Where a place of the symmetric heap is in this PE; 0 for none. */
    long localAddress(long offset) {
        if (offset <= 0) {
            return 0;
        }
        return bases.get(offset >> BLOCK_SHIFT) + (offset & (1L << BLOCK_SHIFT) - 1);
    }

    @Override
    public Allocation reallocate(Allocation allocation, long bytes) {
        requireInitialized();
        final long address = functions.call("shmem_realloc", allocation.address, bytes);
        final Allocation block = block(address, bytes, allocation.alignment, allocation.hints);
        forget(allocation);
        return block;
    }

    @Override
    public void free(Allocation allocation) {
        requireInitialized();
        functions.call("shmem_free", allocation.address);
        nextEpoch();
        forget(allocation);
    }

    private void forget(Allocation allocation) {
        allocation.live = false;
        blocks.remove(allocation.offset >> BLOCK_SHIFT);
    }

    @Override
    public Allocation allocateShared(ElementKind type, long bytes, long alignment) {
        throw beyond("shared memory");
    }

    @Override
    public Allocation findShared(ElementKind type, long handle) {
        throw beyond("shared memory");
    }

    @Override
    public Allocation reallocateShared(Allocation allocation, long bytes) {
        throw beyond("shared memory");
    }

    @Override
    public void freeShared(Allocation allocation) {
        throw beyond("shared memory");
    }

    @Override
    public void setLock(long offset) {
        requireInitialized();
        functions.call("shmem_set_lock", localAddress(offset));
    }

    @Override
    public boolean tryLock(long offset) {
        requireInitialized();
        return (int) functions.call("shmem_test_lock", localAddress(offset)) == 0;
    }

    @Override
    public void clearLock(long offset) {
        requireInitialized();
        functions.call("shmem_clear_lock", localAddress(offset));
    }

    void asksForPtr(SubjectTeam team, int pe) {
        TRANSLATED.set(new long[] {team == world ? handle(WORLD) : team.handle(), pe});
    }

    @Override
    public long addressOf(long offset, int pe) {
        requireInitialized();
        final long[] asked = TRANSLATED.get();
        TRANSLATED.remove();
        return Call.current().generic().equals("shmem_team_ptr") && asked != null
                ? functions.call("shmem_team_ptr", asked[0], localAddress(offset), asked[1])
                : functions.call("shmem_ptr", localAddress(offset), pe);
    }

    @Override
    public int nodeOf(int pe) {
        return 0;
    }

    @Override
    public void watchHandlers(Supplier<String> running, Runnable end) {
        throw beyond("flows");
    }

    @Override
    public long flowBufferBytes() {
        throw beyond("flows");
    }

    @Override
    public boolean peAccessible(int pe) {
        requireInitialized();
        askedPe = pe;
        return functions.call("shmem_pe_accessible", pe) != 0;
    }

    @Override
    public long heapOffset(long address, long bytes) {
        requireInitialized();
        if (Call.current().generic().equals("shmem_addr_accessible")) {
            return functions.call("shmem_addr_accessible", address, askedPe) == 0 ? -1 : 0;
        }
        for (Allocation block : blocks.values()) {
            if (address >= block.address && address + bytes <= block.address + block.bytes) {
                return block.offset + address - block.address;
            }
        }
        return -1;
    }

    @Override
    public long heapBytes() {
        throw beyond("the size of the symmetric heap");
    }

    @Override
    public NetworkUse networkUse() {
        return NetworkUse.NONE;
    }

    @Override
    public ResourceUse resourceUse() {
        return ResourceUse.NONE;
    }

    @Override
    @SuppressWarnings("restricted") // memory of the C library
    public MemorySegment view(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    @Override
    @SuppressWarnings("restricted") // memory of the C library
    public MemorySegment memory() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }

    @Override
    public void pcontrol(int level, Object... arguments) {
        functions.call("shmem_pcontrol", level);
    }

    @Override
    public long pause(long turn, Awaited what, long where) {
        if (turn < SPINS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(NAP_NS);
        }
        return turn + 1;
    }

    @Override
    public boolean needsProgress() {
        return false;
    }

    @Override
    public boolean progress() {
        return false;
    }
}
