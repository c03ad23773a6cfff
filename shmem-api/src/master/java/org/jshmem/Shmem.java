package org.jshmem;

import java.lang.foreign.MemorySegment;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ShmemProvider;

/**
 * OpenSHMEM's routines as static methods, meant for {@code import static org.jshmem.Shmem.*}.
 *
 * <p>A program starts with {@link #init()} and ends with {@link #shutdown()}. The best form is {@code try (var _ =
 * init()) { … }}: if an exception leaves that block on one PE while other PEs are in it, the exception is printed and
 * ends the job. Calls before {@code init} and after {@code shutdown} throw {@link IllegalStateException}.
 *
 * <p>The communication routines of this class use {@link #CTX_DEFAULT}. {@link ShmemContext} describes their arguments,
 * completion, errors and threads. A <em>collective</em> routine is called by every PE, in the same order, and by one
 * thread of a PE at a time. The {@linkplain org.jshmem page of the package} lists all routines by family.
 */
public final class Shmem {
    /** Hint: the block is the target of atomics from other PEs (spec: shmem_malloc_with_hints). */
    public static final long MALLOC_ATOMICS_REMOTE = 1;

    /** Hint: the block holds signals that other PEs update (spec: shmem_malloc_with_hints). */
    public static final long MALLOC_SIGNAL_REMOTE = 2;

    /** Context option: two threads never call operations of the context at the same time (spec: shmem_ctx_create). */
    public static final long CTX_SERIALIZED = 1;

    /** Context option: only the thread that created the context uses it (spec: shmem_ctx_create). */
    public static final long CTX_PRIVATE = 2;

    /** Context option: quiet and fence on the context do not order plain stores (spec: shmem_ctx_create). */
    public static final long CTX_NOSTORE = 4;

    /**
     * Session hint: the program issues many operations in a row and needs their order and completion only at the end
     * (spec: shmem_ctx_session_start).
     */
    public static final long CTX_SESSION_BATCH = 1;

    /**
     * Passed to {@link #teamSplitByColor(ShmemTeam, int, int)} by a PE that joins no new team. An extension of
     * OpenSHMEM.
     */
    public static final int NO_COLOR = -1;

    /** The largest alignment, in bytes. */
    public static final long MAX_ALIGNMENT = 16L << 20;

    /** The maximum length of {@link #infoGetName()}, in characters. */
    public static final int MAX_NAME_LEN = 64;

    static final ShmemProvider PROVIDER = ShmemProvider.current();

    /** The context that the routines of this class use; it exists as long as the JVM. */
    public static final ShmemContext CTX_DEFAULT = PROVIDER.defaultContext();

    private static final PointToPoint SYNC = new PointToPoint(PROVIDER);
    /** All PEs of the job. */
    public static final ShmemTeam TEAM_WORLD = PROVIDER.worldTeam();

    /** The PEs whose heaps this PE can reach by loads and stores, through {@code ptr}. */
    public static final ShmemTeam TEAM_SHARED = PROVIDER.sharedTeam();

    /** What this class has to do before the end. A lambda would have to be linked at the end of every program. */
    private static final Runnable NOTHING = new Nothing();

    private static final long KNOWN_HINTS = MALLOC_ATOMICS_REMOTE | MALLOC_SIGNAL_REMOTE;
    private static final long KNOWN_OPTIONS = CTX_SERIALIZED | CTX_PRIVATE | CTX_NOSTORE;

    private static final class Nothing implements Runnable {
        @Override
        public void run() {}
    }

    private Shmem() {}

    /**
     * Starts the library on this PE (spec: shmem_init); collective. Calls are counted: each one needs its own
     * {@link #shutdown()}. After the last shutdown the library can be started again. The thread level is
     * {@link ThreadLevel#SINGLE}, unless the library is already started with a higher level.
     *
     * @return an object whose {@code close} calls {@link #shutdown()}, for {@code try (var _ = init()) { … }}
     * @throws ShmemException if the job cannot be set up; the message says what is missing
     */
    public static ShmemJob init() {
        return init(ThreadLevel.SINGLE);
    }

