package org.jshmem.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemException;
import org.jshmem.ShmemTeam;
import org.jshmem.spi.Operation;
import org.jshmem.spi.ShmemProvider;

/**
 * Several flows that end together. Use one when the handlers of one flow send to another: no flow of the group ends
 * before no record is left in any of them. Each flow is a mailbox with its own type of record and its own handler (in
 * other systems: a selector).
 *
 * <pre>{@code
 * try (FlowGroup group = FlowGroup.on(TEAM_WORLD)) {
 *     final LongFlow visits = group.longs((from, vertex) -> visit(vertex));
 *     final Flow<Edge> edges = group.records(Edge.class, (from, edge) -> visits.send(owner(edge.to()), edge.to()));
 *     ...
 * }
 * }</pre>
 *
 * <p>Make all flows before the first record is sent, and a flow before those whose handlers send to it. If two handlers
 * send to each other's flows, keep the flows in fields.
 *
 * <p>Records of one flow from one PE to another are handled in the order of sending. Records of different flows are not
 * ordered.
 *
 * <p><b>Threads.</b> Only the thread that made the group may use it and its flows.
 */
public final class FlowGroup implements AutoCloseable {
    private static final Operation DRAIN = Operation.of("flowDrain");
    private static final Operation CLOSE = Operation.of("flowClose");

    final ShmemProvider provider = ShmemProvider.current();
    final ShmemTeam team;
    final Routes routes;
    final Desk desk;

    /** What tools call the flows; null for the names of their records. */
    final String name;

    /** Null on one node. */
    final ShmemContext context;

    private final List<AbstractFlow> flows = new ArrayList<>();
    private final Ending ending;
    private boolean isClosed;
    private boolean isLeftOpen;

    /** Whether all PEs have come to the end that was awaited last. */
    private boolean haveAllCome;

    /** What has ended the use of the flows on this PE; null for nothing. */
    private Throwable failure;

    /** What a flow is since then, for messages. */
    private String failureText;

    /** What this PE waits for; a field, because a method reference makes an object each time. */
    private final FlowWait wait = new FlowWait(this::describeClosing);

    /** The body of {@link #drain()}; a field for the same reason. */
    private final Runnable draining = this::awaitNoWork;

    /** For each PE of the team its number in the job; kept here, as the team may end before a wait is described. */
    private final int[] numbers;

    private FlowGroup(ShmemTeam team, String name) {
        this.team = team;
        this.numbers = IntStream.range(0, team.nPes())
                .map(pe -> team.translatePe(pe, Shmem.TEAM_WORLD))
                .toArray();
        this.name = name;
        this.desk = Desk.ofThread();
        if (desk.isHandling) {
            throw new IllegalStateException("a flow is made in a handler of a flow; make it before records are sent");
        }
        this.routes = Routes.of(team, provider);
        this.context = routes.nodes() == 1 ? null : team.createCtx(0);
        this.ending = ending();
        desk.add(this);
    }

    private Ending ending() {
        try {
            return Ending.of(team, routes, context);
        } catch (RuntimeException | Error e) {
            if (context != null) {
                context.close();
            }
            throw e;
        }
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
        return new FlowGroup(team, null);
    }

    /** Makes a group with one flow; if that fails, on all PEs or by an error on one, there is no group either. */
    static <F> F with(ShmemTeam team, Function<FlowGroup, F> flow) {
        return with(on(team), flow);
    }

    /**
     * Makes a group whose flows tools call by one name, and the object that uses them. If that fails, on all PEs or by
     * an error on one, there is no group.
     */
    static <F> F with(String name, ShmemTeam team, Function<FlowGroup, F> user) {
        return with(new FlowGroup(team, name), user);
    }

    private static <F> F with(FlowGroup group, Function<FlowGroup, F> user) {
        try {
            return user.apply(group);
        } catch (RuntimeException e) { // on all PEs
            try {
                group.close();
            } catch (RuntimeException | Error other) {
                e.addSuppressed(other);
            }
            throw e;
        } catch (Error e) { // such as that there is no memory: other PEs go on
            group.end();
            throw e;
        }
    }

