package org.jshmem.flow;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemException;
import org.jshmem.ShmemTeam;
import org.jshmem.spi.ShmemProvider;

/**
 * Several flows that end together. Use one when the handlers of one flow send to another: no flow of the group ends
 * before no record is left in any of them. Each flow is a mailbox with its own type of record and its own handler (in
 * other systems: a selector).
 *
 * <pre>{@code
 * try (FlowGroup group = FlowGroup.on(TEAM_WORLD)) {
 *     visits = group.longs((from, vertex) -> visit(vertex));
 *     edges = group.records(Edge.class, (from, edge) -> visits.send(owner(edge.to()), edge.to()));
 *     ...
 * }
 * }</pre>
 *
 * <p>Records of one flow from one PE to another are handled in the order of sending. Records of different flows are not
 * ordered.
 *
 * <p><b>Threads.</b> Only the thread that made the group may use it and its flows.
 */
public final class FlowGroup implements AutoCloseable {
    final ShmemProvider provider = ShmemProvider.current();
    final ShmemTeam team;
    final Routes routes;
    final Desk desk;

    /** Null on one node. */
    final ShmemContext context;

    private final List<AbstractFlow> flows = new ArrayList<>();
    private final Ending ending;
    private boolean isClosed;
    private Throwable failure;

    private FlowGroup(ShmemTeam team) {
        this.team = team;
        this.desk = Desk.ofThread();
        if (desk.isHandling) {
            throw new IllegalStateException("a flow is made in a handler of a flow; make it before records are sent");
        }
        this.routes = Routes.of(team, provider);
        this.context = routes.nodes() == 1 ? null : team.createCtx(0);
        this.ending = Ending.of(team, routes, context);
        desk.add(this);
    }

    /**
     * Makes a group without flows; collective over the team.
     *
     * @param team the team whose PEs send records to one another
     * @return the group; close it before the team ends
     */
    public static FlowGroup on(ShmemTeam team) {
        if (team == null) {
            throw new NullPointerException("team=null; pass a team that this PE is in, as Shmem.TEAM_WORLD");
        }
        return new FlowGroup(team);
    }

    /**
     * Adds a flow of records; collective over the team. See {@link Flow}.
     *
     * @param type a record class of primitives and such records
     * @param handler called on the PE that a record was sent to
     * @param <R> the type of records
     * @return the flow
     * @throws IllegalArgumentException if the record has a component of another type, or does not fit into a buffer
     */
    public <R extends Record> Flow<R> records(Class<R> type, FlowHandler<? super R> handler) {
        return Flow.in(this, type, handler);
    }

    /**
     * Adds a flow of {@code long} values; collective over the team.
     *
     * @param handler called on the PE that a value was sent to
     * @return the flow
     */
    public LongFlow longs(LongFlowHandler handler) {
        return LongFlow.in(this, handler);
    }

    /**
     * Adds a flow of {@code int} values; collective over the team.
     *
     * @param handler called on the PE that a value was sent to
     * @return the flow
     */
    public IntFlow ints(IntFlowHandler handler) {
        return IntFlow.in(this, handler);
    }

    /** Adds a flow; collective. */
    void add(AbstractFlow flow) {
        flows.add(flow);
    }

    /**
     * Runs the handlers of records that have come, for all flows of this thread, and sends what is buffered.
     *
     * @return whether there was any record
     * @throws IllegalStateException in a handler, or after {@link #close()}
     */
    public boolean progress() {
        requireUsable("progress()");
        if (desk.isHandling) {
            throw new IllegalStateException(
                    "progress() is called in a handler of a flow; only one handler runs at a time");
        }
        final boolean any = desk.poll();
        desk.publish();
        return any;
    }

    /** Sends what is buffered, also where a buffer is not full. */
    public void flush() {
        requireUsable("flush()");
        publish();
    }

    /**
     * Waits until every record that any PE has sent has been handled, including those that handlers send meanwhile, and
     * ends all flows of the group; collective over the team. A second call does nothing. What handlers wrote on any PE
     * <i>happens-before</i> the return of this call on all PEs.
     *
     * @throws IllegalStateException in a handler
     */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        if (desk.isHandling) {
            throw new IllegalStateException(
                    "close() of a flow is called in a handler; call it where the flow was made");
        }
        if (failure != null) {
            end();
            return;
        }
        await();
        if (context != null) {
            context.quiet();
        }
        team.sync();
        end();
        flows.forEach(AbstractFlow::free);
        ending.free();
        if (context != null) {
            context.close();
        }
    }

    private void await() {
        long turn = 0;
        while (!ending.isDone()) {
            boolean any = desk.poll();
            desk.publish();
            if (!any) {
                any = ending.step(sent(), handled());
            }
            turn = any ? 0 : provider.pause(turn, this::describeClosing, 0);
        }
    }

    private void end() {
        isClosed = true;
        desk.remove(this);
        flows.forEach(AbstractFlow::end);
    }

    private long sent() {
        long sent = 0;
        for (int i = 0; i < flows.size(); i++) {
            sent += flows.get(i).sent();
        }
        return sent;
    }

    private long handled() {
        long handled = 0;
        for (int i = 0; i < flows.size(); i++) {
            handled += flows.get(i).handled;
        }
        return handled;
    }

    boolean poll() {
        boolean any = false;
        for (int i = 0; i < flows.size(); i++) {
            any |= flows.get(i).poll();
        }
        return any;
    }

    void publish() {
        for (int i = 0; i < flows.size(); i++) {
            flows.get(i).publish();
        }
    }

    void requireUsable(String call) {
        if (isClosed) {
            throw new IllegalStateException(call + " of a flow that was closed; send before the end of its block");
        }
        if (failure != null) {
            throw new IllegalStateException(call + " of a flow one of whose handlers has thrown", failure);
        }
    }

    /** A handler has thrown. */
    ShmemException failed(AbstractFlow flow, int from, Throwable cause) {
        desk.isHandling = false;
        failure = cause;
        return new ShmemException(
                "the handler of " + flow + " threw " + cause + " for a record from PE " + from, cause);
    }

    private String describeClosing(long where) {
        final StringBuilder text = new StringBuilder("in close() of ");
        text.append(flows.isEmpty() ? "a group of flows" : flows.size() == 1 ? flows.get(0) : flows.toString());
        flows.forEach(flow -> flow.describeWaiting(text));
        return text.toString();
    }
}
