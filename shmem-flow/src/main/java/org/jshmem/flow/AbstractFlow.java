package org.jshmem.flow;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jshmem.ShmemException;
import org.jshmem.heap.Memory;
import org.jshmem.spi.FlowFigures;
import org.jshmem.spi.RuntimeEvents;

/**
 * The part that flows of all types of records share: buffers, lanes, and the wait for room and for the end.
 *
 * <p><b>Threads.</b> Only the thread that made the flow may use it.
 */
public abstract class AbstractFlow implements AutoCloseable {
    /** Bytes of a tag. */
    static final int TAG = Integer.BYTES;

    private static final int RANK_BITS = 16;

    /** The line of the program that has made the flow, for reports. */
    private final String origin = origin();

    final FlowGroup group;
    final Desk desk;
    final int me;
    final int nPes;
    final Routes routes;

    /**
     * For lane i, the address of the next record ({@code 2 * i}) and the end of the room ({@code 2 * i + 1}). Zeros
     * while this PE must not send, so that {@code send} finds no room and comes to {@link #room}.
     */
    long[] cursors;

    /** The cursors of the lanes. */
    private final long[] laneCursors;

    /** As many zeros; made when they are needed. */
    private long[] zeros;

    /** For each PE of the team the lane of records to it; null if that is the PE's own number. */
    final int[] laneOf;

    /** For each PE of the team the tag of records to it; null for no tags. */
    final int[] tagOf;

    /** Records that handlers have had. */
    long handled;

    /** Null without a tool. */
    private final FlowFigures figures;

    private final FlowWait wait = new FlowWait(this::describeSending);

    private final Lane[] lanes;
    private final Inlet[] inlets;
    private final Block block;
    final int stride;

    /** Null unless this is a flow of questions. */
    private AbstractFlow replies;

    /** Records in lanes that other PEs have sent. */
    private long forwarded;

    /** Whether this PE may send. */
    private boolean isOpen = true;

    private boolean isDone;

    /**
     * Makes the buffers; collective.
     *
     * @param kind what tools call the records, unless the group has a name
     * @param recordBytes the size of a record
     */
    AbstractFlow(FlowGroup group, String kind, int recordBytes) {
        group.requireMayAdd();
        this.group = group;
        this.desk = group.desk;
        this.routes = group.routes;
        this.me = routes.me;
        this.nPes = routes.nPes();
        this.stride = recordBytes + (routes.isTagged ? TAG : 0);
        final FlowLayout layout = FlowLayout.of(routes, stride, group.provider.flowBufferBytes());
        this.block = Block.allocate(group.team, layout.bytes());
        final int[] neighbours = layout.neighbours();
        final long[][] places = new long[neighbours.length][];
        for (int i = 0; i < neighbours.length; i++) {
            places[i] = layout.places(neighbours[i]);
        }
        final Block.Place[] found = block.exchange(group.team, neighbours, places);
        requireSame(neighbours, found);
        this.laneCursors = new long[2 * layout.lanes()];
        this.cursors = laneCursors;
        this.lanes = new Lane[layout.lanes()];
        this.inlets = new Inlet[layout.inlets()];
        final boolean isPlain = routes.nodes() == 1;
        this.laneOf = isPlain ? null : new int[routes.nPes()];
        this.tagOf = routes.isTagged ? new int[routes.nPes()] : null;
        connect(layout, neighbours, found);
        if (!isPlain) {
            route(layout);
        }
        this.figures = RuntimeEvents.ALL.flowMade(group.name == null ? kind : group.name, origin);
        if (figures != null) {
            figures.allocated(layout.bytes());
            for (Lane lane : lanes) {
                lane.countIn(figures);
            }
        }
        group.add(this);
    }

    private void connect(FlowLayout layout, int[] neighbours, Block.Place[] found) {
        final int mates = layout.mates.length;
        for (int lane = 0; lane < layout.lanesOfMates(); lane++) {
            final int pe = layout.mates[lane % mates];
            final int first = lane < mates ? FlowLayout.LANE_RING : FlowLayout.EXIT_RING;
            connectMate(layout, lane, pe, found[FlowLayout.indexOf(neighbours, pe)], first);
        }
        for (int i = 0; i < layout.targets.length; i++) {
            connectTarget(layout, i, found[FlowLayout.indexOf(neighbours, layout.targets[i])]);
        }
        for (int i = 0; i < layout.sources.length; i++) {
            connectSource(layout, i, found[FlowLayout.indexOf(neighbours, layout.sources[i])]);
        }
    }

