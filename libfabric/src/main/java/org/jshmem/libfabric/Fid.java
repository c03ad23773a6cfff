package org.jshmem.libfabric;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.lang.foreign.MemorySegment;
import org.jshmem.libfabric.ffm.Calls;

/** An open object of libfabric; see {@code fabric(7)}. To be closed before what it was opened from. */
public abstract class Fid implements AutoCloseable {
    final Libfabric library;
    private final Pointer fid;
    private boolean closed;

    Fid(Libfabric library, Pointer fid) {
        this.library = library;
        this.fid = fid;
    }

    /**
     * Where the object is.
     *
     * @return {@code struct fid *}
     */
    public final Pointer pointer() {
        return fid;
    }

    /** Its address, for the data path. */
    final long address() {
        return Pointer.nativeValue(fid);
    }

    /** One of its tables of operations. */
    final Pointer ops(long member) {
        return fid.getPointer(member);
    }

    /** Whether a table has an entry: tables grow with versions. */
    static boolean has(Pointer ops, long entry) {
        return ops != null && ops.getLong(0) > entry && ops.getPointer(entry) != null;
    }

    /** An entry of a table for the data path; null if there is none. */
    final MemorySegment entry(long member, long entry) {
        final Pointer table = ops(member);
        return has(table, entry) ? Calls.function(table.getLong(entry)) : null;
    }

    /** Calls an entry of a table. */
    final int call(String name, Pointer ops, long entry, Object... arguments) {
        return library.check(name, invoke(name, ops, entry, arguments));
    }

    /** Calls an entry of a table; its result may be below zero. */
    final int invoke(String name, Pointer ops, long entry, Object... arguments) {
        if (!has(ops, entry)) {
            throw new FabricException(name, Fi.ENOSYS, library.strerror(Fi.ENOSYS));
        }
        return Function.getFunction(ops.getPointer(entry)).invokeInt(arguments);
    }

    /** Calls an entry that opens something as an attribute says. */
    final Pointer open(String name, Pointer ops, long entry, Pointer attribute) {
        final PointerByReference result = new PointerByReference();
        call(name, ops, entry, fid, attribute, result, null);
        return result.getValue();
    }

    /**
     * Binds another object to this one; see {@code fi_ep_bind(3)}.
     *
     * @param other a queue, counter or address vector
     * @param flags as {@link Fi#TRANSMIT}
     */
    public final void bind(Fid other, long flags) {
        call("fi_bind", ops(Offsets.FID_OPS), Offsets.OPS_BIND, fid, other.fid, flags);
    }

    /**
     * See {@code fi_control(3)}.
     *
     * @param command one of the commands in {@link Fi}
     * @param argument depends on that
     */
    public final void control(int command, Pointer argument) {
        call("fi_control", ops(Offsets.FID_OPS), Offsets.OPS_CONTROL, fid, command, argument);
    }

    /**
     * The file descriptor to wait on, of a queue or counter that was opened with {@link Fi#WAIT_FD}.
     *
     * @return for poll or epoll, after {@link Fabric#mayWait}
     */
    public final int waitFd() {
        try (Memory result = new Memory(Native.LONG_SIZE)) {
            control(Fi.GETWAIT, result);
            return result.getInt(0);
        }
    }

    @Override
    public final void close() {
        if (!closed) {
            closed = true;
            call("fi_close", ops(Offsets.FID_OPS), Offsets.OPS_CLOSE, fid);
        }
    }
}
