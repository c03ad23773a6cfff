package org.jshmem.messages;

import java.util.concurrent.atomic.AtomicReferenceArray;

/** The objects of calls whose replies are awaited, used again and again. */
final class RpcCalls {
    /** A power of two: if as many are under way, more make objects of their own. */
    private static final int KEPT = 64;

    private final Rpc rpc;
    private final AtomicReferenceArray<RpcCall> unused = new AtomicReferenceArray<>(KEPT);

    RpcCalls(Rpc rpc) {
        this.rpc = rpc;
    }

    RpcCall begin(Request answer, int number) {
        final RpcCall known = unused.getAndSet(number & KEPT - 1, null);
        final RpcCall call = known == null ? new RpcCall(this) : known;
        call.begin(answer, number);
        return call;
    }

    void ended(RpcCall call, int number) {
        unused.setRelease(number & KEPT - 1, call);
    }

    /** Has the reply of a call dropped. */
    void discard(int number) {
        rpc.discard(number);
    }
}
