package org.jshmem.libfabric;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.foreign.MemorySegment;
import org.jshmem.libfabric.ffm.Calls;

/**
 * Sends, receives and transfers data; see {@code fi_endpoint(3)}. Bind completion queues, counters and an address
 * vector, then {@link #enable()} it; operations are allowed afterwards.
 *
 * <p>Operations return 0 or a negative error; after −{@link Fi#EAGAIN} (a queue is full) repeat the operation after
 * progress. Buffers are addresses. {@code descriptor} is that of the buffer's registration, or 0 if the provider
 * requires none. {@code context} appears in the completion.
 */
public final class Endpoint extends Fid {
    private static final long MOST_NAME_BYTES = 256;

    /** Functions of the operation tables; null before {@link #enable()}, and where the provider has none. */
    private MemorySegment read;

    private MemorySegment readMessage;
    private MemorySegment write;
    private MemorySegment writeMessage;
    private MemorySegment injectWrite;
    private MemorySegment send;
    private MemorySegment receive;
    private MemorySegment inject;
    private MemorySegment atomic;
    private MemorySegment injectAtomic;
    private MemorySegment fetchAtomic;
    private MemorySegment compareAtomic;

    Endpoint(Libfabric library, Pointer fid) {
        super(library, fid);
    }

    /**
     * Enables the endpoint; see {@code fi_enable(3)}. A provider may exchange the operation tables here, so the
     * functions are looked up afterwards.
     */
    public void enable() {
        control(Fi.ENABLE, null);
        read = entry(Offsets.EP_RMA, Offsets.OPS_RMA_READ);
        readMessage = entry(Offsets.EP_RMA, Offsets.OPS_RMA_READMSG);
        write = entry(Offsets.EP_RMA, Offsets.OPS_RMA_WRITE);
        writeMessage = entry(Offsets.EP_RMA, Offsets.OPS_RMA_WRITEMSG);
        injectWrite = entry(Offsets.EP_RMA, Offsets.OPS_RMA_INJECT);
        send = entry(Offsets.EP_MSG, Offsets.OPS_MSG_SEND);
        receive = entry(Offsets.EP_MSG, Offsets.OPS_MSG_RECV);
        inject = entry(Offsets.EP_MSG, Offsets.OPS_MSG_INJECT);
        atomic = entry(Offsets.EP_ATOMIC, Offsets.OPS_ATOMIC_WRITE);
        injectAtomic = entry(Offsets.EP_ATOMIC, Offsets.OPS_ATOMIC_INJECT);
        fetchAtomic = entry(Offsets.EP_ATOMIC, Offsets.OPS_ATOMIC_READWRITE);
        compareAtomic = entry(Offsets.EP_ATOMIC, Offsets.OPS_ATOMIC_COMPWRITE);
    }

    /**
     * The address of this endpoint, for the address vectors of peers; see {@code fi_getname(3)}.
     *
     * @return bytes in a format of the provider
     */
    public byte[] name() {
        try (Memory buffer = new Memory(MOST_NAME_BYTES);
                Memory length = new Memory(Long.BYTES)) {
            length.setLong(0, MOST_NAME_BYTES);
            call("fi_getname", ops(Offsets.EP_CM), Offsets.OPS_CM_GETNAME, pointer(), buffer, length);
            return buffer.getByteArray(0, (int) length.getLong(0));
        }
    }

    /** Whether the provider has an atomic operation without a result; see {@code fi_atomicvalid(3)}. */
    public boolean hasAtomic(int datatype, int op) {
        return isValid(Offsets.OPS_ATOMIC_WRITEVALID, datatype, op);
    }

    /** Whether the provider has an atomic operation that returns the previous value. */
    public boolean hasFetchAtomic(int datatype, int op) {
        return isValid(Offsets.OPS_ATOMIC_READWRITEVALID, datatype, op);
    }

    /** Whether the provider has an atomic operation that compares. */
    public boolean hasCompareAtomic(int datatype, int op) {
        return isValid(Offsets.OPS_ATOMIC_COMPWRITEVALID, datatype, op);
    }