    /**
     * Starts the library as {@link #initThread} does, for {@code try (var _ = init(ThreadLevel.MULTIPLE)) { … }} (spec:
     * shmem_init_thread).
     *
     * @param requested the level the program needs; {@link #queryThread()} returns the level it gets, which is no lower
     * @return an object whose {@code close} calls {@link #shutdown()}
     * @throws ShmemException if the job cannot be set up; the message says what is missing
     */
    public static ShmemJob init(ThreadLevel requested) {
        initThread(requested);
        return new ShmemJob();
    }

    /**
     * Starts the library as {@link #init()} does, for a program whose threads use it (spec: shmem_init_thread).
     *
     * @param requested the level the program needs
     * @return the level it gets, at least the one requested
     */
    public static ThreadLevel initThread(ThreadLevel requested) {
        if (requested == null) {
            throw new NullPointerException("requested=null; name a ThreadLevel");
        }
        final ThreadLevel level = PROVIDER.init(requested);
        SYNC.started();
        return level;
    }

    /**
     * Creates the id of a job whose PEs no launcher starts; an extension of OpenSHMEM. From now on this process listens
     * for the PEs as long as it lives, so it must run until they have ended. It may be one of the PEs, but need not be.
     * If it is killed, or if the PEs can no longer reach it, the job ends.
     *
     * <p>The program passes the id to the other processes by any means, and each of them calls {@link #init(String,
     * int, int)}. The id contains the addresses of this host (or {@code SHMEM_RENDEZVOUS_ADDRESS}), a port, and a
     * secret of 144 random bits. Anyone who has the id can join the job. An id is for one job.
     *
     * <p>May be called at any time and by any thread, even before init.
     *
     * @return a line of printable characters without blanks
     * @throws ShmemException if the process cannot listen for others
     */
    public static String uniqueId() {
        return PROVIDER.uniqueId();
    }

    /**
     * Starts the library as {@link #init()} does, as a PE of a job without a launcher; an extension of OpenSHMEM. Waits
     * until all PEs have called it, for at most {@code SHMEM_INIT_TIMEOUT} seconds. A process that has joined a job
     * remains the same PE of that job: it may start the library again with this method or with {@link #init()}.
     *
     * @param uniqueId the id that {@link #uniqueId()} returned in one process
     * @param pe the number of this PE, from 0 to {@code nPes} − 1
     * @param nPes the number of PEs, the same on all
     * @return an object whose {@code close} calls {@link #shutdown()}
     * @throws IllegalArgumentException if the id is malformed or a number is out of range
     * @throws IllegalStateException if this process is already a PE of another job, or has another number
     * @throws ShmemException if the process that made the id cannot be reached, or if it does not admit this PE because
     *     another process has the same number or passes another number of PEs
     */
    public static ShmemJob init(String uniqueId, int pe, int nPes) {
        return init(ThreadLevel.SINGLE, uniqueId, pe, nPes);
    }

    /**
     * Starts the library as {@link #init(String, int, int)} does, for a program whose threads use it.
     *
     * @param requested the level the program needs; {@link #queryThread()} returns the level it gets, which is no lower
     * @param uniqueId the id that {@link #uniqueId()} returned in one process
     * @param pe the number of this PE, from 0 to {@code nPes} − 1
     * @param nPes the number of PEs, the same on all
     * @return an object whose {@code close} calls {@link #shutdown()}
     * @throws IllegalArgumentException if the id is malformed or a number is out of range
     * @throws IllegalStateException if this process is already a PE of another job, or has another number
     * @throws ShmemException as {@link #init(String, int, int)}
     */
    public static ShmemJob init(ThreadLevel requested, String uniqueId, int pe, int nPes) {
        if (requested == null) {
            throw new NullPointerException("requested=null; name a ThreadLevel");
        }
        if (uniqueId == null) {
            throw new NullPointerException("uniqueId=null; pass what uniqueId() has returned in one process");
        }
        PROVIDER.join(uniqueId, pe, nPes);
        return init(requested);
    }

