package org.jshmem.internal.nonblocking;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.CollectiveRequest;
import org.jshmem.ShmemException;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.collective.Collectives;
import org.jshmem.internal.collective.ValueBatch;
import org.jshmem.internal.config.Setting;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.Teams;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.waiting.BackgroundWait;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.NonblockingKernel;
import org.jshmem.spi.Reduction;

/**
 * The non-blocking collectives of a team.
 *
 * <p><b>Execution.</b> A collective is executed by the code of the blocking one, on a second team with the same
 * members, the <em>twin</em>, which only non-blocking collectives use. They are executed in the order in which they
 * were started, by a thread of the program that waits for a request, or by the thread of the library
 * ({@link RequestAgent}), whichever comes first. That thread sets {@link #isOwned}, and is the owner of the twin's
 * state until it clears the flag.
 *
 * <p><b>Queue.</b> The thread that starts a collective writes a request to the queue and then increments
 * {@link #started}. The owner reads the request once it has seen the new value. {@link #executed} is written by the
 * owner only. A request stays open until the program has completed it, and there are no more open requests than places
 * in the queue, so that no place is written before it has been read.
 *
 * <p><b>Small collectives.</b> Those on one value, and syncs, are executed several at a time ({@link ValueBatch}). If
 * there is nothing to be executed before such a collective, and the team has split barriers, the thread that starts it
 * arrives at its barrier at once: it is <em>in the air</em>. No other PE then waits for this PE, even if it computes.
 *
 * <p><b>Nobody waits for one who does not come.</b> A request that was added when the owner had just looked is found by
 * the library's thread, which looks again after a while, or by the thread that waits for it.
 */
public final class TeamRequests extends NonblockingKernel implements Awaited {
    /** From this size on the library's thread begins at once. */
    private static final long LARGE_BYTES = 16 << 10;

    private static final long END_NAP_NS = 10_000;

    private final Teams teams;

    /** Null for those of all teams. */
    private final Routes routes;

    private final Team twin;
    private final TeamBarrier barrier;
    private final Collectives collectives;
    private final ValueBatch batch;
    private final boolean isSplit;
    private final BackgroundWait background;
    private final WaitStrategy waitStrategy;
    private final long waitPoint;
    private final long twinWaitPoint;
    private final Runnable threadCheck;
    private final CallSites callSites = new CallSites();
    private final RequestAgent agent;

    private final PooledRequest[] pool;
    private final PooledRequest[] queue;

    /** Where the search for a free request begins. */
    private int nextFree;

    private final AtomicLong started = new AtomicLong();
    private final AtomicLong executed = new AtomicLong();

    /** Whether the next collective is in the air; written by the owner. */
    private final AtomicBoolean isInAir = new AtomicBoolean();

    private final AtomicBoolean isOwned = new AtomicBoolean();
    private final AtomicBoolean isEnding = new AtomicBoolean();

    /** The request that is being executed; in a batch, the first one. */
    private PooledRequest current;

    /** Those that have ended together with it. */
    private final PooledRequest[] ended = new PooledRequest[ValueBatch.MOST];

    private int count;

    /** Who executes; to be compared with the calling thread only, which knows what it has written itself. */
    private Thread owner;

    /** Why this PE is out of step with the others, so that no request can be executed any more; null if it is not. */
    private Throwable broken;

    private volatile boolean hasEnded;

    private TeamRequests(
            Teams teams, Team twin, BackgroundWait background, Routes routes, int most, Runnable threadCheck) {
        this.teams = teams;
        this.twin = twin;
        this.background = background;
        this.routes = routes;
        this.threadCheck = threadCheck;
        this.barrier = twin.barrier();
        this.collectives = new Collectives(twin);
        this.batch = collectives.batch();
        this.isSplit = barrier.split().isPossible();
        this.waitStrategy = teams.waitsOfPe();
        this.waitPoint = teams.waitPointOfPe();
        this.twinWaitPoint = teams.waitPointOfRequests();
        this.pool =
                IntStream.range(0, most).mapToObj(i -> new PooledRequest(this)).toArray(PooledRequest[]::new);
        this.queue = new PooledRequest[most];
        this.agent = new RequestAgent(this);
        barrier.calledFrom(() -> current.site());
    }

