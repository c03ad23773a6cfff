package org.jshmem.libfabric;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.lang.foreign.MemorySegment;
import org.jshmem.libfabric.ffm.Calls;

/** An open object of libfabric; see {@code fabric(7)}. Close it before the object from which it was opened. */
public abstract class Fid implements AutoCloseable {
    final Libfabric library;
    private final Pointer fid;
    private boolean closed;

    Fid(Libfabric library, Pointer fid) {
        this.library = library;
        this.fid = fid;
    }

    /**
     * The C object.
     *
     * @return {@code struct fid *}
     */
    public final Pointer pointer() {
        return fid;
    }

    /** The address of the C object, for the data path. */
    final long address() {
        return Pointer.nativeValue(fid);
    }

    /** The operation table at an offset of the object. */
    final Pointer ops(long member) {
        return fid.getPointer(member);
    }

    /** Whether a table has an entry; newer versions of libfabric have longer tables. */
    static boolean has(Pointer ops, long entry) {
        return ops != null && ops.getLong(0) > entry && ops.getPointer(entry) != null;
    }

    /** The function of a table entry, for the data path; null if there is none. */
    final MemorySegment entry(long member, long entry) {
        final Pointer table = ops(member);
        return has(table, entry) ? Calls.function(table.getLong(entry)) : null;
    }

    /** Calls a table entry; throws if the result is negative. */
    final int call(String name, Pointer ops, long entry, Object... arguments) {
        return library.check(name, invoke(name, ops, entry, arguments));
    }

    /** Calls a table entry; the result may be negative. */
    final int invoke(String name, Pointer ops, long entry, Object... arguments) {
        if (!has(ops, entry)) {
            throw new FabricException(name, Fi.ENOSYS, library.strerror(Fi.ENOSYS));
        }
        return Function.getFunction(ops.getPointer(entry)).invokeInt(arguments);
    }

    /** Calls a table entry that opens an object. */
    final Pointer open(String name, Pointer ops, long entry, Pointer attribute) {
        final PointerByReference result = new PointerByReference();
        call(name, ops, entry, fid, attribute, result, null);
        return result.getValue();
    }

    /**
     * Binds another object to this one; see {@code fi_ep_bind(3)}.
     *
     * @param other a completion queue, counter, address vector or endpoint
     * @param flags for example {@link Fi#TRANSMIT}
     */
    public final void bind(Fid other, long flags) {
        call("fi_bind", ops(Offsets.FID_OPS), Offsets.OPS_BIND, fid, other.fid, flags);
    }

    /**
     * Executes a command; see {@code fi_control(3)}.
     *
     * @param command a command constant of {@link Fi}
     * @param argument the argument of the command
     */
    public final void control(int command, Pointer argument) {
        call("fi_control", ops(Offsets.FID_OPS), Offsets.OPS_CONTROL, fid, command, argument);
    }

    /**
     * The file descriptor of a completion queue or counter that was opened with {@link Fi#WAIT_FD}.
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