    /**
     * Undoes one init (spec: shmem_finalize); collective. It waits for all PEs. The last shutdown also frees all
     * symmetric memory, and the program goes on without the library. If the wait is long, a message on standard error
     * names the missing PEs.
     *
     * <p>If the call is made in a {@code close} or {@code finally} because an exception leaves the block, it waits only
     * briefly for the other PEs and then lets the exception propagate. The library ends when the other PEs arrive, and
     * {@link #init()} waits for that. If the process ends before, the job has failed. {@code free} and
     * {@code teamDestroy} treat an exception in the same way.
     *
     * @throws IllegalStateException if the caller is not the thread that called init first, without init, and in a
     *     handler of a flow
     * @throws ShmemException if other PEs call another routine; the message names the call of each PE and where it was
     *     made
     */
    public static void shutdown() {
        PROVIDER.shutdown(NOTHING);
    }

    /**
     * Whether the library is started (spec: shmem_query_initialized); may be called at any time by any thread.
     *
     * @return true from the first init to the last shutdown
     */
    public static boolean queryInitialized() {
        return PROVIDER.isInitialized();
    }

    /**
     * The thread level (spec: shmem_query_thread).
     *
     * @return the level that init returned
     */
    public static ThreadLevel queryThread() {
        return PROVIDER.threadLevel();
    }

    /**
     * Ends every PE of the job, whatever it is doing (spec: shmem_global_exit); does not return. Standard output and
     * error are flushed.
     *
     * <p>A process can exit only with a status of 0 … 255. For any other value the job ends with the low eight bits of
     * the value, like {@code exit} in C, or with 255 if those bits are 0, and a message says so. Only 0 is a success.
     *
     * @param status the job's exit status
     */
    public static void globalExit(int status) {
        PROVIDER.globalExit(status);
    }

    /**
     * This PE's number (spec: shmem_my_pe).
     *
     * @return 0 … {@link #nPes()} − 1
     */
    public static int myPe() {
        return PROVIDER.myPe();
    }

    /**
     * The number of PEs (spec: shmem_n_pes).
     *
     * @return at least 1
     */
    public static int nPes() {
        return PROVIDER.nPes();
    }

    /**
     * The version of the specification (spec: shmem_info_get_version); may be called at any time.
     *
     * @return 1.6
     */
    public static ShmemVersion infoGetVersion() {
        return new ShmemVersion(1, 6);
    }

    /**
     * The name of the library (spec: shmem_info_get_name); may be called at any time.
     *
     * @return name and version, at most {@link #MAX_NAME_LEN} characters
     */
    public static String infoGetName() {
        return "JSHMEM 0.1.0";
    }

    /**
     * Whether operations can reach a PE (spec: shmem_pe_accessible).
     *
     * @param pe any number
     * @return false if {@code pe} is not a PE of the job
     */
    public static boolean peAccessible(int pe) {
        return PROVIDER.peAccessible(pe);
    }

    /**
     * Whether an array is symmetric memory that operations can reach on a PE (spec: shmem_addr_accessible).
     *
     * @param array any array
     * @param pe any number
     * @return false for freed memory, for a view made by {@code ptr}, and if {@code pe} is not a PE of the job
     */
    public static boolean addrAccessible(SymmetricArray array, int pe) {
        return PROVIDER.peAccessible(pe) && array != null && array.isSymmetric() && array.isAlive();
    }

    /**
     * Whether a segment lies in symmetric memory that operations can reach on a PE (spec: shmem_addr_accessible).
     *
     * @param segment any segment
     * @param pe any number
     * @return false for private memory, and if {@code pe} is not a PE of the job
     */
    public static boolean addrAccessible(MemorySegment segment, int pe) {
        return PROVIDER.peAccessible(pe)
                && segment != null
                && segment.isNative()
                && PROVIDER.heapOffset(segment.address(), segment.byteSize()) >= 0;
    }

