package org.jshmem.libfabric;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.nio.charset.StandardCharsets;
import org.jshmem.libfabric.struct.FiInfo;

/**
 * The libfabric library, loaded once in a process.
 *
 * <p>The system property {@code org.jshmem.libfabric} selects another file than {@value #SONAME}.
 */
public final class Libfabric {
    /** The file that is loaded by default. */
    public static final String SONAME = "libfabric.so.1";

    /** The version of the interface that this package uses, and the oldest library that it accepts. */
    public static final int API_VERSION = Fi.version(1, 17);

    private static final String PROPERTY = "org.jshmem.libfabric";

    private final Exports exports;
    private final int version;

    private Libfabric(LibraryFile file) {
        this.exports = new Exports(file);
        this.version = exports.version();
        if (version < API_VERSION) {
            throw new FabricException(file() + " is libfabric " + versionText() + "; 1.17 or later is needed", null);
        }
    }

    /** Loads the library at the first access; an error is thrown again at every access. */
    private static final class Loaded {
        private static final Object LIBRARY = load();

        private static Object load() {
            try {
                final LibraryFile file = LibraryFile.load(file());
                if (file.error() != null) {
                    return new FabricException(
                            "libfabric cannot be loaded: looked for " + file() + ", and " + file.error()
                                    + ". Install it (Debian and Ubuntu: apt-get install libfabric1), or name its file"
                                    + " by -D" + PROPERTY + "=",
                            null);
                }
                return new Libfabric(file);
            } catch (FabricException e) {
                return e;
            } catch (UnsatisfiedLinkError e) {
                return new FabricException("JNA, which libfabric is called by, cannot be used: " + e.getMessage(), e);
            }
        }
    }

    static String file() {
        return System.getProperty(PROPERTY, SONAME);
    }

    /**
     * Loads the library at the first call. The JVM's signal handlers are preserved (see {@code SignalGuard}).
     *
     * @return always the same
     * @throws FabricException if the library is missing or too old; the message says what to do
     */
    public static Libfabric get() {
        if (Loaded.LIBRARY instanceof FabricException e) {
            throw new FabricException(e.getMessage(), e);
        }
        return (Libfabric) Loaded.LIBRARY;
    }

    /**
     * Changes the environment of the process, in the calling thread, as loading the library requires. Call this before
     * another thread calls {@link #get()}: the C environment must not change while another thread reads it.
     */
    public static void prepare() {
        SignalGuard.changeEnvironment();
    }

    /**
     * Sets an environment variable that a provider reads when the library is loaded, unless the variable is set
     * already. It has no effect after the first {@link #get()}.
     *
     * @param variable its name, as {@code fi_info -e} lists it
     * @param value its value
     */
    public static void suggest(String variable, String value) {
        SignalGuard.environment(variable, value);
    }

    Exports exports() {
        return exports;
    }

    /**
     * The version of the library as text.
     *
     * @return for example {@code 1.17}
     */
    public String versionText() {
        return (version >>> Short.SIZE) + "." + (version & 0xffff);
    }

    /**
     * Describes an error; see {@code fi_strerror(3)}.
     *
     * @param errno positive or negative
     * @return the text of the library
     */
    public String strerror(int errno) {
        return exports.strerror(Math.abs(errno));
    }

    /**
     * Allocates hints that request nothing yet; see {@code fi_allocinfo(3)}. Free them by {@link #free}.
     *
     * @return hints with all structures that they point to
     */
    public FiInfo allocInfo() {
        final Pointer info = exports.dupInfo(null);
        if (info == null) {
            throw new FabricException("fi_allocinfo", Fi.ENOMEM, strerror(Fi.ENOMEM));
        }
        return new FiInfo(info);
    }

    /**
     * Copies a string for a member of hints. {@code fi_freeinfo} frees it by the C library's {@code free}.
     *
     * @param text the text
     * @return a copy from {@code malloc}
     */
    public Pointer mallocString(String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        final Pointer copy = new Pointer(Native.malloc(bytes.length + 1));
        copy.write(0, bytes, 0, bytes.length);
        copy.setByte(bytes.length, (byte) 0);
        return copy;
    }

    /**
     * Frees the result of {@link #allocInfo}.
     *
     * @param info not to be used any more
     */
    public void free(FiInfo info) {
        exports.freeInfo(info.getPointer());
    }

    /**
     * Lists networks; see {@code fi_getinfo(3)}.
     *
     * @param node a name or address; null for any
     * @param service a port or service; null for any
     * @param flags for example {@link Fi#SOURCE}
     * @param hints the requirements; null for none
     * @return the entries, best first; empty if there is none
     */
    public InfoList getInfo(String node, String service, long flags, FiInfo hints) {
        if (hints != null) {
            hints.write();
        }
        final PointerByReference list = new PointerByReference();
        final Pointer asked = hints == null ? null : hints.getPointer();
        final int result = exports.getInfo(API_VERSION, node, service, flags, asked, list);
        if (result == -Fi.ENODATA) {
            return new InfoList(this, null);
        }
        check("fi_getinfo", result);
        return new InfoList(this, list.getValue());
    }

    /** Throws if a result is negative. */
    int check(String call, int result) {
        if (result < 0) {
            throw new FabricException(call, -result, strerror(result));
        }
        return result;
    }
}