    /**
     * Makes the requests of a team; collective over it.
     *
     * @param teams the teams of the job
     * @param team one of them
     * @param routes opens routes for the requests only, to heaps that are not mapped; gives null for those of all teams
     * @param most how many may be open
     * @param threadCheck throws if the calling thread may not start a collective
     * @return the requests
     */
    public static TeamRequests open(Teams teams, Team team, Supplier<Routes> routes, int most, Runnable threadCheck) {
        final Routes own = together(team, routes, Routes::close);
        return together(team, () -> onTwin(teams, team, own, most, threadCheck), TeamRequests::end);
    }

    /** Takes a step on all PEs, or undoes it if it fails on one. */
    private static <T> T together(Team team, Supplier<T> step, Consumer<T> undo) {
        T result = null;
        Throwable failure = null;
        try {
            result = step.get();
        } catch (RuntimeException | Error e) { // such as no memory for a thread
            failure = e;
        }
        boolean isDone = false;
        try {
            team.barrier().begin();
            isDone = team.highest(failure == null ? 0 : 1, CollectiveCall.NONBLOCKING, 0, 0, 0) == 0;
            team.barrier().end();
        } finally {
            if (!isDone && result != null) {
                undo.accept(result);
            }
        }
        if (!isDone) {
            switch (failure) {
                case null ->
                    throw new ShmemException("NonblockingCollectives.on() has failed on another PE of the team");
                case Error error -> throw error;
                default -> throw (RuntimeException) failure;
            }
        }
        return result;
    }

    /** Makes the requests, whose end closes their routes; so does a failure. */
    private static TeamRequests onTwin(Teams teams, Team team, Routes own, int most, Runnable threadCheck) {
        Team twin = null;
        try {
            final BackgroundWait background = new BackgroundWait();
            twin = teams.twin(team, background, own);
            return new TeamRequests(teams, twin, background, own, most, threadCheck);
        } catch (RuntimeException | Error e) {
            if (twin != null) {
                teams.leave(twin);
            }
            if (own != null) {
                own.close();
            }
            throw e;
        }
    }

    @Override
    public CollectiveRequest broadcast(long destOffset, long sourceOffset, long bytes, int root) {
        final PooledRequest request = free();
        request.set(CollectiveCall.BROADCAST, null, null, 0);
        request.with(destOffset, sourceOffset, bytes, root, 0, 0);
        return start(request, bytes);
    }

    @Override
    public CollectiveRequest collect(long destOffset, long destBytes, long sourceOffset, long bytes) {
        final PooledRequest request = free();
        request.set(CollectiveCall.COLLECT, null, null, 0);
        request.with(destOffset, destBytes, sourceOffset, bytes, 0, 0);
        return start(request, destBytes);
    }

    @Override
    public CollectiveRequest fcollect(long destOffset, long sourceOffset, long bytes) {
        final PooledRequest request = free();
        request.set(CollectiveCall.FCOLLECT, null, null, 0);
        request.with(destOffset, sourceOffset, bytes, 0, 0, 0);
        return start(request, bytes * twin.members().size());
    }

    @Override
    public CollectiveRequest alltoall(long destOffset, long sourceOffset, long bytes) {
        final PooledRequest request = free();
        request.set(CollectiveCall.ALLTOALL, null, null, 0);
        request.with(destOffset, sourceOffset, bytes, 0, 0, 0);
        return start(request, bytes * twin.members().size());
    }

    @Override
    public CollectiveRequest alltoalls(
            long destOffset, long destStride, long sourceOffset, long sourceStride, long elementBytes, long nelems) {
        final PooledRequest request = free();
        request.set(CollectiveCall.ALLTOALLS, null, null, 0);
        request.with(destOffset, destStride, sourceOffset, sourceStride, elementBytes, nelems);
        return start(request, elementBytes * nelems * twin.members().size());
    }