    /**
     * Collective: if two PEs differ, or one has buffers that are too small, no PE has the flow, and nobody writes to a
     * block that is given back.
     */
    private void requireSame(int[] neighbours, Block.Place[] found) {
        final long bufferBytes = group.provider.flowBufferBytes();
        String difference = null;
        for (int i = 0; i < neighbours.length && difference == null; i++) {
            difference = difference(neighbours[i], found[i]);
        }
        boolean isRefused = true;
        try {
            isRefused = group.team.any(difference != null || stride > bufferBytes);
        } finally {
            if (isRefused) {
                block.free();
            }
        }
        if (isRefused) {
            requireRoom(bufferBytes);
            throw new ShmemException((difference == null ? "two other PEs make flows that differ" : difference)
                    + "; make the same flows in the same order, and set SHMEM_FLOW_BUFFER alike on all PEs");
        }
    }

    private void requireRoom(long bufferBytes) {
        if (stride > bufferBytes) {
            final String size =
                    routes.isTagged ? stride - TAG + " bytes and " + TAG + " for its way" : stride + " bytes";
            throw new IllegalArgumentException("a record of " + size + " does not fit into a buffer of " + bufferBytes
                    + " bytes; set SHMEM_FLOW_BUFFER to more on all PEs");
        }
    }

    private String difference(int pe, Block.Place place) {
        final long bufferBytes = group.provider.flowBufferBytes();
        if (place.told(FlowLayout.STRIDE) == stride && place.told(FlowLayout.BUFFER_BYTES) == bufferBytes) {
            return null;
        }
        return group.nameOf(pe) + " makes a flow whose records take " + place.told(FlowLayout.STRIDE)
                + " bytes in buffers of "
                + place.told(FlowLayout.BUFFER_BYTES) + ", but on this PE " + this + " has records of " + stride
                + " bytes in buffers of " + bufferBytes;
    }

    /** @param first the number by which the neighbour has told the ring; its words are the next two */
    private void connectMate(FlowLayout layout, int lane, int pe, Block.Place place, int first) {
        final long start = block.address();
        lanes[lane] = new Lane(
                pe,
                stride,
                laneCursors,
                lane,
                pe == me ? 0 : start + layout.laneBuffer(lane),
                place.at(place.told(first)),
                layout.laneBytes,
                layout.batch,
                place.at(place.told(first + 1)),
                place.at(place.told(first + 2)),
                null);
        inlets[lane] = new Inlet(
                this,
                pe,
                start + layout.laneRing(lane),
                layout.laneBytes,
                layout.batch,
                start + layout.lanePublished(lane),
                start + layout.laneTaken(lane),
                null);
    }

    private void connectTarget(FlowLayout layout, int wire, Block.Place place) {
        final long start = block.address();
        final int pe = layout.targets[wire];
        final int lane = layout.lanesOfMates() + wire;
        final int buffers = layout.wireBuffers(place.told(FlowLayout.WIRE_BUFFERS));
        lanes[lane] = new Lane(
                pe,
                stride,
                laneCursors,
                lane,
                0,
                start + layout.wireCopy(wire),
                (long) buffers * layout.batch,
                layout.wireBatch(buffers),
                0,
                start + layout.wireTaken(wire),
                new Wire(
                        group.context,
                        pe,
                        place.at(place.told(FlowLayout.WIRE_RING)),
                        place.at(place.told(FlowLayout.WIRE_PUBLISHED))));
    }

    private void connectSource(FlowLayout layout, int source, Block.Place place) {
        final long start = block.address();
        final int pe = layout.sources[source];
        final int buffers = layout.wireBuffers(place.told(FlowLayout.WIRE_BUFFERS));
        inlets[layout.lanesOfMates() + source] = new Inlet(
                this,
                pe,
                start + layout.wireRing(source),
                (long) buffers * layout.batch,
                layout.wireBatch(buffers),
                start + layout.wirePublished(source),
                0,
                new Wire(group.context, pe, 0, place.at(place.told(FlowLayout.WIRE_TAKEN))));
    }

    private void route(FlowLayout layout) {
        for (int pe = 0; pe < laneOf.length; pe++) {
            final int node = routes.nodeOf[pe];
            final boolean isMate = routes.isMate(pe);
            final int exit = isMate ? pe : routes.exit(node);
            if (isMate) {
                laneOf[pe] = routes.rankOf[pe];
            } else if (exit == me) {
                laneOf[pe] = layout.lanesOfMates() + FlowLayout.indexOf(layout.wiredNodes, node);
            } else {
                laneOf[pe] = layout.mates.length + routes.rankOf[exit];
            }
            if (tagOf != null) {
                tagOf[pe] = isMate ? me : exit == me ? wireTag(pe, me) : ~pe;
            }
        }
    }

