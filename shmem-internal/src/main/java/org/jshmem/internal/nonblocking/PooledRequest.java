package org.jshmem.internal.nonblocking;

import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jshmem.CollectiveRequest;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.StackUnwinding;
import org.jshmem.internal.collective.Collectives;
import org.jshmem.internal.collective.ValueBatch;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;

/** A request of {@link TeamRequests}, used again and again as its {@link RequestState} says. */
final class PooledRequest extends CollectiveRequest {
    /** How long {@link #close} waits before it asks whether an exception leaves the block. */
    private static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final TeamRequests requests;
    private final RequestState state = new RequestState();

    /** The number among those of the team. */
    private long number;

    private CollectiveCall call;
    private Reduction operation;
    private ElementKind type;
    private final long[] arguments = new long[6];

    /** Of a call on one value: this PE's bits, or the result. */
    private long bits;

    private String site;

    /** Why the collective has failed; null if it has not. */
    private Throwable failure;

    PooledRequest(TeamRequests requests) {
        this.requests = requests;
    }

    boolean isFree() {
        return state.isFree();
    }

    boolean isOpen() {
        return state.isOpen();
    }

    long number() {
        return number;
    }

    /** Describes a call without arguments; calls on arrays have no type, except for reductions and scans. */
    void set(CollectiveCall what, Reduction reduction, ElementKind element, long value) {
        call = what;
        operation = reduction;
        type = element;
        bits = value;
        failure = null;
        state.prepare();
        with(0, 0, 0, 0, 0, 0);
    }

    /** The arguments of a call. */
    void with(long first, long second, long third, long fourth, long fifth, long sixth) {
        arguments[0] = first;
        arguments[1] = second;
        arguments[2] = third;
        arguments[3] = fourth;
        arguments[4] = fifth;
        arguments[5] = sixth;
    }

    void open(long ofTeam, String place) {
        number = ofTeam;
        site = place;
        state.open();
    }

    /** A number that calls with other arguments do not have, but by chance. */
    @SuppressWarnings("EnumOrdinal") // used in this process only
    long hash() {
        long mixed = call.ordinal();
        mixed = mixed * MIX ^ (operation == null ? 0 : operation.ordinal() + 1);
        mixed = mixed * MIX ^ (type == null ? 0 : type.ordinal() + 1);
        for (long argument : arguments) {
            mixed = (mixed ^ mixed >>> Integer.SIZE) * MIX ^ argument;
        }
        return mixed;
    }

    /** Whether the call can be executed together with others. */
    boolean isBatchable() {
        return switch (call) {
            case REDUCE_VALUE, BROADCAST_VALUE, TEAM_SYNC, TEAM_BARRIER -> true;
            default -> false;
        };
    }

    /** Adds a call that {@link #isBatchable} to a batch. */
    void addTo(ValueBatch batch) {
        switch (call) {
            case REDUCE_VALUE -> batch.addReduction(operation, type, bits);
            case BROADCAST_VALUE -> batch.addBroadcast(type, bits, (int) arguments[0]);
            default -> batch.addSync(call == CollectiveCall.TEAM_BARRIER);
        }
    }

    /** Executes a call that is not {@link #isBatchable}. */
    void execute(Collectives by) {
        final long[] a = arguments;
        switch (call) {
            case BROADCAST -> by.broadcast(a[0], a[1], a[2], (int) a[3]);
            case COLLECT -> by.collect(a[0], a[1], a[2], a[3]);
            case FCOLLECT -> by.fcollect(a[0], a[1], a[2]);
            case ALLTOALL -> by.alltoall(a[0], a[1], a[2]);
            case ALLTOALLS -> by.alltoalls(a[0], a[1], a[2], a[3], a[4], a[5]);
            case REDUCE -> by.reduce(operation, type, a[0], a[1], a[2]);
            case INSCAN, EXSCAN -> by.scan(call == CollectiveCall.INSCAN, type, a[0], a[1], a[2]);
            case INSCAN_VALUE, EXSCAN_VALUE -> bits = by.scanValue(call == CollectiveCall.INSCAN_VALUE, type, bits);
            default -> throw new IllegalStateException("call=" + call);
        }
    }

