package org.jshmem.flow;

import java.lang.invoke.MethodHandles;
import org.jshmem.heap.Memory;

/** The code of a {@link Flow}; each has a class of its own ({@link Templates}). */
final class FlowTemplate<R> extends Flow<R> {
    private static final FlowConstants CONSTANTS = Templates.constants(MethodHandles.lookup());

    @SuppressWarnings("unchecked")
    private static final RecordCodec<Object> CODEC = (RecordCodec<Object>) CONSTANTS.codec();

    private static final boolean IS_PLAIN = CONSTANTS.isPlain();
    private static final boolean IS_TAGGED = CONSTANTS.isTagged();
    private static final boolean IS_GUARDED = CONSTANTS.isGuarded();
    private static final int TAG = IS_TAGGED ? AbstractFlow.TAG : 0;
    private static final int STRIDE = TAG + CONSTANTS.recordBytes();

    private final FlowHandler<Object> handler;

    FlowTemplate(FlowGroup group, FlowHandler<Object> handler) {
        super(group, CODEC.recordName(), CONSTANTS.recordBytes());
        this.handler = handler;
    }

    @Override
    public void send(int pe, R value) {
        if (value == null) {
            throw new NullPointerException("value=null; pass a record");
        }
        requirePe(pe);
        final int lane = IS_PLAIN ? pe : laneOf[pe];
        long at = cursors[2 * lane];
        if (at == cursors[2 * lane + 1]) {
            at = room(lane);
        }
        if (IS_TAGGED) {
            Memory.put32(at, tagOf[pe]);
        }
        CODEC.write(at + TAG, value);
        cursors[2 * lane] = at + STRIDE;
    }

    @Override
    void move(long from, long to) {
        Memory.copyFew(from, to, CONSTANTS.recordBytes());
    }

    @Override
    long take(long start, long end, int neighbour, boolean isWire) {
        return IS_TAGGED ? takeTagged(start, end, neighbour, isWire) : take(start, end, neighbour);
    }

    private boolean admits(int from) {
        return !IS_GUARDED || hasRoomForReply(from);
    }

    private long take(long start, long end, int from) {
        long at = start;
        try {
            for (; at < end && admits(from); at += STRIDE) {
                handler.handle(from, CODEC.read(at));
            }
        } catch (Throwable e) {
            throw group.failed(this, from, e);
        }
        handled += (at - start) / STRIDE;
        return at;
    }

    private long takeTagged(long start, long end, int neighbour, boolean isWire) {
        int from = neighbour;
        int to = me;
        long count = 0;
        long at = start;
        try {
            for (; at < end; at += STRIDE) {
                final int tag = Memory.get32(at);
                to = target(tag, isWire);
                from = sender(tag, neighbour, isWire);
                if (to != me ? !forward(to, from, at + TAG) : !admits(from)) {
                    break;
                }
                if (to == me) {
                    handler.handle(from, CODEC.read(at + TAG));
                    count++;
                }
            }
        } catch (Throwable e) {
            throw failed(from, to, e);
        }
        handled += count;
        return at;
    }
}