    @Override
    public CollectiveRequest reduce(
            Reduction operation, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        final PooledRequest request = free();
        request.set(CollectiveCall.REDUCE, operation, type, 0);
        request.with(destOffset, sourceOffset, nelems, 0, 0, 0);
        return start(request, nelems * type.bytes);
    }

    @Override
    public CollectiveRequest scan(
            boolean inclusive, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        final PooledRequest request = free();
        request.set(inclusive ? CollectiveCall.INSCAN : CollectiveCall.EXSCAN, null, type, 0);
        request.with(destOffset, sourceOffset, nelems, 0, 0, 0);
        return start(request, nelems * type.bytes);
    }

    @Override
    public CollectiveRequest reduceValue(Reduction operation, ElementKind type, long bits) {
        final PooledRequest request = free();
        request.set(CollectiveCall.REDUCE_VALUE, operation, type, bits);
        return start(request, 0);
    }

    @Override
    public CollectiveRequest scanValue(boolean inclusive, ElementKind type, long bits) {
        final PooledRequest request = free();
        request.set(inclusive ? CollectiveCall.INSCAN_VALUE : CollectiveCall.EXSCAN_VALUE, null, type, bits);
        return start(request, 0);
    }

    @Override
    public CollectiveRequest broadcastValue(ElementKind type, long bits, int root) {
        final PooledRequest request = free();
        request.set(CollectiveCall.BROADCAST_VALUE, null, type, bits);
        request.with(root, 0, 0, 0, 0, 0);
        return start(request, 0);
    }

    @Override
    public CollectiveRequest sync(boolean isBarrier) {
        final PooledRequest request = free();
        request.set(isBarrier ? CollectiveCall.TEAM_BARRIER : CollectiveCall.TEAM_SYNC, null, null, 0);
        return start(request, 0);
    }

    private PooledRequest free() {
        threadCheck.run();
        requireAlive();
        for (int i = 0; i < pool.length; i++) {
            final PooledRequest request = pool[(nextFree + i) % pool.length];
            if (request.isFree()) {
                nextFree = (nextFree + i + 1) % pool.length;
                return request;
            }
        }
        throw new IllegalStateException(
                pool.length + " non-blocking collectives of this team are open on this PE, among"
                        + " them " + pool[nextFree] + "; wait for one by await() before the next is started, or set "
                        + Setting.NB_REQUESTS.variable() + " to more than " + pool.length);
    }

    private CollectiveRequest start(PooledRequest request, long bytes) {
        final long number = started.getPlain();
        request.open(number + 1, callSites.of(request));
        queue[(int) (number % queue.length)] = request;
        started.set(number + 1);
        if (!isSplit || bytes >= LARGE_BYTES) {
            agent.ask();
        } else if (launch(request, number)) {
            agent.lookRarely();
        } else {
            agent.look();
        }
        return request;
    }

    /** Arrives at the barrier of a request, if there is nothing before it; returns whether it has. */
    private boolean launch(PooledRequest request, long before) {
        if (executed.get() != before || !request.isBatchable() || !tryOwn()) {
            return false;
        }
        try {
            if (executed.get() != before || isInAir.get() || broken != null) {
                return false;
            }
            current = request;
            batch.clear();
            request.addTo(batch);
            batch.start();
            isInAir.setRelease(true);
            return true;
        } catch (RuntimeException | Error e) {
            broken = e; // the request fails with it when it is executed
            return false;
        } finally {
            disown();
        }
    }

    /** Makes the calling thread the owner, unless there is one. */
    private boolean tryOwn() {
        if (isOwned.compareAndSet(false, true)) {
            owner = Thread.currentThread();
            return true;
        }
        return false;
    }

    private void disown() {
        owner = null;
        isOwned.setRelease(false);
    }