    private boolean isValid(long entry, int datatype, int op) {
        final Pointer ops = ops(Offsets.EP_ATOMIC);
        if (!has(ops, entry)) {
            return false;
        }
        try (Memory count = new Memory(Long.BYTES)) {
            return invoke("fi_atomicvalid", ops, entry, pointer(), datatype, op, count) == 0 && count.getLong(0) > 0;
        }
    }

    /** See {@code fi_read(3)}. */
    public long read(long buffer, long bytes, long descriptor, long peer, long address, long key, long context) {
        return Calls.call(read, address(), buffer, bytes, descriptor, peer, address, key, context);
    }

    /** See {@code fi_readmsg(3)}; {@code message} is the address of a {@code struct fi_msg_rma}. */
    public long readMessage(long message, long flags) {
        return Calls.call(readMessage, address(), message, flags, 0, 0, 0, 0, 0);
    }

    /** See {@code fi_write(3)}. */
    public long write(long buffer, long bytes, long descriptor, long peer, long address, long key, long context) {
        return Calls.call(write, address(), buffer, bytes, descriptor, peer, address, key, context);
    }

    /** See {@code fi_writemsg(3)}; {@code message} is the address of a {@code struct fi_msg_rma}. */
    public long writeMessage(long message, long flags) {
        return Calls.call(writeMessage, address(), message, flags, 0, 0, 0, 0, 0);
    }

    /** See {@code fi_inject_write(3)}. */
    public long injectWrite(long buffer, long bytes, long peer, long address, long key) {
        return Calls.call(injectWrite, address(), buffer, bytes, peer, address, key, 0, 0);
    }

    /** See {@code fi_send(3)}. */
    public long send(long buffer, long bytes, long descriptor, long peer, long context) {
        return Calls.call(send, address(), buffer, bytes, descriptor, peer, context, 0, 0);
    }

    /** See {@code fi_recv(3)}. */
    public long receive(long buffer, long bytes, long descriptor, long peer, long context) {
        return Calls.call(receive, address(), buffer, bytes, descriptor, peer, context, 0, 0);
    }

    /** See {@code fi_inject(3)}. */
    public long inject(long buffer, long bytes, long peer) {
        return Calls.call(inject, address(), buffer, bytes, peer, 0, 0, 0, 0);
    }

    /** See {@code fi_atomic(3)}. */
    public long atomic(
            long buffer,
            long count,
            long descriptor,
            long peer,
            long address,
            long key,
            int datatype,
            int op,
            long context) {
        return Calls.call(
                atomic, address(), buffer, count, descriptor, peer, address, key, datatype, op, context, 0, 0, 0, 0);
    }

    /** See {@code fi_inject_atomic(3)}. */
    public long injectAtomic(long buffer, long count, long peer, long address, long key, int datatype, int op) {
        return Calls.call(injectAtomic, address(), buffer, count, peer, address, key, datatype, op);
    }

    /** See {@code fi_fetch_atomic(3)}. */
    public long fetchAtomic(
            long buffer,
            long count,
            long descriptor,
            long result,
            long resultDescriptor,
            long peer,
            long address,
            long key,
            int datatype,
            int op,
            long context) {
        return Calls.call(
                fetchAtomic,
                address(),
                buffer,
                count,
                descriptor,
                result,
                resultDescriptor,
                peer,
                address,
                key,
                datatype,
                op,
                context,
                0,
                0);
    }

    /** See {@code fi_compare_atomic(3)}. */
    public long compareAtomic(
            long buffer,
            long count,
            long descriptor,
            long compare,
            long compareDescriptor,
            long result,
            long resultDescriptor,
            long peer,
            long address,
            long key,
            int datatype,
            int op,
            long context) {
        return Calls.call(
                compareAtomic,
                address(),
                buffer,
                count,
                descriptor,
                compare,
                compareDescriptor,
                result,
                resultDescriptor,
                peer,
                address,
                key,
                datatype,
                op,
                context);
    }
}