    /** Where the call was started. */
    String site() {
        return site;
    }

    /** Ends the collective. */
    void done(long result) {
        bits = result;
        done();
    }

    /** Ends the collective, whose result is where it belongs. A fence and {@link #completeFuture} follow. */
    void done() {
        state.done();
    }

    /** Completes the future of this request, if there is one and the collective has ended. */
    void completeFuture() {
        state.completeFuture();
    }

    boolean hasFuture() {
        return state.hasFuture();
    }

    /** Ends the collective with a failure. */
    void fail(Throwable cause) {
        failure = cause;
        done();
    }

    @Override
    public void await() {
        awaitEnd();
        complete();
    }

    private void awaitEnd() {
        long turn = 0;
        while (state.isOpen()) {
            turn = requests.pause(this, turn);
        }
    }

    @Override
    public boolean test() {
        if (state.isOpen()) {
            requests.progress(false);
        }
        if (state.isOpen()) {
            requests.requireAlive();
            requests.giveWay();
            return false;
        }
        complete();
        return true;
    }

    /**
     * First leaves the collective to the library's thread, since who executes it cannot leave it. A request that has a
     * future is left to that.
     */
    @Override
    public void close() {
        if (state.hasFuture()) {
            return;
        }
        final long start = System.nanoTime();
        long turn = 0;
        while (state.isOpen() && System.nanoTime() - start < PATIENCE_NS) {
            turn = requests.pauseBeside(turn, number);
        }
        if (state.isOpen() && StackUnwinding.isInProgress()) {
            final CompletableFuture<Void> _ = toFuture(); // it becomes free when the collective has ended
        } else {
            await();
        }
    }

    /** Makes a request that has ended free, unless it has a future, which does so itself. */
    private void complete() {
        if (!state.hasFuture() && state.isDone()) {
            final Throwable cause = failure;
            state.free();
            if (cause != null) {
                throw TeamRequests.failure(cause);
            }
        }
    }

    @Override
    public <T> CompletableFuture<T> toFuture(Function<? super CollectiveRequest, ? extends T> result) {
        if (state.isFree()) {
            return CompletableFuture.completedFuture(result.apply(this));
        }
        final CompletableFuture<T> future = new CompletableFuture<>();
        final FutureCompletion<T> once = new FutureCompletion<>(this, future, result);
        state.completeBy(once);
        if (state.isOpen()) {
            requests.awaitInBackground();
            if (requests.hasEnded()) {
                requests.abandon(this);
            }
        }
        if (!state.isOpen()) {
            once.run();
        }
        return future;
    }

    RequestState state() {
        return state;
    }

    /** Why the collective has failed; null if it has not. */
    Throwable failure() {
        return failure;
    }

    @Override
    protected long result(ElementKind wanted) {
        if (type != wanted || !isOfValue()) {
            throw new IllegalStateException(this + " has no result of type "
                    + wanted.name().toLowerCase(Locale.ROOT)
                    + (isOfValue()
                            ? "; it is a collective on values of another type"
                            : "; it is not on single values"));
        }
        awaitEnd();
        final long result = bits; // before another thread may take the request
        complete();
        return result;
    }

    private boolean isOfValue() {
        return switch (call) {
            case REDUCE_VALUE, BROADCAST_VALUE, INSCAN_VALUE, EXSCAN_VALUE -> true;
            default -> false;
        };
    }

    @Override
    protected long pause(long turn) {
        return requests.pauseBeside(turn, number);
    }

    /** The method that has started it. */
    private String name() {
        return switch (call) {
            case BROADCAST, BROADCAST_VALUE -> "broadcastNb";
            case COLLECT -> "collectNb";
            case FCOLLECT -> "fcollectNb";
            case ALLTOALL -> "alltoallNb";
            case ALLTOALLS -> "alltoallsNb";
            case REDUCE, REDUCE_VALUE -> operation.operation + "Nb";
            case INSCAN, INSCAN_VALUE -> "sumInscanNb";
            case EXSCAN, EXSCAN_VALUE -> "sumExscanNb";
            case TEAM_BARRIER -> "barrierNb";
            default -> "syncNb";
        };
    }

    @Override
    public String toString() {
        return name() + " at " + site;
    }
}
