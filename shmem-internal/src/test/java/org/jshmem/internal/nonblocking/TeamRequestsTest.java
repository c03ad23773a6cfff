package org.jshmem.internal.nonblocking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.CollectiveRequest;
import org.jshmem.ShmemException;
import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.collective.ValueBatch;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.Teams;
import org.jshmem.internal.team.ThreadJob;
import org.jshmem.internal.transport.RecordingTransport;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.transport.Transport;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Non-blocking collectives of threads that stand in for PEs, on nodes of several shapes. */
@Timeout(60)
class TeamRequestsTest {
    private static final int MOST = 24;
    private static final int ROUNDS = 150;
    private static final long HEAP_BYTES = 2 << 20;
    private static final long DEST = HEAP_BYTES / 2;

    private static Stream<Arguments> shapes() {
        return Stream.of(
                Arguments.of(new int[] {0}, true, false),
                Arguments.of(new int[] {0, 0}, true, false),
                Arguments.of(new int[] {0, 0, 0}, true, true),
                Arguments.of(new int[] {0, 0, 0}, false, false),
                Arguments.of(new int[] {0, 1, 2}, true, false),
                Arguments.of(new int[] {0, 1, 0, 1}, true, true),
                Arguments.of(IntStream.range(0, 20).map(pe -> 0).toArray(), true, false));
    }

    private static TeamRequests open(Teams teams) {
        return TeamRequests.open(teams, teams.world(), () -> null, MOST, () -> {});
    }

    /** Ends the requests when all PEs have completed theirs. */
    private static void end(Teams teams, TeamRequests requests) {
        assertNull(requests.open());
        teams.world().highest(0, CollectiveCall.TEAM_SYNC, 0, 0, 0);
        requests.end();
    }

    private record Open(CollectiveRequest request, int kind, int round, long offset) {}

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldGiveEachRequestItsResult(int[] nodeOf, boolean isMapped, boolean isCrowded) throws Exception {
        ThreadJob.run(nodeOf, isMapped, isCrowded, HEAP_BYTES, (pe, teams, heaps) -> {
            final TeamRequests requests = open(teams);
            final SplittableRandom common = new SplittableRandom(7);
            final SplittableRandom own = new SplittableRandom(pe);
            final Deque<Open> open = new ArrayDeque<>();
            for (int round = 0; round < ROUNDS; round++) {
                final int kind = common.nextInt(6);
                final long offset = round % MOST * 1024L;
                while (open.size() > own.nextInt(MOST)) {
                    check(teams.world(), heaps[pe], own.nextBoolean() ? open.removeFirst() : open.removeLast(), own);
                }
                while (!open.isEmpty() && open.peekFirst().round <= round - MOST) {
                    check(teams.world(), heaps[pe], open.removeFirst(), own);
                }
                open.add(new Open(start(requests, kind, round, offset, pe, heaps[pe]), kind, round, offset));
            }
            while (!open.isEmpty()) {
                check(teams.world(), heaps[pe], open.removeFirst(), own);
            }
            end(teams, requests);
        });
    }

    private static CollectiveRequest start(TeamRequests requests, int kind, int round, long offset, int pe, long heap) {
        final long mine = pe * 100L + round;
        Memory.put64(heap + offset, mine);
        return switch (kind) {
            case 0, 1 -> requests.reduceValue(Reduction.SUM, ElementKind.LONG, mine);
            case 2 -> requests.broadcastValue(ElementKind.LONG, mine, 0);
            case 3 -> requests.scanValue(true, ElementKind.LONG, mine);
            case 4 -> requests.reduce(Reduction.MAX, ElementKind.LONG, DEST + offset, offset, 1 + round % 100);
            default -> requests.sync(round % 2 == 0);
        };
    }

    private static void check(Team team, long heap, Open one, SplittableRandom own) throws InterruptedException {
        final int pes = team.members().size();
        final int me = team.members().me();
        final CollectiveRequest request = one.request;
        if (own.nextInt(3) == 0) {
            while (!request.test()) {
                Thread.sleep(0, 1000);
            }
        }
        switch (one.kind) {
            case 0, 1 -> assertEquals(sum(pes, one.round), request.longResult());
            case 2 -> assertEquals(one.round, request.longResult());
            case 3 -> assertEquals(sum(me + 1, one.round), request.longResult());
            case 4 -> {
                request.await();
                assertEquals((pes - 1) * 100L + one.round, Memory.get64(heap + DEST + one.offset));
            }
            default -> request.await();
        }
    }

