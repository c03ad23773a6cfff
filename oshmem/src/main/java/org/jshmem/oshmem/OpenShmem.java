package org.jshmem.oshmem;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.jshmem.oshmem.Library.call;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The C library of OpenSHMEM that this process uses: the functions that every library has had since version 1.4. None
 * of them takes a constant, whose values differ from library to library.
 *
 * <p>The methods have the names of the functions. Addresses are of this PE's symmetric memory, or of memory of this
 * process, as for the functions. One thread at a time may call, unless {@link #isThreadSafe}; {@link Operations} has
 * what several threads need.
 */
public final class OpenShmem {
    /** The value of {@code SHMEM_THREAD_MULTIPLE} in every library. */
    private static final int THREAD_MULTIPLE = 3;

    /** How the file of Open MPI's library begins. */
    private static final String OPEN_MPI = "liboshmem.";

    private static final List<String> NAMES = List.of(OPEN_MPI + "so.40", OPEN_MPI + "so");

    /** Variables for the size of the symmetric heap. Open MPI 4 reads the last two. */
    private static final List<String> SIZES =
            List.of("SHMEM_SYMMETRIC_SIZE", "SMA_SYMMETRIC_SIZE", "SHMEM_SYMMETRIC_HEAP_SIZE");

    /**
     * Symmetric memory besides the heap of JSHMEM: up to 32 MiB to round its size up and to align it, up to 36 MiB for
     * the bootstrap and the messages, and the rest for the program's functions in C.
     */
    private static final long OWN_BYTES = 96L << 20;

    /** Of Open MPI, whose {@code quiet} makes no progress for others if this PE has nothing under way. */
    private static final String PROGRESS = "opal_progress";

    /** {@code SHMEM_MAX_NAME_LEN} is 64 to 256. */
    private static final int MOST_NAME = 4096;

    private static OpenShmem ofProcess;

    /** Then a library that is loaded was loaded here, by an initialisation that failed perhaps. */
    private static boolean isPrepared;

    private final Library library;
    private final MemorySegment initThread;
    private final MemorySegment myPe;
    private final MemorySegment nPesFunction;
    private final MemorySegment infoGetName;
    private final MemorySegment align;
    private final MemorySegment free;
    private final MemorySegment ptr;
    private final MemorySegment barrierAll;
    private final MemorySegment globalExit;
    private final MemorySegment finish;

    /** Makes progress without an operation, if a library has such a function; otherwise null. */
    private final MemorySegment progress;

    private final Operations operations;

    private int threadLevel;
    private int pe;
    private int nPes;

    /** The symmetric heap of JSHMEM, which outlives a shutdown; 0 for none. */
    private long heap;

    private long heapBytes;

    private OpenShmem(Library library) {
        this.library = library;
        initThread = library.find("shmem_init_thread");
        myPe = library.find("shmem_my_pe");
        nPesFunction = library.find("shmem_n_pes");
        infoGetName = library.find("shmem_info_get_name");
        align = library.find("shmem_align");
        free = library.find("shmem_free");
        ptr = library.find("shmem_ptr");
        barrierAll = library.find("shmem_barrier_all");
        globalExit = library.find("shmem_global_exit");
        finish = library.find("shmem_finalize");
        progress = library.has(PROGRESS) ? library.find(PROGRESS) : null;
        operations = new Operations(library);
    }

    /**
     * The library of this process; the first call loads and initialises it, together with the other PEs.
     *
     * @param path its file; empty to find it by the names that libraries have
     * @param bytes the size of the symmetric heap that will be asked for
     * @return always the same
     * @throws IllegalStateException if there is none, it lacks something, or the program has loaded it before; or if
     *     the machine has not that much memory
     */
    public static synchronized OpenShmem ofProcess(String path, long bytes) {
        if (ofProcess == null) {
            FreeMemory.require(bytes + OWN_BYTES, isOpenMpi(path));
            final OpenShmem loaded = new OpenShmem(load(path));
            loaded.init(bytes);
            ofProcess = loaded;
        }
        return ofProcess;
    }

    /**
     * Loads a library without initialising it.
     *
     * @param path its file; empty to find it by the names that libraries have
     * @return its name, if it has all that is needed
     * @throws IllegalStateException if there is none, or it lacks something
     */
    public static String check(String path) {
        return new OpenShmem(load(path)).library.name();
    }

    /**
     * The library that the first call of {@link #ofProcess(String, long)} has loaded.
     *
     * @return always the same
     */
    public static synchronized OpenShmem ofProcess() {
        return ofProcess;
    }

    private static List<String> names(String path) {
        return path.isEmpty() ? NAMES : List.of(path);
    }

    /** Open MPI would have found symbols of its own, and would crash. */
    private static void refuseLoaded(String path) {
        for (String name : names(path)) {
            if (Library.isLoaded(name)) {
                throw new IllegalStateException(name + " was loaded before JSHMEM could prepare this process for it;"
                        + " load libraries that use it after init()");
            }
        }
    }

    private static boolean isOpenMpi(String path) {
        return path.isEmpty() || path.substring(path.lastIndexOf('/') + 1).startsWith(OPEN_MPI);
    }

    private static synchronized Library load(String path) {
        if (!isPrepared) {
            refuseLoaded(path);
            isPrepared = true;
        }
        // Before the library, which would find symbols of its own.
        Library.prepareProcess(!isOpenMpi(path));
        for (String name : names(path)) {
            final Library found = Library.open(name);
            if (found != null) {
                return found;
            }
        }
        throw new IllegalStateException("no C library of OpenSHMEM can be loaded (" + Library.error()
                + "); name its file, as in SHMEM_TRANSPORT=native:/path/to/liboshmem.so, or add its directory to"
                + " LD_LIBRARY_PATH");
    }

    /** Initialises with the highest level of threads that there is. */
    private void init(long bytes) {
        // Atomics of other nodes are to be atomic with those of this node, which are executed by its CPUs.
        Library.setenv("UCX_ATOMIC_MODE", "cpu", false);
        // The size of the heap is always what JSHMEM needs, whatever the user has set.
        for (String name : SIZES) {
            Library.setenv(name, Long.toString(bytes + OWN_BYTES), true);
        }
        Library.keepHandlers(() -> {
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment provided = arena.allocate(JAVA_INT);
                final int status = (int) call(initThread, THREAD_MULTIPLE, provided.address(), 0, 0, 0, 0);
                if (status != 0) {
                    throw new IllegalStateException(
                            library.name() + ": shmem_init_thread failed with status " + status);
                }
                threadLevel = provided.get(JAVA_INT, 0);
            }
        });
        pe = (int) call(myPe, 0, 0, 0, 0, 0, 0);
        nPes = (int) call(nPesFunction, 0, 0, 0, 0, 0, 0);
    }

    /**
     * The library's file, and what it calls itself.
     *
     * @return a few words
     */
    public String name() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment text = arena.allocate(MOST_NAME);
            call(infoGetName, text.address(), 0, 0, 0, 0, 0);
            return library.name() + " (" + text.getString(0).strip() + ")";
        }
    }

    /** Whether any thread may call at any time. */
    public boolean isThreadSafe() {
        return threadLevel == THREAD_MULTIPLE;
    }

    /** This PE's number. */
    public int pe() {
        return pe;
    }

    /** The number of PEs. */
    public int nPes() {
        return nPes;
    }

    /**
     * A block for the symmetric heap of JSHMEM; collective, the first time. It outlives a shutdown of JSHMEM, as the C
     * library does.
     *
     * @param bytes the same on all PEs, and each time
     * @param alignment a power of two
     * @return its address
     * @throws IllegalStateException if there is no room
     */
    public synchronized long heap(long bytes, long alignment) {
        if (heap == 0) {
            heap = align(alignment, bytes);
            heapBytes = bytes;
        }
        if (bytes != heapBytes) {
            throw new IllegalStateException("the symmetric heap has " + heapBytes + " bytes since the first init, and "
                    + bytes + " are asked for; give each init of a process the same SHMEM_SYMMETRIC_SIZE");
        }
        return heap;
    }

    /**
     * {@code shmem_align}; collective.
     *
     * @throws IllegalStateException if there is no room
     */
    public long align(long alignment, long bytes) {
        final long block = call(align, alignment, bytes, 0, 0, 0, 0);
        if (block == 0) {
            throw new IllegalStateException(library.name() + " has no symmetric memory of " + bytes
                    + " bytes; set SHMEM_SYMMETRIC_SIZE to less, or the limits of the library and of /dev/shm to more");
        }
        return block;
    }

    /** The same as a segment. */
    @SuppressWarnings("restricted") // what the library has given
    public MemorySegment memory(long alignment, long bytes) {
        return MemorySegment.ofAddress(align(alignment, bytes)).reinterpret(bytes);
    }

    /** {@code shmem_ptr}: where the memory of another PE can be loaded and stored; 0 if nowhere. */
    public long ptr(long address, int of) {
        return call(ptr, address, of, 0, 0, 0, 0);
    }

    /** {@code shmem_free}; collective. */
    public void free(long block) {
        call(free, block, 0, 0, 0, 0, 0);
    }

    /** What moves data, for which several threads may have use. */
    public Operations operations() {
        return operations;
    }

    /** Lets the library serve operations of other PEs. */
    public void progress() {
        if (progress == null) {
            operations.quiet();
        } else {
            call(progress, 0, 0, 0, 0, 0, 0);
        }
    }

    /** {@code shmem_barrier_all}. */
    public void barrierAll() {
        call(barrierAll, 0, 0, 0, 0, 0, 0);
    }

    /** {@code shmem_global_exit}; does not return. */
    public void globalExit(int status) {
        call(globalExit, status, 0, 0, 0, 0, 0);
    }

    /** {@code shmem_finalize}; collective. Nothing may be called afterwards. */
    public void shutdown() {
        Library.keepLoaded();
        call(finish, 0, 0, 0, 0, 0, 0);
    }
}