    /**
     * Makes a context for the PEs of {@link #TEAM_WORLD} (spec: shmem_ctx_create); not collective. It completes and
     * orders its operations independently of other contexts.
     *
     * @param options a union of {@link #CTX_SERIALIZED}, {@link #CTX_PRIVATE} and {@link #CTX_NOSTORE}, or 0
     * @return the context; end it with {@link ShmemContext#destroy()}
     */
    public static ShmemContext ctxCreate(long options) {
        return PROVIDER.createContext(checkedOptions(options));
    }

    /**
     * The team of a context (spec: shmem_ctx_get_team).
     *
     * @param ctx a context, or null
     * @return its team; null for null
     */
    public static ShmemTeam ctxGetTeam(ShmemContext ctx) {
        return ctx == null ? null : ctx.getTeam();
    }

    /**
     * Starts a session on a context (spec: shmem_ctx_session_start), as {@link ShmemContext#sessionStart(long)}.
     *
     * @param ctx a context; null does nothing
     * @param options {@link #CTX_SESSION_BATCH} or 0
     */
    public static void ctxSessionStart(ShmemContext ctx, long options) {
        ctxSessionStart(ctx, options, null);
    }

    /**
     * Starts a session on a context (spec: shmem_ctx_session_start), as {@link ShmemContext#sessionStart(long,
     * SessionConfig)}.
     *
     * @param ctx a context; null does nothing
     * @param options {@link #CTX_SESSION_BATCH} or 0
     * @param config what the program knows about the session, or null
     */
    public static void ctxSessionStart(ShmemContext ctx, long options, SessionConfig config) {
        if (ctx != null) {
            ctx.sessionStart(options, config);
        }
    }

    /**
     * Ends the session of a context (spec: shmem_ctx_session_stop).
     *
     * @param ctx a context; null does nothing
     */
    public static void ctxSessionStop(ShmemContext ctx) {
        if (ctx != null) {
            ctx.sessionStop();
        }
    }

    /**
     * This PE's number in a team (spec: shmem_team_my_pe).
     *
     * @param team a team, or null
     * @return its number; −1 for null
     */
    public static int teamMyPe(ShmemTeam team) {
        return team == null ? -1 : team.myPe();
    }

    /**
     * The number of PEs in a team (spec: shmem_team_n_pes).
     *
     * @param team a team, or null
     * @return at least 1; −1 for null
     */
    public static int teamNPes(ShmemTeam team) {
        return team == null ? -1 : team.nPes();
    }

    /**
     * The configuration that was requested for a team (spec: shmem_team_get_config).
     *
     * @param team a team, or null
     * @return the configuration; null for null
     */
    public static TeamConfig teamGetConfig(ShmemTeam team) {
        return team == null ? null : team.getConfig();
    }

    /**
     * The number that a PE of one team has in another (spec: shmem_team_translate_pe).
     *
     * @param srcTeam a team, or null
     * @param srcPe a number in it
     * @param destTeam a team, or null
     * @return the PE's number in {@code destTeam}, or −1 if it is not in both
     */
    public static int teamTranslatePe(ShmemTeam srcTeam, int srcPe, ShmemTeam destTeam) {
        return srcTeam == null ? -1 : srcTeam.translatePe(srcPe, destTeam);
    }

    /**
     * Makes a team as {@link ShmemTeam#splitStrided(int, int, int)} does (spec: shmem_team_split_strided); collective
     * over the parent.
     *
     * @param parent a team, or null
     * @param start the first PE's number in it
     * @param stride from one PE to the next
     * @param size how many PEs
     * @return the new team; null on a PE that is not in it, and for a null parent
     */
    public static ShmemTeam teamSplitStrided(ShmemTeam parent, int start, int stride, int size) {
        return teamSplitStrided(parent, start, stride, size, null);
    }

