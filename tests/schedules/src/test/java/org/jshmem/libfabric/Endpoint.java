package org.jshmem.libfabric;

import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jshmem.heap.Memory;
import org.jshmem.schedules.Steps;

/** Stands in for the library's class of this name: what it is asked for, a {@link SimulatedFabric} does later. */
public final class Endpoint extends Fid {
    /** Where a message may go. */
    record Receive(long address, long bytes, long context) {}

    /** In place of a peer. */
    private static final long ANYONE = -1;

    final CompletionQueue queue;
    final int index;
    final Deque<Receive> receives = new ArrayDeque<>();
    private final SimulatedFabric fabric;
    private final Domain domain;

    /** Operations that were refused because there was no room. */
    long refused;

    Endpoint(SimulatedFabric fabric, CompletionQueue queue, Domain domain, int index) {
        this.fabric = fabric;
        this.queue = queue;
        this.domain = domain;
        this.index = index;
    }

    public byte[] name() {
        return new byte[] {(byte) index};
    }

    public long read(long buffer, long bytes, long descriptor, long peer, long address, long key, long context) {
        domain.requireDescriptor(descriptor, buffer, bytes);
        SimulatedFabric.requireKey(key, address, bytes);
        return fabric.begin(new Operation(
                Operation.Kind.READ, this, (int) peer, context, new long[] {buffer}, new long[] {address}, new long[] {
                    bytes
                }));
    }

    public long readMessage(long message, long flags) {
        return fabric.begin(operation(Operation.Kind.READ, message));
    }

    /** Without {@code FI_DELIVERY_COMPLETE} it may be complete as soon as its memory is free. */
    public long writeMessage(long message, long flags) {
        final Operation write = operation(Operation.Kind.WRITE, message);
        write.awaitsDelivery = (flags & Fi.DELIVERY_COMPLETE) != 0;
        Steps.fence();
        if ((flags & Fi.INJECT) != 0) {
            write.takeSource();
            write.isInjected = true;
        }
        return fabric.begin(write);
    }

    public long send(long buffer, long bytes, long descriptor, long peer, long context) {
        domain.requireDescriptor(descriptor, buffer, bytes);
        return fabric.begin(message(buffer, bytes, peer, context));
    }

    public long inject(long buffer, long bytes, long peer) {
        final Operation message = message(buffer, bytes, peer, 0);
        message.isReported = true;
        Steps.fence();
        message.takeSource();
        message.isInjected = true;
        return fabric.begin(message);
    }

    public long receive(long buffer, long bytes, long descriptor, long peer, long context) {
        domain.requireDescriptor(descriptor, buffer, bytes);
        if (peer != ANYONE) {
            throw new AssertionError("messages of " + peer + " alone");
        }
        receives.add(new Receive(buffer, bytes, context));
        fabric.moved();
        return 0;
    }

    private Operation message(long buffer, long bytes, long peer, long context) {
        return new Operation(
                Operation.Kind.SEND, this, (int) peer, context, new long[] {buffer}, new long[] {0}, new long[] {bytes
                });
    }

    private Operation operation(Operation.Kind kind, long message) {
        final int count = (int) word(message + DataOffsets.MSG_RMA_IOV_COUNT);
        final long iov = word(message + DataOffsets.MSG_RMA_MSG_IOV);
        final long remoteIov = word(message + DataOffsets.MSG_RMA_RMA_IOV);
        final long descriptors = word(message + DataOffsets.MSG_RMA_DESC);
        final long[] local = new long[count];
        final long[] remote = new long[count];
        final long[] bytes = new long[count];
        for (int i = 0; i < count; i++) {
            local[i] = word(iov + i * DataOffsets.IOVEC_BYTES + DataOffsets.IOVEC_IOV_BASE);
            bytes[i] = word(iov + i * DataOffsets.IOVEC_BYTES + DataOffsets.IOVEC_IOV_LEN);
            final long there = remoteIov + i * DataOffsets.RMA_IOV_BYTES;
            remote[i] = word(there + DataOffsets.RMA_IOV_ADDR);
            domain.requireDescriptor(word(descriptors + (long) i * Long.BYTES), local[i], bytes[i]);
            SimulatedFabric.requireKey(word(there + DataOffsets.RMA_IOV_KEY), remote[i], bytes[i]);
        }
        return new Operation(
                kind,
                this,
                (int) word(message + DataOffsets.MSG_RMA_ADDR),
                word(message + DataOffsets.MSG_RMA_CONTEXT),
                local,
                remote,
                bytes);
    }

    /** Of a structure that only its channel uses; no step. */
    private static long word(long address) {
        return Memory.ALL.get(ValueLayout.JAVA_LONG, address);
    }
}
