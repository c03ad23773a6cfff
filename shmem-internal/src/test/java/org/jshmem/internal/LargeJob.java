package org.jshmem.internal;

import java.nio.ByteBuffer;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.jshmem.bootstrap.Bootstrap;

/** A job of many PEs, of which only one is there: the others exchange what is expected of them. */
final class LargeJob extends Bootstrap {
    private final int pe;
    private final int pes;

    /** The node of a PE. */
    private final IntUnaryOperator nodeOf;

    /** Exchanges so far. */
    int exchanges;

    /** What the PE that is there has brought to the first one; null if there was none. */
    byte[] first;

    boolean isFinished;

    LargeJob(int pe, int pes, IntUnaryOperator nodeOf) {
        this.pe = pe;
        this.pes = pes;
        this.nodeOf = nodeOf;
    }

    @Override
    public int pe() {
        return pe;
    }

    @Override
    public int nPes() {
        return pes;
    }

    /** The keys of all PEs in the first exchange, and nothing of interest in the others. */
    @Override
    public byte[][] allgather(byte[] mine) {
        final byte[][] all = new byte[pes][];
        for (int other = 0; other < pes; other++) {
            all[other] = exchanges == 0 ? key(nodeOf.applyAsInt(other), mine.length) : mine;
        }
        first = exchanges == 0 ? mine : first;
        exchanges++;
        return all;
    }

    private static byte[] key(int node, int bytes) {
        return ByteBuffer.allocate(bytes).putInt(node).array();
    }

    @Override
    public String describe() {
        return "a large job";
    }

    @Override
    public void finish() {
        isFinished = true;
    }

    @Override
    public void leaveEarly(Supplier<String> reason) {}

    @Override
    public void globalExit(int status) {
        throw new AssertionError("globalExit(" + status + ")");
    }

    @Override
    public void abort(int status, String message) {
        throw new AssertionError(message);
    }
}