    /**
     * Makes a team as {@link ShmemTeam#splitStrided(int, int, int, TeamConfig)} does (spec: shmem_team_split_strided);
     * collective over the parent.
     *
     * @param parent a team, or null
     * @param start the first PE's number in it
     * @param stride from one PE to the next
     * @param size how many PEs
     * @param config requests, or null for none
     * @return the new team; null on a PE that is not in it, and for a null parent
     */
    public static ShmemTeam teamSplitStrided(ShmemTeam parent, int start, int stride, int size, TeamConfig config) {
        return parent == null ? null : parent.splitStrided(start, stride, size, config);
    }

    /**
     * Makes rows and columns as {@link ShmemTeam#split2d(int)} does (spec: shmem_team_split_2d); collective over the
     * parent.
     *
     * @param parent a team, or null
     * @param xrange PEs in a row
     * @return this PE's row and column; both are null for a null parent
     */
    public static TeamGrid teamSplit2d(ShmemTeam parent, int xrange) {
        return teamSplit2d(parent, xrange, null, null);
    }

    /**
     * Makes rows and columns as {@link ShmemTeam#split2d(int, TeamConfig, TeamConfig)} does (spec:
     * shmem_team_split_2d); collective over the parent.
     *
     * @param parent a team, or null
     * @param xrange PEs in a row
     * @param xConfig requests for the row, or null for none
     * @param yConfig requests for the column, or null for none
     * @return this PE's row and column; both are null for a null parent
     */
    public static TeamGrid teamSplit2d(ShmemTeam parent, int xrange, TeamConfig xConfig, TeamConfig yConfig) {
        return parent == null ? new TeamGrid(null, null) : parent.split2d(xrange, xConfig, yConfig);
    }

    /**
     * Makes a team of the PEs that pass the same color, as {@link ShmemTeam#splitByColor(int, int)} does; collective
     * over the parent. An extension of OpenSHMEM.
     *
     * @param parent a team, or null
     * @param color 0 or more; or {@link #NO_COLOR} to join no new team
     * @param key orders the PEs of the new team
     * @return the new team; null for {@code NO_COLOR}, and for a null parent
     */
    public static ShmemTeam teamSplitByColor(ShmemTeam parent, int color, int key) {
        return teamSplitByColor(parent, color, key, null);
    }

    /**
     * Makes a team of the PEs that pass the same color, as {@link ShmemTeam#splitByColor(int, int, TeamConfig)} does;
     * collective over the parent. An extension of OpenSHMEM.
     *
     * @param parent a team, or null
     * @param color 0 or more; or {@link #NO_COLOR} to join no new team
     * @param key orders the PEs of the new team
     * @param config requests, or null for none
     * @return the new team; null for {@code NO_COLOR}, and for a null parent
     */
    public static ShmemTeam teamSplitByColor(ShmemTeam parent, int color, int key, TeamConfig config) {
        return parent == null ? null : parent.splitByColor(color, key, config);
    }

    /**
     * Makes a team of some PEs, in any order, as {@link ShmemTeam#splitPes(int...)} does; collective over the parent.
     * An extension of OpenSHMEM.
     *
     * @param parent a team, or null
     * @param pes the numbers of those PEs in it, the same on all PEs
     * @return the new team; null on a PE that is not in it, and for a null parent
     */
    public static ShmemTeam teamSplitPes(ShmemTeam parent, int... pes) {
        return teamSplitPes(parent, pes, null);
    }

    /**
     * Makes a team of some PEs, in any order, as {@link ShmemTeam#splitPes(int[], TeamConfig)} does; collective over
     * the parent. An extension of OpenSHMEM.
     *
     * @param parent a team, or null
     * @param pes the numbers of those PEs in it, the same on all PEs
     * @param config requests, or null for none
     * @return the new team; null on a PE that is not in it, and for a null parent
     */
    public static ShmemTeam teamSplitPes(ShmemTeam parent, int[] pes, TeamConfig config) {
        return parent == null ? null : parent.splitPes(pes, config);
    }

    /**
     * Ends a team (spec: shmem_team_destroy), as {@link ShmemTeam#destroy()}; collective over the team.
     *
     * @param team a team; null does nothing
     */
    public static void teamDestroy(ShmemTeam team) {
        if (team != null) {
            team.destroy();
        }
    }

