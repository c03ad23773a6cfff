package org.jshmem.flow;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.heap.Memory;
import org.jshmem.spi.RawOperations;

/**
 * Finds out when no record of a group is left anywhere, although handlers may send: counts in waves over a tree of the
 * PEs (Mattern's four counters).
 *
 * <p>In a wave each PE adds the records that it has sent and handled to those of its children, and tells its parent.
 * The root starts the next wave when one is complete. If in some wave all PEs together have sent as many records as all
 * had handled in the wave before, no record was left at the end of that wave before, and since handlers alone send by
 * now, none ever comes again. If no PE may send, as all have said, the counts of one wave suffice: all records have
 * been handled if as many were handled as were sent. A PE takes part in waves only in {@code close}, whenever it has
 * found nothing to do; in between it takes records.
 *
 * <p><b>Tree.</b> The first PE of a node is the parent of the others; the first PEs of nodes form a tree with four
 * children each.
 *
 * <p><b>Words.</b> A PE has a line for each child, which only that child writes: {@code sent}, {@code handled},
 * {@code open} (the PEs that may still send), then {@code wave} (release, or a signal after the put); and a line that
 * only its parent writes: twice the wave that may start, or one more than twice the wave that was the last. The child
 * writes its line again only after the parent has started the next wave, so after the parent has read it.
 *
 * <p><b>Withdrawal.</b> A PE that leaves the call before the end sets {@code wave} of its line to 0, as it was before
 * the first wave. It leaves the counts, which the parent may be reading, and it never counts again. So the parent
 * completes that wave, or waits for the PE for ever, but does not take it for a PE that waits. The line still exists:
 * its block is freed only after all PEs have met at the end.
 */
final class Ending {
    private static final int FAN_OUT = 4;

    /** Words of a child's line. */
    private static final long WAVE = 0;

    private static final long SENT = 8;
    private static final long HANDLED = 16;
    private static final long OPEN = 24;

    private final Block block;
    private final ShmemContext context;
    private final int[] children;
    private final long go;
    private final long scratch;
    private final long lines;

    /** How to reach the line of this PE at its parent; null for the root. */
    private final Block.Place parent;

    private final int parentPe;
    private final Block.Place[] childPlaces;

    private long wave = 1;
    private boolean isDone = true;
    private boolean hasTold;

    /** The records that this PE has sent, as it has counted them last. */
    private long told;

    private long handledBefore = -1;

    private Ending(
            Block block,
            ShmemContext context,
            int[] children,
            int parentPe,
            Block.Place parent,
            Block.Place[] childPlaces) {
        this.block = block;
        this.context = context;
        this.children = children;
        this.parentPe = parentPe;
        this.parent = parent;
        this.childPlaces = childPlaces;
        this.go = block.address();
        this.scratch = go + Block.LINE;
        this.lines = scratch + Block.LINE;
    }

    /** Prepares; collective. */
    static Ending of(ShmemTeam team, Routes routes, ShmemContext context) {
        final int[] children = children(routes, routes.me);
        final int parentPe = parent(routes, routes.me);
        final Block block = Block.allocate(team, (2 + children.length) * Block.LINE);
        final int hasParent = parentPe < 0 ? 0 : 1;
        final int[] neighbours = new int[children.length + hasParent];
        final long[][] places = new long[neighbours.length][];
        for (int i = 0; i < children.length; i++) {
            neighbours[i] = children[i];
            places[i] = new long[] {(2 + i) * Block.LINE};
        }
        if (hasParent == 1) {
            neighbours[children.length] = parentPe;
            places[children.length] = new long[] {0};
        }
        final Block.Place[] found = block.exchange(team, neighbours, places);
        final Block.Place[] childPlaces = new Block.Place[children.length];
        System.arraycopy(found, 0, childPlaces, 0, children.length);
        return new Ending(
                block, context, children, parentPe, hasParent == 0 ? null : found[children.length], childPlaces);
    }

    /** The parent of a PE; −1 for the root. */
    static int parent(Routes routes, int pe) {
        final int node = routes.nodeOf[pe];
        if (routes.rankOf[pe] != 0) {
            return routes.pesOf[node][0];
        }
        return node == 0 ? -1 : routes.pesOf[(node - 1) / FAN_OUT][0];
    }

