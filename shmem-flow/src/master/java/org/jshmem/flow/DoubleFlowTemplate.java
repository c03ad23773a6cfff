// types: int long
package org.jshmem.flow;

import java.lang.invoke.MethodHandles;
import org.jshmem.heap.Memory;

/** The code of a {@link DoubleFlow}; each has a class of its own ({@link Templates}). */
final class DoubleFlowTemplate extends DoubleFlow {
    private static final FlowConstants CONSTANTS = Templates.constants(MethodHandles.lookup());
    private static final boolean IS_PLAIN = CONSTANTS.isPlain();
    private static final boolean IS_TAGGED = CONSTANTS.isTagged();
    private static final int TAG = IS_TAGGED ? AbstractFlow.TAG : 0;
    private static final int STRIDE = TAG + Double.BYTES;

    private final DoubleFlowHandler handler;

    DoubleFlowTemplate(FlowGroup group, DoubleFlowHandler handler) {
        super(group);
        this.handler = handler;
    }

    @Override
    public void send(int pe, double value) {
        requirePe(pe);
        final int lane = IS_PLAIN ? pe : laneOf[pe];
        long at = cursors[2 * lane];
        if (at == cursors[2 * lane + 1]) {
            at = room(lane);
        }
        write(at, lane, pe, value);
    }

    private void write(long at, int lane, int pe, double value) {
        if (IS_TAGGED) {
            Memory.put32(at, tagOf[pe]);
        }
        Memory.put64(at + TAG, value);
        cursors[2 * lane] = at + STRIDE;
    }

    @Override
    void move(long from, long to) {
        Memory.put64(to, Memory.get64(from));
    }

    @Override
    long take(long start, long end, int neighbour, boolean isWire) {
        return IS_TAGGED ? takeTagged(start, end, neighbour, isWire) : take(start, end, neighbour);
    }

    private long take(long start, long end, int from) {
        try {
            for (long at = start; at < end; at += STRIDE) {
                handler.handle(from, Memory.get64(at));
            }
        } catch (Throwable e) {
            throw group.failed(this, from, e);
        }
        handled += (end - start) / STRIDE;
        return end;
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
                if (to == me) {
                    handler.handle(from, Memory.get64(at + TAG));
                    count++;
                } else if (!forward(to, from, at + TAG)) {
                    break;
                }
            }
        } catch (Throwable e) {
            throw failed(from, to, e);
        }
        handled += count;
        return at;
    }
}