    /** The tag of a record on a wire. */
    private int wireTag(int to, int from) {
        return routes.rankOf[from] << RANK_BITS | routes.rankOf[to];
    }

    /** The PE of this node for which a record on a wire is. */
    private int targetOnWire(int tag) {
        return routes.mates()[tag & (1 << RANK_BITS) - 1];
    }

    /** The PE that has sent a record that has come from a neighbour. */
    final int sender(int tag, int neighbour, boolean isWire) {
        if (isWire) {
            return routes.pesOf[routes.nodeOf[neighbour]][tag >>> RANK_BITS];
        }
        return tag >= 0 ? tag : neighbour;
    }

    /** The PE for which a record is. */
    final int target(int tag, boolean isWire) {
        if (isWire) {
            return targetOnWire(tag);
        }
        return tag >= 0 ? me : ~tag;
    }

    /** The handler has thrown, for a record of this PE, or a record for another one cannot be passed on. */
    final ShmemException failed(int from, int to, Throwable cause) {
        return to == me ? group.failed(this, from, cause) : group.notPassedOn(this, from, to, cause);
    }

    /**
     * Sends on a record that has come by a wire, or that a PE of this node sends to another node.
     *
     * @param payload address of the record
     * @return false if there is no room
     */
    final boolean forward(int to, int from, long payload) {
        final int lane = laneOf[to];
        if (!lanes[lane].hasRoom()) {
            return false;
        }
        final long at = laneCursors[2 * lane];
        Memory.put32(at, lane < routes.mates().length ? from : wireTag(to, from));
        move(payload, at + TAG);
        laneCursors[2 * lane] = at + stride;
        forwarded++;
        return true;
    }