    /**
     * Makes a context whose PE numbers are a team's (spec: shmem_team_create_ctx); not collective.
     *
     * @param team a team, or null
     * @param options a union of {@link #CTX_SERIALIZED}, {@link #CTX_PRIVATE} and {@link #CTX_NOSTORE}, or 0
     * @return the context; null for a null team
     */
    public static ShmemContext teamCreateCtx(ShmemTeam team, long options) {
        return team == null ? null : team.createCtx(options);
    }

    /**
     * Waits until every PE of a team has called it (spec: shmem_team_sync). Afterwards earlier stores are visible. Puts
     * and other operations also need a quiet before the call.
     *
     * @param team the team
     */
    public static void teamSync(ShmemTeam team) {
        existing(team).sync();
    }

    static ShmemTeam existing(ShmemTeam team) {
        if (team == null) {
            throw new NullPointerException("team=null is no team (C's SHMEM_TEAM_INVALID): this PE is not in it");
        }
        return team;
    }

    static long checkedOptions(long options) {
        if ((options & ~KNOWN_OPTIONS) != 0) {
            throw new IllegalArgumentException("options=" + options + " has bits that are no CTX_ constant");
        }
        return options;
    }

    /**
     * Frees symmetric memory (spec: shmem_free); collective. The call starts with a barrier, so operations of the
     * default context on the block are complete before the memory is freed. A call with null does nothing and does not
     * wait.
     *
     * @param array the array of a whole allocation, or null
     * @throws IllegalArgumentException for an array that is not the start of an allocation
     * @throws IllegalStateException if the array was freed before; on every PE, if a PE holds or waits for a lock in
     *     the array, which is then not freed
     */
    public static void free(SymmetricArray array) {
        if (array != null) {
            PROVIDER.free(whole(array));
        }
    }

    /**
     * Completes the operations of the default context, then waits until every PE has called it (spec:
     * shmem_barrier_all); collective.
     */
    public static void barrierAll() {
        PROVIDER.barrierAll();
    }

    /**
     * Waits until every PE has called it (spec: shmem_sync_all); collective. Afterwards earlier stores are visible.
     * Puts and other operations also need a quiet before the call.
     */
    public static void syncAll() {
        PROVIDER.syncAll();
    }

    /**
     * Controls the tools that {@code SHMEM_TOOL} selects (spec: shmem_pcontrol); does nothing without a tool. By
     * convention level 0 switches a tool off. Level 1 switches it on; this is the level at the start. Level 2 also
     * makes the tool write out what it has recorded. Each tool defines other levels itself. The library's tool
     * {@code profile} follows this convention; its other tools ignore the call.
     *
     * @param level what to do
     * @param arguments further arguments, as the tool defines them
     */
    public static void pcontrol(int level, Object... arguments) {
        PROVIDER.pcontrol(level, arguments);
    }

    // forms:begin
    /**
     * Acquires a lock, and waits for it if necessary (spec: shmem_set_lock). Waiting PEs get the lock in the order in
     * which they asked for it.
     *
     * <p>A lock is an element of a symmetric array that is 0 on every PE at first and that nothing else uses:
     * {@code callocLongs} makes one. The lock belongs to the PE that set it, and is not re-entrant. With
     * {@link ThreadLevel#MULTIPLE} the threads of a PE exclude each other as well, in the order in which they asked for
     * the lock.
     *
     * @param lock symmetric array
     * @param index which element
     * @throws IllegalStateException if this PE (with MULTIPLE: the calling thread) holds the lock already, or if
     *     another value was written to it; nothing is changed then
     */
    public static void setLock(SymmetricLongs lock, long index) {
        PROVIDER.setLock(Check.lock(lock, index));
    }