    private static long sum(int pes, int round) {
        return IntStream.range(0, pes).mapToLong(pe -> pe * 100L + round).sum();
    }

    /** Everything is executed by the threads of the library. */
    @ParameterizedTest
    @MethodSource("shapes")
    void shouldCompleteFutures(int[] nodeOf, boolean isMapped, boolean isCrowded) throws Exception {
        ThreadJob.run(nodeOf, isMapped, isCrowded, HEAP_BYTES, (pe, teams, heaps) -> {
            final TeamRequests requests = open(teams);
            for (int round = 0; round < 10; round++) {
                final var sum = requests.reduceValue(Reduction.SUM, ElementKind.LONG, pe * 100L + round)
                        .toFuture(CollectiveRequest::longResult);
                final var sync = requests.sync(false).toFuture();
                final long inFuture = sum.thenApply(value -> value + 1).get(20, TimeUnit.SECONDS);
                assertEquals(sum(nodeOf.length, round) + 1, inFuture);
                sync.get(20, TimeUnit.SECONDS);
                Thread.sleep(round);
            }
            end(teams, requests);
        });
    }

    /** The first, the last, and one in the middle of a batch; PEs have different numbers of requests in theirs. */
    @ParameterizedTest
    @MethodSource("shapes")
    @Tag(QuickFilter.FULL)
    void shouldTellDifferentCalls(int[] nodeOf, boolean isMapped, boolean isCrowded) throws Exception {
        if (nodeOf.length == 1) {
            return;
        }
        ThreadJob.run(nodeOf, isMapped, isCrowded, HEAP_BYTES, (pe, teams, heaps) -> {
            final TeamRequests requests = open(teams);
            for (int wrong = 0; wrong <= ValueBatch.MOST; wrong++) {
                final List<CollectiveRequest> all = new ArrayList<>();
                for (int i = 0; i < 2 * ValueBatch.MOST; i++) {
                    final Reduction operation = i == wrong && pe == 1 ? Reduction.MIN : Reduction.MAX;
                    all.add(requests.reduceValue(operation, ElementKind.INT, i + pe));
                    if (i % 5 == pe % 5 && i != wrong) {
                        all.get(i).test();
                    }
                }
                for (int i = all.size() - 1; i >= 0; i--) {
                    if (i == wrong) {
                        final ShmemException told = assertThrows(ShmemException.class, all.get(i)::await);
                        assertTrue(told.getMessage().contains("minReduce for int"), told.getMessage());
                        assertTrue(told.getMessage().contains("maxReduce for int"), told.getMessage());
                    } else {
                        assertEquals(i + nodeOf.length - 1, all.get(i).intResult());
                    }
                }
            }
            end(teams, requests);
        });
    }

    /** A PE that starts nothing leaves the others with what is open; the end wakes their threads. */
    @ParameterizedTest
    @MethodSource("shapes")
    @Tag(QuickFilter.FULL)
    void shouldEndWithOpenRequests(int[] nodeOf, boolean isMapped, boolean isCrowded) throws Exception {
        if (nodeOf.length == 1) {
            return;
        }
        ThreadJob.run(nodeOf, isMapped, isCrowded, HEAP_BYTES, (pe, teams, heaps) -> {
            final TeamRequests requests = open(teams);
            final List<CollectiveRequest> left = new ArrayList<>();
            CompletableFuture<Void> future = null;
            if (pe != 0) {
                left.add(requests.reduce(Reduction.MAX, ElementKind.LONG, DEST, 0, 10_000));
                left.add(requests.sync(false));
                future = left.get(1).toFuture();
                Thread.sleep(20);
                assertFalse(left.get(0).test());
                assertTrue(requests.open().contains("maxReduceNb at "), requests.open());
            }
            teams.world().highest(0, CollectiveCall.TEAM_SYNC, 0, 0, 0);
            requests.end();
            if (pe != 0) {
                assertInstanceOf(IllegalStateException.class, future.exceptionNow());
                assertThrows(IllegalStateException.class, left.get(0)::await);
                assertInstanceOf(
                        IllegalStateException.class, left.get(0).toFuture().exceptionNow());
            }
            assertThrows(IllegalStateException.class, () -> requests.sync(false));
        });
    }

