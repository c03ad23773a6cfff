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
        super(group, CONSTANTS.recordBytes());
        this.handler = handler;
    }

    @Override
    public void send(int pe, R value) {
        if (value == null) {
            throw new NullPointerException("value=null; pass a record");
        }
        if (pe == me) {
            sendToSelf(value);
            return;
        }
        requirePe(pe);
        final int lane = IS_PLAIN ? pe : laneOf[pe];
        long at = cursors[2 * lane];
        if (at == cursors[2 * lane + 1]) {
            at = room(lane);
        }
        write(at, lane, pe, value);
    }

    private void write(long at, int lane, int pe, R value) {
        if (IS_TAGGED) {
            Memory.put32(at, tagOf[pe]);
        }
        CODEC.write(at + TAG, value);
        cursors[2 * lane] = at + STRIDE;
    }

    private void sendToSelf(R value) {
        if (isDirect && !IS_GUARDED && !desk.isHandling) {
            desk.isHandling = true;
            try {
                handler.handle(me, value);
            } catch (Throwable e) {
                throw group.failed(this, me, e);
            }
            desk.isHandling = false;
        } else {
            final long at = selfRoom();
            write(at, selfLane, me, value);
        }
    }

    @Override
    void move(long from, long to) {
        Memory.copyFew(from, to, CONSTANTS.recordBytes());
    }

    @Override
    long takeLane(long start, long end, int from) {
        return IS_TAGGED ? takeTagged(start, end, from) : take(start, end, from);
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

    private long takeTagged(long start, long end, int mate) {
        int from = mate;
        long count = 0;
        long at = start;
        try {
            for (; at < end; at += STRIDE) {
                final int tag = Memory.get32(at);
                if (tag >= 0) {
                    if (!admits(tag)) {
                        break;
                    }
                    from = tag;
                    handler.handle(from, CODEC.read(at + TAG));
                    count++;
                } else if (!forward(~tag, mate, at + TAG)) {
                    break;
                }
            }
        } catch (Throwable e) {
            throw group.failed(this, from, e);
        }
        handled += count;
        return at;
    }

    @Override
    long takeWire(long start, long end, int source) {
        return IS_TAGGED ? takeTaggedWire(start, end, source) : take(start, end, source);
    }

    private long takeTaggedWire(long start, long end, int source) {
        int from = source;
        long count = 0;
        long at = start;
        try {
            for (; at < end; at += STRIDE) {
                final int tag = Memory.get32(at);
                from = sender(tag, source);
                final int to = target(tag);
                if (to == me) {
                    if (!admits(from)) {
                        break;
                    }
                    handler.handle(from, CODEC.read(at + TAG));
                    count++;
                } else if (!forward(to, from, at + TAG)) {
                    break;
                }
            }
        } catch (Throwable e) {
            throw group.failed(this, from, e);
        }
        handled += count;
        return at;
    }
}