    /**
     * Executes requests, unless another thread does.
     *
     * @param awaited up to this one; all if null, which the library's thread passes
     * @return false if another thread does
     */
    boolean execute(PooledRequest awaited) {
        if (!tryOwn()) {
            return false;
        }
        try {
            while (executed.get() != started.get() && !hasEnded && (awaited == null || awaited.isOpen())) {
                background.begin(awaited == null);
                executeNext();
            }
        } finally {
            disown();
        }
        if (hasOpen()) { // threads that wait for more may execute it now
            Memory.fullFence(); // before the wake
            WaitPoints.wake(waitPoint);
        }
        return true;
    }

    private void executeNext() {
        current = queue[(int) (executed.getPlain() % queue.length)];
        count = 0;
        if (broken == null) {
            executeCurrent();
        } else {
            next().fail(broken);
        }
        Memory.fullFence(); // before the wake, and before futures are looked for
        WaitPoints.wake(waitPoint);
        completeFutures();
    }

    /** Completes the futures of what has ended: all of them, whatever one that depends on them throws. */
    private void completeFutures() {
        Throwable thrown = null;
        for (int i = 0; i < count; i++) {
            try {
                ended[i].completeFuture();
            } catch (RuntimeException | Error e) {
                thrown = e;
            }
        }
        if (thrown != null) {
            throw failure(thrown);
        }
    }

    /**
     * Executes the next request, or the next ones. If it ends by an exception that all PEs get, such as that of
     * different calls, it has been in a barrier. Otherwise this PE is out of step with the others, and all further
     * requests fail.
     */
    private void executeCurrent() {
        final long barriers = barrier.number();
        final boolean wasInAir = isInAir.get();
        try {
            if (wasInAir) {
                end(batch.finish());
            } else if (current.isBatchable()) {
                fill();
                end(batch.run());
            } else {
                current.execute(collectives);
                next().done();
            }
        } catch (CancellationException e) {
            hasEnded = true;
        } catch (RuntimeException | Error e) {
            if (e instanceof Error || !wasInAir && barrier.number() == barriers) {
                broken = e;
            }
            isInAir.setRelease(false);
            if (count == 0) {
                next().fail(e);
            }
        }
    }

    /** Takes the next request from the queue, which is to be ended now. */
    private PooledRequest next() {
        final long number = executed.getPlain();
        final PooledRequest request = queue[(int) (number % queue.length)];
        executed.setRelease(number + 1);
        ended[count++] = request;
        return request;
    }

    private void fill() {
        batch.clear();
        long at = executed.getPlain();
        do {
            queue[(int) (at % queue.length)].addTo(batch);
            at++; // the place of the next one may be read only if it has been started
        } while (at < started.get() && batch.hasRoom() && queue[(int) (at % queue.length)].isBatchable());
    }

    /** Ends the first requests of a batch. */
    private void end(int done) {
        isInAir.setRelease(false);
        for (int i = 0; i < done; i++) {
            final long result = batch.result(i);
            next().done(result);
        }
    }

    /**
     * Ends a request that is in the air if all PEs have arrived; does not wait, unless they have started different
     * ones.
     *
     * @param isLibrary whether it is the library's thread
     */
    void progress(boolean isLibrary) {
        if (isInAir.get() && tryOwn()) {
            try {
                if (isInAir.get() && batch.hasEnded()) {
                    background.begin(isLibrary);
                    executeNext();
                }
            } finally {
                disown();
            }
        } else if (!isLibrary && !isOwned.get() && hasWork()) {
            agent.ask();
        }
    }

    /** Gives other threads a chance, after a test that has found its request open. */
    void giveWay() {
        waitStrategy.giveWay();
    }

    /** Executes requests up to one that the calling thread waits for, or waits for the thread that does. */
    long pause(PooledRequest awaited, long turn) {
        requireAlive();
        return execute(awaited) ? 0 : pauseBeside(turn, awaited.number());
    }

    /** Waits for a moment for the library's thread. */
    long pauseBeside(long turn, long number) {
        requireAlive();
        if (!isOwned.get()) {
            progress(false);
        }
        if (WaitStrategy.isLong(turn) && isInAir.get()) {
            agent.askForAll(); // other PEs wake threads in the twin only
        }
        if (background.isInBackground()) {
            background.hurry();
            Memory.fullFence(); // before the wake
            WaitPoints.wake(twinWaitPoint);
        }
        return waitStrategy.pause(turn, this, number);
    }