    /** Checks what the program passes to be called. */
    static <H> H required(String name, H called) {
        if (called == null) {
            throw new NullPointerException(name + "=null; pass what is called");
        }
        return called;
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

    /**
     * Adds a flow of questions and answers; collective over the team. See {@link LongAskFlow}.
     *
     * @param answerer called on the PE that is asked
     * @param handler called on the PE that has asked
     * @return the flow
     */
    public LongAskFlow longQuestions(LongAnswerer answerer, LongReplyHandler handler) {
        return LongAskFlow.in(this, answerer, handler);
    }

    /**
     * Adds a flow of questions and answers; collective over the team. See {@link AskFlow}.
     *
     * @param question a record class of primitives and such records
     * @param answer the same for answers
     * @param answerer called on the PE that is asked
     * @param <Q> the type of questions
     * @param <A> the type of answers
     * @return the flow
     */
    public <Q extends Record, A extends Record> AskFlow<Q, A> questions(
            Class<Q> question, Class<A> answer, Answerer<? super Q, ? extends A> answerer) {
        return AskFlow.in(this, question, answer, answerer);
    }

    /** Adds a flow; collective. */
    void add(AbstractFlow flow) {
        flows.add(flow);
    }

    /** Takes back a flow by which no PE has sent anything; all PEs do that. */
    void remove(AbstractFlow flow) {
        flows.remove(flow);
        flow.end();
        flow.free();
    }

    /**
     * Runs the handlers of records that have come, for all flows of this thread, and sends what is buffered.
     *
     * @return whether there was any record
     * @throws IllegalStateException in a handler, or after {@link #close()}
     */
    public boolean progress() {
        requireUsable("progress()");
        requireNoHandler("progress()");
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
     * Waits until every record that any PE has sent has been handled, including those that handlers send meanwhile;
     * collective over the team. The flows can be used further. All writes of handlers, on any PE, <i>happen-before</i>
     * the return of this call on all PEs, and no PE returns before all have arrived.
     *
     * <p>After an exception has left this call on a PE, such as that of a handler of any flow, the flows can only be
     * closed there, and the other PEs cannot end them.
     *
     * @throws ShmemException if a handler throws, if other PEs end other flows, or if some close the group
     * @throws IllegalStateException in a handler, or after {@link #close()}
     */
    public void drain() {
        requireUsable("drain()");
        requireNoHandler("drain()");
        provider.run(DRAIN, draining);
    }

    private void awaitNoWork() {
        awaitEnd(FlowGroup::hasNoWork, false);
    }

    private static boolean hasNoWork() {
        return false;
    }

    /**
     * Waits like {@link #drain()}, and works while there are no records to handle, as a program needs that shares out
     * its work by records: the call returns when all PEs have finished their work and no record is left. Handlers take
     * work and put it aside, and {@code idle} does it piece by piece.
     *
     * <p>{@code idle} is called first, and then when all records that have come are handled, until it returns false.
     * After that, it is called again only when a handler of this group has run; those of other flows do not count. It
     * runs like a handler: it may send, does not wait there, and must not call collective operations, {@code progress},
     * {@code drain} or {@code close}.
     *
     * @param idle does a piece of work; returns whether there was any
     * @throws ShmemException if {@code idle} throws, which ends the use of the group as an exception of a handler does
     * @throws IllegalStateException in a handler, or after {@link #close()}
     */
    public void drain(BooleanSupplier idle) {
        required("idle", idle);
        requireUsable("drain()");
        requireNoHandler("drain()");
        provider.run(DRAIN, () -> awaitEnd(idle, false));
    }

    /**
     * Waits for the end of all records. If an exception leaves the call, this PE cannot take part in the end again,
     * since other PEs may have its counts.
     *
     * @param isClosing whether this is {@code close}
     * @return whether the end has come; false if this PE has left, so that the group is closed here
     */
    private boolean awaitEnd(BooleanSupplier idle, boolean isClosing) {
        try {
            return awaitAll(idle, isClosing);
        } catch (RuntimeException | Error e) {
            if (failure == null) {
                fail("whose drain() or close() an exception has left", e);
            }
            ending.withdraw();
            throw e;
        }
    }

    private boolean awaitAll(BooleanSupplier idle, boolean isClosing) {
        haveAllCome = false;
        ending.begin();
        UnwindingWatch unwinding = null; // made by a long wait only
        boolean mayHaveWork = true;
        long before = handled();
        long turn = 0;
        while (!ending.isDone()) {
            boolean any = desk.poll(); // also if it has only passed on what is for others
            mayHaveWork |= handled() != before;
            before = handled();
            if (!any && mayHaveWork) {
                mayHaveWork = work(idle);
                any = mayHaveWork;
            }
            desk.publish();
            if (!any) {
                any = ending.step(sent(), handled(), isOpen());
            }
            if (turn >= ShmemProvider.LATE) {
                unwinding = unwinding == null ? new UnwindingWatch(this, provider) : unwinding;
                if (unwinding.mustLeave()) {
                    ending.withdraw();
                    end();
                    return false;
                }
            }
            turn = any ? 0 : pause(turn);
        }
        provider.waited(0, 0);
        final boolean isMixed = team.any(isClosing) && !team.all(isClosing);
        haveAllCome = true;
        if (isMixed) {
            final ShmemException mixed = new ShmemException("some PEs close " + this
                    + ", and others drain it; call drain() and close() in the same order on all PEs");
            fail("which some PEs have closed, and others drained", mixed);
            throw mixed;
        }
        flows.forEach(AbstractFlow::reopen);
        return true;
    }

    private boolean work(BooleanSupplier idle) {
        try {
            return desk.work(idle);
        } catch (Throwable e) {
            haveAllCome = false;
            fail("whose idle work has thrown", e);
            throw new ShmemException("the idle work of " + this + " threw " + e, e);
        }
    }

    /** Drains flows by which this PE sends no more, in handlers neither; collective. */
    void drainDone() {
        for (int i = 0; i < flows.size(); i++) {
            flows.get(i).done();
        }
        drain();
    }

    /** Does a part of a collective call between two drains. */
    void between(Runnable part) {
        drainDone();
        guard(part);
        drainDone();
    }

    /**
     * Does a part of a collective call. Other PEs wait for this one at the end of the call, so if an exception leaves
     * the part, this PE can only close the group.
     */
    void guard(Runnable part) {
        try {
            part.run();
        } catch (Throwable e) {
            if (failure == null) {
                haveAllCome = false;
                fail("one of whose collective calls an exception has left", e);
            }
            throw e;
        }
    }

    private long pause(long turn) {
        if (turn >= ShmemProvider.LATE) {
            desk.requireSameFlows(this);
        }
        return provider.pause(turn, wait, 0);
    }

    /**
     * Waits like {@link #drain()}, and ends all flows of the group; collective over the team. A second call does
     * nothing.
     *
     * <p>When an exception ends the block of the group on this PE, while another PE waits for this PE in a collective
     * of the team or of all PEs, such as a barrier, the call does not wait for that PE, which cannot come. The group is
     * then closed on this PE only, and its memory is not freed before shutdown. {@link #drain()} does the same.
     *
     * <p>An exception that leaves the wait, such as that of a handler of any flow, also closes the group on this PE
     * only.
     *
     * @throws ShmemException if a handler throws, if other PEs end other flows, or if some only drain the group
     * @throws IllegalStateException in a handler
     */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        requireMayEnd("close()");
        if (failure != null || !isAlive()) {
            end();
            return;
        }
        provider.run(CLOSE, this::endAll);
    }

    private void endAll() {
        try {
            if (!awaitEnd(FlowGroup::hasNoWork, true)) {
                return;
            }
        } catch (RuntimeException | Error e) {
            end();
            throw e;
        }
        final long late = sent() - ending.told();
        if (context != null) {
            context.quiet();
            team.sync();
        }
        end();
        flows.forEach(AbstractFlow::free);
        ending.free();
        if (context != null) {
            context.close();
        }
        if (late != 0) {
            throw new IllegalStateException(late + " records were sent to " + this
                    + " by handlers of other flows while it ended, and are lost; put flows that send to each other into"
                    + " one FlowGroup");
        }
    }

    /** Whether all PEs have come to the last end, so that they go on together, also if a call has thrown. */
    boolean haveAllCome() {
        return haveAllCome;
    }

    /** Whether the flows can only be closed, on this PE alone. */
    boolean hasFailed() {
        return failure != null;
    }

    void requireNoHandler(String call) {
        desk.requireNoHandler(call);
    }

    /** Throws if this PE may not make a flow of this group now. */
    void requireMayAdd() {
        if (isClosed) {
            throw new IllegalStateException(
                    "a flow is added to a group that was closed; add it before the end of the group's block");
        }
        requireMayEnd("adding a flow");
        requireUsable("adding a flow");
    }

    /** Throws before anything is done in the wrong place, so that the call can be repeated in the right one. */
    void requireMayEnd(String call) {
        desk.requireOwner(call);
        desk.requireNoHandler(call);
    }

    /** The PE that closes or drains this group while this PE does not; −1 for none. */
    int eagerPe() {
        return ending.eagerChild();
    }

    /** Whether the library has not been shut down since. */
    boolean isAlive() {
        return !isLeftOpen && ending.isAlive();
    }

    /** The library is shut down while the group is open: it has no memory, so each send throws. */
    void leaveOpen() {
        isLeftOpen = true;
        flows.forEach(AbstractFlow::stop);
    }

    /** Ends what is of this PE. */
    void end() {
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

    /** Whether this PE, or one of its handlers, may still send. */
    private boolean isOpen() {
        for (int i = 0; i < flows.size(); i++) {
            if (flows.get(i).isOpen()) {
                return true;
            }
        }
        return false;
    }

    boolean poll() {
        if (failure != null) {
            return false;
        }
        boolean any = false;
        for (int i = 0; i < flows.size(); i++) {
            any |= flows.get(i).poll();
        }
        return any;
    }

    void publish() {
        if (failure != null) {
            return;
        }
        for (int i = 0; i < flows.size(); i++) {
            flows.get(i).publish();
        }
    }

    void requireUsable(String call) {
        desk.requireOwner(call);
        if (!isClosed && !isAlive()) {
            throw new IllegalStateException(call + " of " + kind() + " that was left open at the last shutdown()");
        }
        if (isClosed) {
            throw new IllegalStateException(call + " of a flow that was closed; send before the end of its block");
        }
        if (failure != null) {
            throw new IllegalStateException(call + " of " + kind() + " " + failureText, failure);
        }
    }

    private String kind() {
        return name == null ? "a flow" : "a distributed array";
    }

    /** A handler has thrown. */
    ShmemException failed(AbstractFlow flow, int from, Throwable cause) {
        haveAllCome = false;
        fail("one of whose handlers has thrown", cause);
        return new ShmemException(
                "the handler of " + flow + " threw, for a record from " + nameOf(from) + ": " + cause, cause);
    }

    /** This PE cannot pass a record on. */
    ShmemException notPassedOn(AbstractFlow flow, int from, int to, Throwable cause) {
        haveAllCome = false;
        fail("one of whose records could not be passed on", cause);
        return new ShmemException(
                "a record of " + flow + " from " + nameOf(from) + " to " + nameOf(to) + " cannot be passed on: "
                        + cause,
                cause);
    }

    /** First of all, because what the caller does next may throw, too: the stack may be full. */
    private void fail(String text, Throwable cause) {
        desk.isHandling = false;
        failure = cause;
        failureText = text;
        flows.forEach(AbstractFlow::stop);
    }

    /** A PE of the team in words. */
    String nameOf(int pe) {
        return "PE " + pe + (numbers[pe] == pe ? "" : " of the team (PE " + numbers[pe] + " of the job)");
    }

    private String describeClosing(long where) {
        final StringBuilder text = new StringBuilder("the end of ").append(this);
        flows.forEach(flow -> flow.describeWaiting(text));
        return text.toString();
    }

    @Override
    public String toString() {
        return flows.isEmpty() ? "a group without flows" : flows.get(0).toString();
    }
}