    /**
     * Acquires a lock if it is free; does not wait (spec: shmem_test_lock). It never overtakes a PE that waits in
     * {@code setLock}.
     *
     * @param lock symmetric array
     * @param index which element
     * @return <b>0 if this PE has the lock now</b>, 1 if another PE or thread has it: the opposite of {@code tryLock}
     * @throws IllegalStateException if the calling thread holds the lock already, or if another value was written to
     *     it; nothing is changed then
     */
    public static int testLock(SymmetricLongs lock, long index) {
        return PROVIDER.tryLock(Check.lock(lock, index)) ? 0 : 1;
    }

    /**
     * Releases a lock (spec: shmem_clear_lock). It first completes the operations of {@link #CTX_DEFAULT}, so the next
     * holder sees what this PE put while it held the lock.
     *
     * @param lock symmetric array
     * @param index which element
     * @throws IllegalStateException if this PE does not hold the lock, or if another value was written to it; nothing
     *     is changed then
     */
    public static void clearLock(SymmetricLongs lock, long index) {
        PROVIDER.clearLock(Check.lock(lock, index));
    }

    /**
     * Acquires a lock, and waits for it if necessary (spec: shmem_set_lock). The end of a {@code try} block releases
     * it: {@code try (var held = holdLock(lock)) { … }}.
     *
     * @param lock symmetric array
     * @param index which element
     * @return an object whose {@code close} calls {@link #clearLock(SymmetricLongs, long)}
     * @throws IllegalStateException if this PE (with MULTIPLE: the calling thread) holds the lock already, or if
     *     another value was written to it; nothing is changed then
     */
    public static HeldLock holdLock(SymmetricLongs lock, long index) {
        setLock(lock, index);
        return new HeldLock(lock, index);
    }
    // forms:end

    // typed:begin
    /**
     * Allocates {@code nelems} elements of {@code double} on every PE (spec: shmem_malloc); collective. Unless
     * {@code nelems} is 0, it completes operations as {@link #barrierAll()} does. Other PEs may use the memory when it
     * returns. The content is undefined.
     *
     * @param nelems the same on every PE
     * @return the array, or null for 0 elements
     * @throws ShmemOutOfMemoryException on every PE, if one PE has no room
     */
    public static SymmetricDoubles mallocDoubles(long nelems) {
        return wrapDoubles(allocate(AllocationCall.MALLOC, ElementKind.DOUBLE, nelems, 0, 0), nelems);
    }

    /**
     * Allocates {@code nelems} elements of {@code double} that are 0 on every PE (spec: shmem_calloc); collective.
     *
     * @param nelems the same on every PE
     * @return the array, or null for 0 elements
     * @throws ShmemOutOfMemoryException on every PE, if one PE has no room
     */
    public static SymmetricDoubles callocDoubles(long nelems) {
        return wrapDoubles(allocate(AllocationCall.CALLOC, ElementKind.DOUBLE, nelems, 0, 0), nelems);
    }

    /**
     * Allocates {@code nelems} elements of {@code double} at an aligned address on every PE (spec: shmem_align);
     * collective.
     *
     * @param alignment bytes, a power of two from 8 to 16 MiB
     * @param nelems the same on every PE
     * @return the array, or null for 0 elements
     * @throws ShmemOutOfMemoryException on every PE, if one PE has no room
     */
    public static SymmetricDoubles alignDoubles(long alignment, long nelems) {
        return wrapDoubles(
                allocate(AllocationCall.ALIGN, ElementKind.DOUBLE, nelems, Check.alignment(alignment), 0), nelems);
    }

    /**
     * Allocates {@code nelems} elements of {@code double} on every PE (spec: shmem_malloc_with_hints); collective.
     * Hints affect only the speed.
     *
     * @param nelems the same on every PE
     * @param hints a union of {@link #MALLOC_ATOMICS_REMOTE} and {@link #MALLOC_SIGNAL_REMOTE}, or 0
     * @return the array, or null for 0 elements
     * @throws ShmemOutOfMemoryException on every PE, if one PE has no room
     */
    public static SymmetricDoubles mallocDoublesWithHints(long nelems, long hints) {
        return wrapDoubles(
                allocate(AllocationCall.MALLOC_WITH_HINTS, ElementKind.DOUBLE, nelems, 0, checkedHints(hints)), nelems);
    }

