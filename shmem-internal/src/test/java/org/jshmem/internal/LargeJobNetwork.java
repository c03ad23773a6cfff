package org.jshmem.internal;

import org.jshmem.heap.ClaimObserver;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.NetworkProvider;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.internal.transport.Receiver;
import org.jshmem.internal.transport.Transport;
import org.jshmem.spi.NetworkUse;

/** The network of a {@link LargeJob}: no other PE is there. */
public final class LargeJobNetwork extends Network {
    /** What PEs compare. */
    static final byte[] DIGEST = {1, 2, 3};

    /** Makes it; found by the service loader. */
    public static final class Provider implements NetworkProvider {
        @Override
        public void prepare(Configuration configuration) {}

        @Override
        public byte[] digest() {
            return DIGEST;
        }

        @Override
        public Network attach(NetworkSetup setup) {
            return new LargeJobNetwork();
        }

        @Override
        public long[] switchPoints() {
            return new long[0];
        }
    }

    boolean isDetached;

    private final LastReached transport = new LastReached();

    @Override
    public String name() {
        return "none";
    }

    @Override
    public NetworkUse use() {
        return NetworkUse.NONE;
    }

    @Override
    public LastReached transport() {
        return transport;
    }

    @Override
    public Transport open(boolean isPrivate) {
        return new LastReached();
    }

    @Override
    public void openSharedHeap(int pe) {
        throw new AssertionError("no PE was to be reached");
    }

    @Override
    public ClaimObserver sharedHeapObserver() {
        return ClaimObserver.NONE;
    }

    @Override
    public void receiveMessages(Receiver receiver) {}

    @Override
    public int maxMessageBytes() {
        return 8192;
    }

    @Override
    public void send(int pe, long address, int bytes) {
        throw new AssertionError("no PE was to be reached");
    }

    @Override
    public void sendMessage(int pe, long address, int bytes) {
        throw new AssertionError("no PE was to be reached");
    }

    @Override
    public boolean poll() {
        return false;
    }

    @Override
    public void yields() {}

    @Override
    public void rest() {}

    @Override
    public void detach() {
        isDetached = true;
    }

    /** Only knows which PE was to be reached. */
    static final class LastReached extends Transport {
        int pe = -1;

        @Override
        public void put(int target, long destOffset, long sourceAddress, long bytes) {
            pe = target;
        }

        @Override
        public void get(int target, long destAddress, long sourceOffset, long bytes) {
            pe = target;
        }

        @Override
        public void putBlocks(
                int target, long dest, long destStride, long source, long stride, long blockBytes, long nblocks) {
            pe = target;
        }

        @Override
        public void getBlocks(
                int target, long dest, long destStride, long source, long stride, long blockBytes, long nblocks) {
            pe = target;
        }

        @Override
        public long atomic(int target, Atomic operation, int bytes, long offset, long operand, long expected) {
            pe = target;
            return 0;
        }

        @Override
        public void fence() {}

        @Override
        public void quiet() {}
    }
}