    /** Has the library's thread execute everything that is open. */
    void awaitInBackground() {
        agent.askForAll();
    }

    /** Whether there is something for the library's thread to do: more than what is in the air. */
    boolean hasWork() {
        return started.get() - executed.get() > (isInAir.get() ? 1 : 0);
    }

    /** Whether the next collective is in the air. */
    boolean isInAir() {
        return isInAir.get();
    }

    /** Whether a thread executes requests. */
    boolean isExecuting() {
        return isOwned.get();
    }

    /** Requests that the program has not completed. */
    public int openCount() {
        return (int) Arrays.stream(pool).filter(request -> !request.isFree()).count();
    }

    /** Whether something is open. */
    boolean hasOpen() {
        return started.get() != executed.get();
    }

    long executed() {
        return executed.get();
    }

    long started() {
        return started.get();
    }

    boolean hasEnded() {
        return hasEnded;
    }

    void requireAlive() {
        if (hasEnded) {
            throw ended();
        }
    }

    private static IllegalStateException ended() {
        return new IllegalStateException("the team of this request has ended");
    }

    /** Completes the future of a request that is open, since nobody executes it any more. */
    synchronized void abandon(PooledRequest request) {
        if (request.isOpen() && request.hasFuture()) {
            request.fail(ended());
            Memory.fullFence(); // as after each end of a request
            request.completeFuture();
        }
    }

    /** What the program gets for a failure that another thread may have seen: of the same type. */
    static RuntimeException failure(Throwable cause) {
        return switch (cause) {
            case Error error -> throw error;
            case IllegalArgumentException e -> new IllegalArgumentException(e.getMessage(), e);
            case IndexOutOfBoundsException e ->
                (RuntimeException) new IndexOutOfBoundsException(e.getMessage()).initCause(e);
            case IllegalStateException e -> new IllegalStateException(e.getMessage(), e);
            case ShmemOutOfMemoryException e ->
                (RuntimeException) new ShmemOutOfMemoryException(e.getMessage()).initCause(e);
            default -> new ShmemException(cause.getMessage(), cause);
        };
    }

    /**
     * Describes what is still open.
     *
     * @return as {@code sumReduceNb at Main.main(Main.java:12)}; null if nothing is
     */
    public String open() {
        final List<String> open = new ArrayList<>();
        for (PooledRequest request : pool) {
            if (!request.isFree()) {
                open.add(request.toString());
            }
        }
        return open.isEmpty() ? null : open.stream().distinct().collect(Collectors.joining(", "));
    }

    /**
     * Throws if the calling thread executes requests of the team: it runs what depends on a future.
     *
     * @param call which would wait for this thread
     */
    public void requireOutside(String call) {
        if (Thread.currentThread().equals(owner)) {
            throw new IllegalStateException(call + " is called by what depends on a future of the team's collectives,"
                    + " which cannot go on meanwhile; pass it to another thread, by thenRunAsync for instance");
        }
    }

    /** Ends the requests: none goes on, and no thread is in the twin on return. Does nothing the second time. */
    public void end() {
        if (!isEnding.compareAndSet(false, true)) {
            return;
        }
        hasEnded = true;
        background.end();
        agent.end();
        while (!isOwned.compareAndSet(false, true)) {
            Memory.fullFence(); // before the wake
            WaitPoints.wake(twinWaitPoint);
            LockSupport.parkNanos(this, END_NAP_NS);
        }
        agent.join();
        for (PooledRequest request : pool) {
            abandon(request);
        }
        teams.leave(twin);
        if (routes != null) {
            routes.close();
        }
    }

    @Override
    public String describe(long number) {
        for (PooledRequest request : pool) {
            if (!request.isFree() && request.number() == number) {
                return barrier.missing() + " to come to " + request;
            }
        }
        return "a non-blocking collective";
    }
}