    /**
     * Changes an allocation's length (spec: shmem_realloc); collective. The content up to the smaller length is kept;
     * {@code array} and all its parts can no longer be used, unless the call fails.
     *
     * @param array the array of a whole allocation, or null to allocate
     * @param nelems the new length; 0 frees
     * @return the array that replaces it, or null for 0 elements
     * @throws ShmemOutOfMemoryException on every PE, if one PE has no room; {@code array} stays as it is
     */
    public static SymmetricDoubles realloc(SymmetricDoubles array, long nelems) {
        if (array == null) {
            return mallocDoubles(nelems);
        }
        final long bytes = Check.allocationBytes(nelems, Double.BYTES);
        if (bytes == 0) {
            free(array);
            return null;
        }
        return wrapDoubles(PROVIDER.reallocate(whole(array), bytes), nelems);
    }

    /**
     * A live view of a PE's copy of an array, for loads and stores (spec: shmem_ptr). The view can be the local side of
     * an operation, but it is not a symmetric address.
     *
     * @param array symmetric array
     * @param pe whose copy
     * @return the view, or null if that PE's memory is not mapped here
     */
    public static SymmetricDoubles ptr(SymmetricDoubles array, int pe) {
        final long offset = Check.remote("array", array, 0, array == null ? 1 : array.length(), Double.BYTES);
        final long address = PROVIDER.addressOf(offset, pe);
        return address == 0
                ? null
                : new SymmetricDoubles(array.allocation, SymmetricArray.NOT_SYMMETRIC, address, array.length);
    }

    /**
     * A live view of a PE's copy of an array (spec: shmem_team_ptr), as {@link #ptr(SymmetricDoubles, int)} gives.
     *
     * @param team a team, or null
     * @param array symmetric array
     * @param pe whose copy, a number in the team
     * @return the view; null if that PE's memory is not mapped here, and for a null team
     */
    public static SymmetricDoubles teamPtr(ShmemTeam team, SymmetricDoubles array, int pe) {
        return team == null ? null : team.ptr(array, pe);
    }

    private static SymmetricDoubles wrapDoubles(Allocation block, long nelems) {
        return block == null ? null : new SymmetricDoubles(block, block.offset, block.address, nelems);
    }
    // typed:end

    // delegates: ShmemContext CTX_DEFAULT
    // delegates: AtomicOperations CTX_DEFAULT
    // delegates: SignalOperations CTX_DEFAULT
    // delegates: PointToPoint SYNC

    // delegates: ShmemTeam existing(team) team

    private static Allocation allocate(AllocationCall call, ElementKind type, long nelems, long alignment, long hints) {
        final long bytes = Check.allocationBytes(nelems, type.bytes);
        return bytes == 0 ? none() : PROVIDER.allocate(call, type, bytes, alignment, hints);
    }

    /** An allocation of nothing needs an initialised library all the same. */
    private static Allocation none() {
        PROVIDER.myPe();
        return null;
    }

    private static long checkedHints(long hints) {
        if ((hints & ~KNOWN_HINTS) != 0) {
            throw new IllegalArgumentException("hints=" + hints + " has bits that are no MALLOC_ constant");
        }
        return hints;
    }

    private static Allocation whole(SymmetricArray array) {
        final Allocation block = array.allocation;
        if (!block.live && !block.liveElsewhere) {
            throw new IllegalStateException(
                    "array=" + array + " was freed or reallocated before, or ended by the last shutdown");
        }
        if (block.isShared()) {
            throw new IllegalArgumentException("array=" + array
                    + " is shared memory, which one PE allocates and frees; call its close() or realloc()");
        }
        if (array.offset != block.offset) {
            throw new IllegalArgumentException("array=" + array + " is not the start of an allocation (" + block
                    + "); pass the array that malloc returned");
        }
        return block;
    }
}