    /** The children of a PE. */
    static int[] children(Routes routes, int pe) {
        if (routes.rankOf[pe] != 0) {
            return new int[0];
        }
        final List<Integer> children = new ArrayList<>();
        final int node = routes.nodeOf[pe];
        for (int rank = 1; rank < routes.pesOf[node].length; rank++) {
            children.add(routes.pesOf[node][rank]);
        }
        for (int other = FAN_OUT * node + 1; other <= FAN_OUT * node + FAN_OUT && other < routes.nodes(); other++) {
            children.add(routes.pesOf[other][0]);
        }
        return children.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Whether the counting that was begun last has ended. */
    boolean isDone() {
        return isDone;
    }

    /** Begins to count. */
    void begin() {
        isDone = false;
        handledBefore = -1;
    }

    /**
     * Goes on; the calling PE has found nothing to do, and has published all that it sent.
     *
     * @param sent records that this PE has sent
     * @param handled records that it has handled
     * @param isOpen whether it, or one of its handlers, may still send
     * @return whether anything has changed
     */
    boolean step(long sent, long handled, boolean isOpen) {
        if (hasTold) {
            return parent != null && hear();
        }
        told = sent;
        long allSent = sent;
        long allHandled = handled;
        long allOpen = isOpen ? 1 : 0;
        for (int i = 0; i < children.length; i++) {
            final long line = lines + i * Block.LINE;
            if (Memory.get64Acquire(line + WAVE) < wave) {
                return false;
            }
            allSent += Memory.get64(line + SENT);
            allHandled += Memory.get64(line + HANDLED);
            allOpen += Memory.get64(line + OPEN);
        }
        hasTold = true;
        if (parent == null) {
            final boolean isLast = allSent == handledBefore || allOpen == 0 && allSent == allHandled;
            handledBefore = allHandled;
            endWave(isLast);
        } else {
            tell(allSent, allHandled, allOpen);
        }
        return true;
    }

    private boolean hear() {
        final long word = Memory.get64Acquire(go);
        if (word <= 2 * wave) {
            return false;
        }
        endWave(word == 2 * wave + 1);
        return true;
    }

    private void endWave(boolean isLast) {
        final long word = isLast ? 2 * wave + 1 : 2 * wave + 2;
        for (int i = 0; i < children.length; i++) {
            final long target = childPlaces[i].at(childPlaces[i].told(0));
            if (childPlaces[i].isElsewhere()) {
                RawOperations.signal(context, target, word, children[i]);
            } else {
                Memory.put64Release(target, word);
            }
        }
        wave++;
        hasTold = false;
        isDone = isLast;
    }

    private void tell(long sent, long handled, long open) {
        final long line = parent.at(parent.told(0));
        if (parent.isElsewhere()) {
            Memory.put64(scratch + SENT, sent);
            Memory.put64(scratch + HANDLED, handled);
            Memory.put64(scratch + OPEN, open);
            new Wire(context, parentPe, line, line + WAVE).put(SENT, scratch + SENT, 3 * Long.BYTES, wave);
        } else {
            Memory.put64(line + SENT, sent);
            Memory.put64(line + HANDLED, handled);
            Memory.put64(line + OPEN, open);
            Memory.put64Release(line + WAVE, wave);
        }
    }

    /** Withdraws what this PE has told in a wave that has not ended; the PE never counts again. */
    void withdraw() {
        if (!hasTold || parent == null) {
            return;
        }
        final long word = parent.at(parent.told(0)) + WAVE;
        if (parent.isElsewhere()) {
            RawOperations.signal(context, word, 0, parentPe);
            context.quiet(); // the parent sees it before anything that this PE does next
        } else {
            Memory.put64Release(word, 0);
        }
    }

    /** A child that counts while this PE does not; −1 for none. */
    int eagerChild() {
        for (int i = 0; i < children.length; i++) {
            if (isDone && Memory.get64Acquire(lines + i * Block.LINE + WAVE) >= wave) {
                return children[i];
            }
        }
        return -1;
    }

    /** The records that this PE has sent, as it has counted them last. */
    long told() {
        return told;
    }

    boolean isAlive() {
        return block.isAlive();
    }

    void free() {
        block.free();
    }
}