    @Test
    void shouldBeReportedWithItsPlace() throws Exception {
        ThreadJob.run(new int[] {0}, true, false, HEAP_BYTES, (pe, teams, heaps) -> {
            final TeamRequests requests = open(teams);
            final CollectiveRequest sync = requests.sync(true);
            assertTrue(sync.toString().startsWith("barrierNb at "), sync.toString());
            assertTrue(sync.toString().contains(".java:"), sync.toString());
            sync.await();
            CollectiveRequest last = null;
            for (int i = 0; i < MOST; i++) {
                last = requests.scanValue(false, ElementKind.INT, i);
            }
            assertEquals(last.toString(), requests.open(), "a place counts once");
            final IllegalStateException full = assertThrows(IllegalStateException.class, () -> requests.sync(false));
            assertEquals(
                    "24 non-blocking collectives of this team are open on this PE, among them " + last
                            + "; wait for one by await() before the next is started, or set SHMEM_NB_REQUESTS to more"
                            + " than 24",
                    full.getMessage());
            assertEquals(0, last.intResult());
            requests.sync(false).await();
            requests.end();
        });
    }

    /** All have ended together with the last one when their futures are asked for. */
    @Test
    void shouldCompleteTheFutureOfARequestThatHasEnded() throws Exception {
        ThreadJob.run(new int[] {0, 0}, true, false, HEAP_BYTES, (pe, teams, heaps) -> {
            final TeamRequests requests = open(teams);
            final List<CollectiveRequest> ended = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                ended.add(requests.reduceValue(Reduction.SUM, ElementKind.LONG, pe + i));
            }
            requests.sync(false).await();
            for (int i = 0; i < 4; i++) {
                final var future = ended.get(i).toFuture(CollectiveRequest::longResult);
                assertEquals(1 + 2L * i, future.get(20, TimeUnit.SECONDS));
            }
            end(teams, requests);
        });
    }

    /** PE 1 starts the collective when PE 0 has left the block. */
    @Test
    void shouldLeaveABlockWhoseRequestHasAFuture() throws Exception {
        final CountDownLatch isLeft = new CountDownLatch(1);
        ThreadJob.run(new int[] {0, 0}, true, false, HEAP_BYTES, (pe, teams, heaps) -> {
            final TeamRequests requests = open(teams);
            if (pe == 1) {
                isLeft.await();
            }
            final CompletableFuture<Long> sum;
            try (CollectiveRequest request = requests.reduceValue(Reduction.SUM, ElementKind.LONG, pe + 1)) {
                sum = request.toFuture(CollectiveRequest::longResult);
            }
            isLeft.countDown();
            assertEquals(3, sum.get(20, TimeUnit.SECONDS));
            end(teams, requests);
        });
    }

    @Test
    void shouldCompleteTheFutureOfACollectiveThatFails() throws Exception {
        ThreadJob.run(new int[] {0, 0}, true, false, HEAP_BYTES, (pe, teams, heaps) -> {
            final TeamRequests requests = open(teams);
            final var future = requests.reduceValue(pe == 0 ? Reduction.MIN : Reduction.MAX, ElementKind.INT, pe)
                    .toFuture(CollectiveRequest::intResult);
            final ExecutionException failed =
                    assertThrows(ExecutionException.class, () -> future.get(20, TimeUnit.SECONDS));
            assertInstanceOf(ShmemException.class, failed.getCause());
            end(teams, requests);
        });
    }

    private static Routes routes(int pe, Transport transport) {
        return Routes.of(Topology.of(pe, new byte[2][1]), null, transport);
    }

    /** One PE cannot open its routes; the other closes its own. */
    @Test
    void shouldNotBeMadeIfAPeFails() throws Exception {
        ThreadJob.run(new int[] {0, 0}, true, false, HEAP_BYTES, (pe, teams, heaps) -> {
            final RecordingTransport own = new RecordingTransport();
            final ShmemException failed = assertThrows(
                    ShmemException.class,
                    () -> TeamRequests.open(
                            teams,
                            teams.world(),
                            () -> {
                                if (pe == 1) {
                                    throw new ShmemException("no endpoint");
                                }
                                return routes(pe, own);
                            },
                            MOST,
                            () -> {}));
            assertEquals(pe == 1 ? List.of() : List.of("close"), own.calls());
            final String reason = pe == 1 ? "no endpoint" : "another PE";
            assertTrue(failed.getMessage().contains(reason), failed.getMessage());
            final TeamRequests requests = open(teams);
            requests.sync(false).await();
            end(teams, requests);
        });
    }

    @Test
    void shouldCloseItsRoutesIfAnotherPeCallsSomethingElse() throws Exception {
        ThreadJob.run(new int[] {0, 0}, true, false, HEAP_BYTES, (pe, teams, heaps) -> {
            final RecordingTransport own = new RecordingTransport();
            final Team world = teams.world();
            assertThrows(ShmemException.class, () -> {
                if (pe == 1) {
                    world.sync(CollectiveCall.TEAM_SYNC);
                } else {
                    TeamRequests.open(teams, world, () -> routes(pe, own), MOST, () -> {});
                }
            });
            assertEquals(pe == 1 ? List.of() : List.of("close"), own.calls());
        });
    }

    /** More often than there is memory for teams. */
    @Test
    void shouldLeaveItsTwinIfItCannotBeMade() throws Exception {
        ThreadJob.run(new int[] {0}, true, false, HEAP_BYTES, (pe, teams, heaps) -> {
            for (int round = 0; round < 1500; round++) {
                assertThrows(
                        NegativeArraySizeException.class,
                        () -> TeamRequests.open(teams, teams.world(), () -> null, -1, () -> {}));
            }
        });
    }

    @Test
    void shouldCloseItsRoutesAtTheEnd() throws Exception {
        ThreadJob.run(new int[] {0, 0}, true, false, HEAP_BYTES, (pe, teams, heaps) -> {
            final RecordingTransport own = new RecordingTransport();
            final TeamRequests requests =
                    TeamRequests.open(teams, teams.world(), () -> routes(pe, own), MOST, () -> {});
            requests.sync(false).await();
            assertFalse(own.calls().contains("close"));
            end(teams, requests);
            assertEquals(List.of("close"), own.calls());
            requests.end();
            assertEquals(List.of(), own.calls(), "the second time");
        });
    }

    /** More often than there is memory for teams, and without threads that stay. */
    @Test
    void shouldLeaveNothingBehind() throws Exception {
        ThreadJob.run(new int[] {0}, true, false, HEAP_BYTES, (pe, teams, heaps) -> {
            final Set<Thread> earlier = agents();
            for (int round = 0; round < 1500; round++) {
                final TeamRequests requests = open(teams);
                if (round % 100 == 0) {
                    final Set<Thread> started = agents();
                    started.removeAll(earlier);
                    assertEquals(1, started.size());
                    assertTrue(started.iterator().next().isDaemon());
                    requests.sync(false).await();
                }
                requests.end();
            }
            final Set<Thread> left = agents();
            left.removeAll(earlier);
            assertEquals(Set.of(), left);
        });
    }

    private static Set<Thread> agents() {
        final Set<Thread> agents = new HashSet<>(Thread.getAllStackTraces().keySet());
        agents.removeIf(thread -> !thread.getName().startsWith("jshmem-nonblocking-"));
        return agents;
    }

    /** PE 1 comes when PE 0 has said for what its threads wait. */
    @Test
    void shouldSayWhichRequestAThreadWaitsFor() throws Exception {
        final CountDownLatch isSaid = new CountDownLatch(1);
        ThreadJob.run(new int[] {0, 0}, true, false, HEAP_BYTES, (pe, teams, heaps) -> {
            final TeamRequests requests = open(teams);
            if (pe == 1) {
                isSaid.await();
            }
            final CollectiveRequest sum = requests.reduceValue(Reduction.SUM, ElementKind.LONG, pe);
            final CollectiveRequest max = requests.reduce(Reduction.MAX, ElementKind.LONG, DEST, 0, 10);
            if (pe == 0) {
                assertEquals("PE 1 to come to " + sum, requests.describe(1));
                assertEquals("PE 1 to come to " + max, requests.describe(2));
                assertEquals("a non-blocking collective", requests.describe(3));
                isSaid.countDown();
            }
            max.await();
            assertEquals(1, sum.longResult());
            assertEquals("a non-blocking collective", requests.describe(1));
            end(teams, requests);
        });
    }

    /** The thread that runs it executes the collectives. */
    @Test
    void shouldRefuseACallOfWhatDependsOnAFuture() throws Exception {
        final CountDownLatch isSet = new CountDownLatch(1);
        ThreadJob.run(new int[] {0, 0}, true, false, HEAP_BYTES, (pe, teams, heaps) -> {
            final TeamRequests requests = open(teams);
            if (pe == 1) {
                isSet.await();
            }
            final CompletableFuture<Void> future = requests.sync(false).toFuture();
            final CompletableFuture<Void> call = future.thenRun(() -> requests.requireOutside("barrierAll()"));
            requests.requireOutside("barrierAll()");
            if (pe == 0) {
                isSet.countDown();
                final ExecutionException refused =
                        assertThrows(ExecutionException.class, () -> call.get(20, TimeUnit.SECONDS));
                assertInstanceOf(IllegalStateException.class, refused.getCause());
                final String message = refused.getCause().getMessage();
                assertTrue(message.startsWith("barrierAll() is called by what depends on a future"), message);
            }
            future.get(20, TimeUnit.SECONDS);
            end(teams, requests);
        });
    }

    @Test
    void shouldFailTheFutureWhoseFunctionThrows() throws Exception {
        ThreadJob.run(new int[] {0, 0}, true, false, HEAP_BYTES, (pe, teams, heaps) -> {
            final TeamRequests requests = open(teams);
            final CompletableFuture<Integer> future = requests.sync(false).toFuture(request -> {
                throw new UnsupportedOperationException("of the function");
            });
            final ExecutionException failed =
                    assertThrows(ExecutionException.class, () -> future.get(20, TimeUnit.SECONDS));
            assertInstanceOf(UnsupportedOperationException.class, failed.getCause());
            assertNull(requests.open());
            final CollectiveRequest completed = requests.sync(false);
            completed.await();
            assertEquals(5, completed.toFuture(request -> 5).getNow(0));
            end(teams, requests);
        });
    }

    /** PE 0 executes the first collective alone, and the others together, when PE 1 has started its own. */
    @Test
    void shouldCompleteTheOtherFuturesIfOneThrowsAnError() throws Exception {
        final CountDownLatch isStarted = new CountDownLatch(1);
        final AtomicInteger completed = new AtomicInteger();
        ThreadJob.run(new int[] {0, 0}, true, false, HEAP_BYTES, (pe, teams, heaps) -> {
            final TeamRequests requests = open(teams);
            if (pe == 1) {
                isStarted.await();
            }
            final List<PooledRequest> failing = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                failing.add((PooledRequest) requests.sync(false));
            }
            final CollectiveRequest last = requests.sync(false);
            if (pe == 0) {
                for (PooledRequest request : failing) {
                    request.state().completeBy(() -> {
                        request.state().free();
                        completed.incrementAndGet();
                        throw new StackOverflowError();
                    });
                }
                final CompletableFuture<Void> future = last.toFuture();
                isStarted.countDown();
                future.get(20, TimeUnit.SECONDS);
            } else {
                failing.forEach(CollectiveRequest::await);
                last.await();
            }
            requests.sync(false).toFuture().get(20, TimeUnit.SECONDS);
            end(teams, requests);
        });
        assertEquals(3, completed.get());
    }

    /** A thread that stays interrupted cannot nap between its rounds. */
    @Test
    void shouldTakeAnInterruptFromTheLibrarysThread() throws Exception {
        ThreadJob.run(new int[] {0}, true, false, HEAP_BYTES, (pe, teams, heaps) -> {
            final TeamRequests requests = open(teams);
            inLibrary(requests, () -> {
                Thread.currentThread().interrupt();
                return true;
            });
            boolean isInterrupted = true;
            while (isInterrupted) {
                isInterrupted = inLibrary(requests, () -> Thread.currentThread().isInterrupted());
            }
            requests.end();
        });
    }

    /** What the library's thread says in a future. */
    private static boolean inLibrary(TeamRequests requests, BooleanSupplier what) throws Exception {
        final Thread program = Thread.currentThread();
        Boolean said = null;
        while (said == null) { // a future may also be completed by the thread that asks for it
            said = requests.sync(false)
                    .toFuture(_ -> Thread.currentThread().equals(program) ? null : what.getAsBoolean())
                    .get(20, TimeUnit.SECONDS);
        }
        return said;
    }

    /** PE 0 cannot reach the heap of PE 1, and is out of step with it from then on. */
    @Test
    void shouldFailAllRequestsAfterAnErrorWithinACollective() throws Exception {
        ThreadJob.run(new int[] {0, 0}, false, false, HEAP_BYTES, (pe, teams, heaps) -> {
            final Transport overflowing = new RecordingTransport() {
                @Override
                public void put(int target, long destOffset, long sourceAddress, long bytes) {
                    throw new StackOverflowError();
                }

                @Override
                public void get(int target, long destAddress, long sourceOffset, long bytes) {
                    throw new StackOverflowError();
                }
            };
            final Routes own = pe == 1 ? null : Routes.of(Topology.of(pe, new byte[2][1]), overflowing, null);
            final TeamRequests requests = TeamRequests.open(teams, teams.world(), () -> own, MOST, () -> {});
            final CollectiveRequest first = requests.fcollect(DEST, 0, 4096);
            final CollectiveRequest second = requests.sync(false);
            if (pe == 0) {
                assertThrows(StackOverflowError.class, first::await);
                assertThrows(StackOverflowError.class, second::await);
                assertThrows(StackOverflowError.class, requests.reduceValue(Reduction.MAX, ElementKind.INT, 1)::await);
                assertNull(requests.open());
            }
            teams.world().highest(0, CollectiveCall.TEAM_SYNC, 0, 0, 0);
            requests.end();
        });
    }

    /** It throws before it has come to a barrier, when it is started or when it is executed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFailAllRequestsAfterACallThatCannotBegin(boolean isOfValue) throws Exception {
        ThreadJob.run(new int[] {0, 0}, true, false, HEAP_BYTES, (pe, teams, heaps) -> {
            final TeamRequests requests = open(teams);
            final Reduction wrong = Reduction.SUM_REPRODUCIBLE;
            final List<CollectiveRequest> all = List.of(
                    isOfValue
                            ? requests.reduceValue(wrong, ElementKind.LONG, 1)
                            : requests.reduce(wrong, ElementKind.LONG, DEST, 0, 1),
                    requests.sync(false),
                    requests.reduceValue(Reduction.SUM, ElementKind.LONG, 1));
            for (CollectiveRequest request : all) {
                assertEquals(
                        "reproducible sum of LONG",
                        assertThrows(IllegalArgumentException.class, request::await)
                                .getMessage());
            }
            assertNull(requests.open());
            teams.world().highest(0, CollectiveCall.TEAM_SYNC, 0, 0, 0);
            requests.end();
        });
    }

    /** Calls are told apart for reports by a hash of their arguments. */
    @Test
    void shouldTellCallsWithDifferentArgumentsApart() {
        final Set<Long> hashes = new HashSet<>();
        final PooledRequest request = new PooledRequest(null);
        int calls = 0;
        for (ElementKind type : new ElementKind[] {null, ElementKind.INT, ElementKind.LONG}) {
            for (Reduction operation : new Reduction[] {null, Reduction.SUM, Reduction.MAX}) {
                for (CollectiveCall call : new CollectiveCall[] {CollectiveCall.REDUCE, CollectiveCall.BROADCAST}) {
                    for (int argument = 0; argument < 6 * 8; argument++) {
                        final long[] a = new long[6];
                        a[argument / 8] = 1L + argument % 8 * 64L;
                        request.set(call, operation, type, 0);
                        request.with(a[0], a[1], a[2], a[3], a[4], a[5]);
                        hashes.add(request.hash());
                        calls++;
                    }
                }
            }
        }
        assertEquals(calls, hashes.size());
    }
}
