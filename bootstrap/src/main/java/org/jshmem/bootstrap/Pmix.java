package org.jshmem.bootstrap;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import org.jshmem.ShmemException;

/**
 * Calls the client functions of libpmix, 2.x to 5.x: one method for each function. The caller owns all memory.
 *
 * <p>All functions are called with one shape, five longs that return a long, because each new shape costs a starting
 * JVM more than ten milliseconds. A function ignores arguments that it does not have, and the upper half of an
 * {@code int}.
 */
public final class Pmix {
    /** {@code PMIX_SUCCESS}. */
    public static final int SUCCESS = 0;

    /** {@code PMIX_GLOBAL}: the value is for all processes. */
    public static final int GLOBAL = 3;

    /** {@code PMIX_BOOL}. */
    public static final short BOOL = 1;

    /** {@code PMIX_STRING}. */
    public static final short STRING = 3;

    /** {@code PMIX_UINT32}. */
    public static final short UINT32 = 14;

    /** {@code PMIX_BYTE_OBJECT}. */
    public static final short BYTE_OBJECT = 27;

    /** {@code PMIX_RANK_WILDCARD}. */
    public static final int RANK_WILDCARD = -2;

    /** {@code sizeof(pmix_proc_t)}. */
    public static final long PROC_BYTES = 260;

    /** {@code offsetof(pmix_proc_t, rank)}; the name space is at offset 0. */
    public static final long PROC_RANK_OFFSET = 256;

    /** {@code sizeof(pmix_value_t)}; its type, 16 bits, is at offset 0. */
    public static final long VALUE_BYTES = 32;

    /** {@code offsetof(pmix_value_t, data)}; for a byte object, this holds the address of the bytes. */
    public static final long VALUE_DATA_OFFSET = 8;

    /** {@code offsetof(pmix_value_t, data.bo.size)}. */
    public static final long VALUE_SIZE_OFFSET = 16;

    /** {@code sizeof(pmix_info_t)}; its key is at offset 0. */
    public static final long INFO_BYTES = 552;

    /** {@code offsetof(pmix_info_t, value)}. */
    public static final long INFO_VALUE_OFFSET = 520;

    private static final String[] NAMES = {"libpmix.so.2", "libpmix.so"};
    private static final MethodHandle CALL = link();

    private final SymbolLookup library;
    private final MemorySegment free = Linker.nativeLinker().defaultLookup().findOrThrow("free");
    private final MemorySegment put;
    private final MemorySegment commit;
    private final MemorySegment fence;
    private final MemorySegment get;
    private final MemorySegment abort;
    private final MemorySegment finish;
    private final MemorySegment errorString;

    /**
     * Loads the library.
     *
     * @throws ShmemException if it cannot be found, or lacks a function
     */
    public Pmix() {
        library = load();
        put = find("PMIx_Put");
        commit = find("PMIx_Commit");
        fence = find("PMIx_Fence");
        get = find("PMIx_Get");
        abort = find("PMIx_Abort");
        finish = find("PMIx_Finalize");
        errorString = find("PMIx_Error_string");
    }

    @SuppressWarnings("restricted") // calling C is the purpose of this class
    private static SymbolLookup load() {
        IllegalArgumentException last = null;
        for (String name : NAMES) {
            try {
                return SymbolLookup.libraryLookup(name, Arena.global());
            } catch (IllegalArgumentException e) {
                last = e;
            }
        }
        throw new ShmemException(
                "PMIx is asked for and its library is not found (" + String.join(", ", NAMES)
                        + "); install it (Debian: libpmix2), or add its directory to LD_LIBRARY_PATH",
                last);
    }

    private MemorySegment find(String function) {
        return library.find(function)
                .orElseThrow(() -> new ShmemException(
                        "libpmix has no function " + function + "; JSHMEM needs PMIx 2 or later, with its client"));
    }

    /** {@code PMIx_Init}: writes the name space and rank of this process to {@code proc}. */
    public int init(long proc) {
        return (int) call(find("PMIx_Init"), proc, 0, 0, 0, 0);
    }

    /** {@code PMIx_Put}. */
    public int put(int scope, long key, long value) {
        return (int) call(put, scope, key, value, 0, 0);
    }

    /** {@code PMIx_Commit}. */
    public int commit() {
        return (int) call(commit, 0, 0, 0, 0, 0);
    }

    /** {@code PMIx_Fence} of all processes in the name space. */
    public int fence(long info, long infos) {
        return (int) call(fence, 0, 0, info, infos, 0);
    }

    /** {@code PMIx_Get}: writes the address of a value; the caller frees the value and the memory that it points to. */
    public int get(long proc, long key, long valueAddress) {
        return (int) call(get, proc, key, 0, 0, valueAddress);
    }

    /** {@code PMIx_Abort} of all processes in the name space. */
    public int abort(int status, long message) {
        return (int) call(abort, status, message, 0, 0, 0);
    }

    /** {@code PMIx_Finalize}. */
    public int finish() {
        return (int) call(finish, 0, 0, 0, 0, 0);
    }

    /** {@code PMIx_Get_version}. */
    public String version() {
        return string(call(find("PMIx_Get_version"), 0, 0, 0, 0, 0));
    }

    /** {@code PMIx_Error_string}. */
    public String errorString(int status) {
        return "status " + status + ", " + string(call(errorString, status, 0, 0, 0, 0));
    }

    /** {@code free(3)}. */
    public void free(long address) {
        call(free, address, 0, 0, 0, 0);
    }

    /** The C string at an address. */
    @SuppressWarnings("restricted") // C strings have no length
    public static String string(long address) {
        return MemorySegment.ofAddress(address).reinterpret(Integer.MAX_VALUE).getString(0);
    }

    /** The memory at an address. */
    @SuppressWarnings("restricted") // what the library returns
    public static MemorySegment memory(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    private static long call(MemorySegment function, long a, long b, long c, long d, long e) {
        try {
            return (long) CALL.invokeExact(function, a, b, c, d, e);
        } catch (Error error) {
            throw error;
        } catch (Throwable t) {
            throw new AssertionError("a downcall does not throw", t);
        }
    }

    @SuppressWarnings("restricted") // calling C is the purpose of this class
    private static MethodHandle link() {
        return Linker.nativeLinker()
                .downcallHandle(
                        FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    }
}
