package org.jshmem.internal.transport;

import java.util.ArrayList;
import java.util.List;

/** Notes what it is asked for and moves nothing. */
public class RecordingTransport extends Transport {
    private final String name;
    private final List<String> calls;

    /** What {@link #atomic} returns. */
    public long before;

    /** Notes its calls under a name, in a list that others may write to, too. */
    public RecordingTransport(String name, List<String> calls) {
        this.name = name;
        this.calls = calls;
    }

    /** Has a list of its own. */
    public RecordingTransport() {
        this("", new ArrayList<>());
    }

    /** What has been called since the last time. */
    public List<String> calls() {
        final List<String> noted = List.copyOf(calls);
        calls.clear();
        return noted;
    }

    /** Notes a call with its arguments. */
    protected final void note(String call, Object... arguments) {
        final StringBuilder text = new StringBuilder(name + call);
        for (Object argument : arguments) {
            text.append(' ').append(argument);
        }
        calls.add(text.toString());
    }

    @Override
    public void put(int pe, long destOffset, long sourceAddress, long bytes) {
        note("put", pe, destOffset, sourceAddress, bytes);
    }

    @Override
    public void get(int pe, long destAddress, long sourceOffset, long bytes) {
        note("get", pe, destAddress, sourceOffset, bytes);
    }

    @Override
    public void putBlocks(
            int pe, long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks) {
        note("putBlocks", pe, dest, destStride, source, sourceStride, blockBytes, nblocks);
    }

    @Override
    public void getBlocks(
            int pe, long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks) {
        note("getBlocks", pe, dest, destStride, source, sourceStride, blockBytes, nblocks);
    }

    @Override
    public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        note("atomic", pe, operation, bytes, offset, operand, expected);
        return before;
    }

    @Override
    public void fence() {
        note("fence");
    }

    @Override
    public void quiet() {
        note("quiet");
    }

    @Override
    public void completeLocally() {
        note("completeLocally");
        super.completeLocally();
    }

    @Override
    public Transport startSession() {
        note("startSession");
        return super.startSession();
    }

    @Override
    public Transport stopSession() {
        note("stopSession");
        return super.stopSession();
    }

    @Override
    public void close() {
        note("close");
        super.close();
    }
}
