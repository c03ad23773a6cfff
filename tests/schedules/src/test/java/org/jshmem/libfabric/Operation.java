package org.jshmem.libfabric;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jshmem.heap.Memory;
import org.jshmem.schedules.Steps;

/** What an {@link Endpoint} of a {@link SimulatedFabric} was asked for. */
final class Operation {
    enum Kind {
        WRITE,
        READ,
        SEND
    }

    final Kind kind;
    final Endpoint from;

    /** Index of the endpoint that it goes to. */
    final int to;

    final long context;

    /** Whether its completion says that it has been delivered, not only that its memory is free. */
    boolean awaitsDelivery;

    /** Whether its source was free at once. */
    boolean isInjected;

    /** With which it ends instead of happening; 0 for none. */
    int error;

    /** Whether it has happened. */
    boolean isDone;

    /** Whether its completion was reported, or it has none. */
    boolean isReported;

    private final long[] local;
    private final long[] remote;
    private final long[] bytes;

    /** The pieces of a source that is free for other use; null as long as they are read from there. */
    private byte[][] taken;

    Operation(Kind kind, Endpoint from, int to, long context, long[] local, long[] remote, long[] bytes) {
        this.kind = kind;
        this.from = from;
        this.to = to;
        this.context = context;
        this.local = local;
        this.remote = remote;
        this.bytes = bytes;
        this.awaitsDelivery = kind == Kind.READ;
    }

    @Override
    public String toString() {
        return kind
                + Arrays.stream(bytes).mapToObj(Long::toString).collect(Collectors.joining("+", " ", ""))
                + (isInjected ? " injected" : "");
    }

    /** Reads the source; no step. */
    void takeSource() {
        if (taken == null) {
            taken = new byte[local.length][];
            for (int i = 0; i < local.length; i++) {
                taken[i] = new byte[(int) bytes[i]];
                MemorySegment.copy(Memory.ALL, local[i], MemorySegment.ofArray(taken[i]), 0, bytes[i]);
            }
        }
    }

    /** Moves the data of a write or a read, in several steps unless it is a word. */
    void transfer() {
        for (int i = 0; i < local.length; i++) {
            if (kind == Kind.READ) {
                move(Memory.ALL, remote[i], local[i], bytes[i]);
            } else if (taken == null) {
                move(Memory.ALL, local[i], remote[i], bytes[i]);
            } else {
                move(MemorySegment.ofArray(taken[i]), 0, remote[i], bytes[i]);
            }
        }
    }

    private static void move(MemorySegment source, long start, long dest, long bytes) {
        if (bytes == Long.BYTES) {
            Steps.fence();
            MemorySegment.copy(source, start, Memory.ALL, dest, bytes);
        } else {
            Steps.copy(source, start, Memory.ALL, dest, bytes);
        }
    }

    /** Copies a message to where it is received. */
    long deliver(Endpoint.Receive receive) {
        takeSource();
        if (receive.bytes() < taken[0].length) {
            throw new AssertionError("a message of " + taken[0].length + " bytes for " + receive.bytes());
        }
        MemorySegment.copy(MemorySegment.ofArray(taken[0]), 0, Memory.ALL, receive.address(), taken[0].length);
        return taken[0].length;
    }
}