    private static String origin() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !frame.getClassName().startsWith("org.jshmem.flow."))
                        .findFirst())
                .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
                .orElse("?");
    }

    @Override
    public final String toString() {
        return "the flow made at " + origin;
    }

    /** Sets the flow of the replies to this flow of questions. */
    final void replyBy(AbstractFlow flow) {
        replies = flow;
    }

    /** Whether the answer to a question of a PE has room at once. */
    final boolean hasRoomForReply(int pe) {
        return replies.hasRoom(pe);
    }

    private boolean hasRoom(int pe) {
        return lanes[laneOf == null ? pe : laneOf[pe]].hasRoom();
    }

    /** Copies a record. */
    abstract void move(long from, long to);

    /**
     * Hands out records that have come from a neighbour, by a lane of this node or by a wire; returns where it stopped
     * because the next lane had no room.
     */
    abstract long take(long at, long end, int neighbour, boolean isWire);

    /**
     * Sends a record without an object: makes room for it, as {@code send} does. The caller writes the record, and
     * calls {@link #sent} before anything else. If it cannot be written, nothing is sent.
     *
     * @return where the record goes
     */
    final long claim(int pe) {
        requirePe(pe);
        final int lane = laneOf == null ? pe : laneOf[pe];
        long at = cursors[2 * lane];
        if (at == cursors[2 * lane + 1]) {
            at = room(lane);
        }
        if (tagOf == null) {
            return at;
        }
        Memory.put32(at, tagOf[pe]);
        return at + TAG;
    }

    /** Counts the record that was claimed last, for that PE; it is written. */
    final void sent(int pe) {
        cursors[2 * (laneOf == null ? pe : laneOf[pe])] += stride;
    }

    /** Publishes what was sent by a lane, runs handlers, and waits until there is room; returns the cursor. */
    final long room(int index) {
        requireSending();
        final Lane lane = lanes[index];
        if (desk.isHandling) {
            lane.makeRoomAnywhere();
        } else {
            lane.makeRoom();
            desk.poll();
            if (!lane.hasRoom()) {
                await(lane);
            }
        }
        return laneCursors[2 * index];
    }

    private void requireSending() {
        group.requireUsable("send");
        if (isDone) {
            throw new IllegalStateException("send by " + this
                    + " after done(); call done() after the last send, of handlers too, before drain() or close()");
        }
    }

    private void await(Lane lane) {
        final long start = figures == null ? 0 : System.nanoTime();
        long turn = 0;
        while (!lane.hasRoom()) {
            final boolean any = desk.poll();
            if (turn == 0) {
                desk.publish();
            }
            turn = any ? 0 : group.provider.pause(turn, wait, lane.pe);
        }
        group.provider.waited(0, 0);
        if (figures != null) {
            figures.waited(System.nanoTime() - start);
        }
    }

    final boolean poll() {
        boolean any = false;
        desk.isHandling = true;
        try {
            for (int i = 0; i < inlets.length; i++) {
                any |= figures == null ? inlets[i].poll() : visit(inlets[i]);
            }
        } finally {
            desk.isHandling = false;
        }
        return any;
    }

    private boolean visit(Inlet inlet) {
        if (inlet.isEmpty()) {
            return false;
        }
        final long handledBefore = handled;
        final long forwardedBefore = forwarded;
        final long start = System.nanoTime();
        final boolean any = inlet.poll();
        figures.visited(handled - handledBefore, forwarded - forwardedBefore, System.nanoTime() - start);
        return any;
    }

    final void publish() {
        for (int i = 0; i < lanes.length; i++) {
            lanes[i].publish();
        }
    }

    /** Records that this PE has sent. */
    final long sent() {
        long bytes = 0;
        for (int i = 0; i < lanes.length; i++) {
            bytes += lanes[i].sent();
        }
        return bytes / stride - forwarded;
    }

    /** Has each send find no room, so that it throws. */
    final void stop() {
        if (zeros == null) {
            zeros = new long[laneCursors.length];
        }
        cursors = zeros;
        isOpen = false;
    }

    final boolean isOpen() {
        return isOpen;
    }

    /** Lets this PE send again; nothing is left anywhere. */
    final void reopen() {
        if (isDone) {
            isDone = false;
            isOpen = true;
            cursors = laneCursors;
        }
    }

    /** No PE sends any more. */
    final void end() {
        stop();
        for (Lane lane : lanes) {
            lane.end();
        }
        if (figures != null) {
            RuntimeEvents.ALL.flowEnded(figures);
        }
    }

    /** Gives the memory back. */
    final void free() {
        block.free();
    }

    final void requirePe(int pe) {
        if (Integer.compareUnsigned(pe, nPes) >= 0) {
            throw new IllegalArgumentException(
                    "pe=" + pe + " is not a PE of the flow's team, whose PEs are 0 to " + (nPes - 1));
        }
    }

    final void describeWaiting(StringBuilder text) {
        final Set<String> targets = new LinkedHashSet<>();
        for (Lane lane : lanes) {
            final long waiting = lane.waiting() / stride;
            if (waiting != 0) {
                targets.add(waiting + (waiting == 1 ? " record to " : " records to ") + group.nameOf(lane.pe)
                        + (waiting == 1 ? " is" : " are") + " not confirmed");
            }
        }
        if (!targets.isEmpty()) {
            text.append("; ").append(String.join(", ", targets));
        }
    }

    private String describeSending(long pe) {
        final StringBuilder text = new StringBuilder("room in the buffers to ")
                .append(group.nameOf((int) pe))
                .append(", in send of ")
                .append(this);
        describeWaiting(text);
        return text.toString();
    }

    /**
     * Runs the handlers of records that have come, and sends what is buffered; for all flows of this thread.
     *
     * @return whether there was any record
     * @throws IllegalStateException in a handler, or after {@link #close()}
     */
    public final boolean progress() {
        return group.progress();
    }

    /** Sends what is buffered in all flows of the group, also where a buffer is not full. */
    public final void flush() {
        group.flush();
    }

    /**
     * Says that this PE sends nothing more by this flow, in handlers neither, until the next {@code drain} has
     * returned; not collective. Sends what is buffered. You never have to call it. If all PEs do so for all flows of
     * the group before {@code drain} or {@code close}, these find the end sooner, because they need not find out
     * whether handlers send.
     *
     * @throws IllegalStateException in a handler, or after {@link #close()}
     */
    public final void done() {
        group.requireUsable("done()");
        group.requireNoHandler("done()");
        publish();
        stop();
        isDone = true;
    }

    /**
     * Waits until every record that any PE has sent has been handled, including those that handlers send meanwhile; for
     * all flows of the group, and collective over the team. The flow can be used further. All writes of handlers, on
     * any PE, <i>happen-before</i> the return of this call on all PEs, and no PE returns before all have arrived.
     *
     * @throws IllegalStateException in a handler, or after {@link #close()}
     */
    public final void drain() {
        group.drain();
    }

    /**
     * Waits like {@link #drain()}, and works while there are no records to handle; see
     * {@link FlowGroup#drain(BooleanSupplier)}.
     *
     * @param idle does a piece of work; returns whether there was any
     * @throws IllegalStateException in a handler, or after {@link #close()}
     */
    public final void drain(BooleanSupplier idle) {
        group.drain(idle);
    }

    /**
     * Waits like {@link #drain()}, and ends the flow with all others of its group; collective over the team. A second
     * call does nothing.
     *
     * @throws IllegalStateException in a handler
     */
    @Override
    public final void close() {
        group.close();
    }
}
