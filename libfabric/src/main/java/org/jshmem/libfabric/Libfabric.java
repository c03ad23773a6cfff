package org.jshmem.libfabric;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.nio.charset.StandardCharsets;
import org.jshmem.libfabric.struct.FiInfo;

/**
 * The library itself, loaded once in a process.
 *
 * <p>The system property {@code org.jshmem.libfabric} names another file than {@value #SONAME}.
 */
public final class Libfabric {
    /** What is loaded unless the property says otherwise. */
    public static final String SONAME = "libfabric.so.1";

    /** The version of the interface that this package speaks, and the oldest library it works with. */
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

    /** Loads at the first call; an error is thrown again at each. */
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
     * Loads the library if that has not happened yet. The JVM's signal handlers survive it (see {@code SignalGuard}).
     *
     * @return always the same
     * @throws FabricException if there is none, or it is too old; says what to do
     */
    public static Libfabric get() {
        if (Loaded.LIBRARY instanceof FabricException e) {
            throw new FabricException(e.getMessage(), e);
        }
        return (Libfabric) Loaded.LIBRARY;
    }

    /**
     * Changes the environment of the process as loading the library needs it, in the calling thread. To be called
     * before {@link #get()} is called by a thread of its own: the environment of C must not change while another thread
     * reads it.
     */
    public static void prepare() {
        SignalGuard.changeEnvironment();
    }

    /**
     * Sets a variable of the environment that a provider reads when the library is loaded, unless it is set already.
     * After the first {@link #get()} this comes too late.
     *
     * @param variable its name, as {@code fi_info -e} lists it
     * @param value what it should be
     */
    public static void suggest(String variable, String value) {
        SignalGuard.environment(variable, value);
    }

    Exports exports() {
        return exports;
    }

    /**
     * The library's version.
     *
     * @return as {@link Fi#version} makes it
     */
    public int version() {
        return version;
    }

    /**
     * The library's version for people.
     *
     * @return as {@code 1.17}
     */
    public String versionText() {
        return (version >>> Short.SIZE) + "." + (version & 0xffff);
    }

    /**
     * See {@code fi_strerror(3)}.
     *
     * @param errno positive or negative
     * @return the library's words
     */
    public String strerror(int errno) {
        return exports.strerror(Math.abs(errno));
    }

    /**
     * See {@code fi_tostr(3)}.
     *
     * @param data what to describe; null for a plain number, which is then not looked at
     * @param type one of the {@code TYPE_} constants of {@link Fi}
     * @return the library's words
     */
    public String tostr(Pointer data, int type) {
        return exports.tostr(data, type);
    }

    /**
     * Hints that ask for nothing yet; see {@code fi_allocinfo(3)}. To be given back by {@link #free}.
     *
     * @return with all structures it points to
     */
    public FiInfo allocInfo() {
        final Pointer info = exports.dupInfo(null);
        if (info == null) {
            throw new FabricException("fi_allocinfo", Fi.ENOMEM, strerror(Fi.ENOMEM));
        }
        return new FiInfo(info);
    }

    /**
     * A string for a member of hints: {@code fi_freeinfo} gives it back by the C library's {@code free}.
     *
     * @param text what it says
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
     * Gives back what {@link #allocInfo} made.
     *
     * @param info not to be used any more
     */
    public void free(FiInfo info) {
        exports.freeInfo(info.getPointer());
    }

    /**
     * Lists the ways to communicate; see {@code fi_getinfo(3)}.
     *
     * @param node a name or address; null for any
     * @param service a port or service; null for any
     * @param flags as {@link Fi#SOURCE}
     * @param hints what to ask for; null for everything
     * @return best first; empty if there is none
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

    /** Throws for a result below zero. */
    int check(String call, int result) {
        if (result < 0) {
            throw new FabricException(call, -result, strerror(result));
        }
        return result;
    }
}
