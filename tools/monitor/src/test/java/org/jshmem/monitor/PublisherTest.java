package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.FlowFigures;
import org.jshmem.spi.NetworkUse;
import org.jshmem.spi.Operation;
import org.jshmem.spi.ShmemProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a PE publishes of its counts. */
@Timeout(60)
class PublisherTest {
    private static final int MANY = 300;
    private static final Operation PUT = Operation.of("put");
    private static final Operation SET_LOCK = Operation.of("setLock");
    private static final Operation BARRIER = Operation.of("barrierAll");

    private final Counts counts = new Counts(MANY);
    private final DistinctErrors errors = new DistinctErrors(() -> {});
    private NetworkUse network = NetworkUse.NONE;
    private Publisher publisher;
    private int pe;

    private void start(int number) {
        pe = number;
        publisher = Publisher.start(counts, errors, () -> network, number, MANY);
    }

    @AfterEach
    void end() throws Exception {
        publisher.end();
        assertEquals(0, published().size(), "nothing is left");
    }

    private List<Snapshot> published() throws Exception {
        final String mine = "\npe " + pe + "\npes " + MANY + "\npid "
                + ProcessHandle.current().pid() + "\n";
        return CountsFile.readAll().stream()
                .filter(text -> text.contains(mine))
                .map(Snapshot::parse)
                .toList();
    }

    /** What is there now. */
    private Snapshot look() throws Exception {
        publisher.publishLast();
        assertEquals(1, published().size());
        return published().getFirst();
    }

    @Test
    void shouldPublishWhatWasCounted() throws Exception {
        final long before = System.currentTimeMillis();
        start(0);
        counts.count(PUT, 1, 70);
        counts.count(PUT, 299, 30);
        counts.count(BARRIER, Operation.NO_PE, 0);
        counts.symmetricBytes = 11;
        final MemorySegment state = Arena.global().allocate(ValueLayout.JAVA_LONG);
        counts.sharedBlocks.add(new Allocation(0, 22, 1, 0, state.address(), 0));
        counts.sharedBlocks.add(new Allocation(0, 100, 2, 0, state.address(), 5)); // another PE has freed it
        counts.heapBytes = 33;
        counts.held.addAll(List.of(44L, 8L));
        counts.blocks.put(0L, new Allocation(0, 0, 8, 0, 0, null));
        errors.problem("no room");
        network = new NetworkUse(55, 66);
        final Snapshot seen = look();
        final long after = System.currentTimeMillis();
        assertEquals(
                List.of(new Snapshot.Count("put", 2, 100), new Snapshot.Count("barrierAll", 1, 0)),
                seen.operations().stream()
                        .sorted(Comparator.comparing(Snapshot.Count::name).reversed())
                        .toList());
        assertEquals(List.of(new Snapshot.Count("1", 1, 70), new Snapshot.Count("299", 1, 30)), seen.peers());
        assertEquals(11, seen.memory(0));
        assertEquals(22, seen.memory(1));
        assertTrue(seen.memory(2) > 1 << 16, "the Java heap");
        assertEquals(33, seen.heapBytes());
        assertEquals(1, seen.heapBlocks());
        assertEquals(List.of(44L, 8L), seen.held());
        assertEquals(55, seen.registeredBytes());
        assertEquals(66, seen.retries());
        assertEquals(
                List.of("no room"),
                seen.errors().stream().map(Snapshot.Problem::text).toList());
        assertTrue(before <= seen.number("started") && seen.number("started") <= seen.number("written"), "times");
        assertTrue(seen.number("written") <= after, "the time of the look");
        assertNull(seen.doing());
        assertEquals("", seen.text("waits"));
        assertEquals(List.of(), seen.flows());
        assertTrue(!seen.text("job").isEmpty() && !seen.text("host").isEmpty(), "whose they are");
    }

    /** Looks while a call of the library is under way, as far as the stack shows. */
    private Snapshot lookWithin(Operation operation) throws Exception {
        final AtomicReference<Snapshot> seen = new AtomicReference<>();
        new CountingProvider(ShmemProvider.current())
                .run(
                        operation,
                        () -> assertDoesNotThrow(() -> {
                            seen.set(look());
                        }));
        return seen.get();
    }

    @Test
    void shouldSayWhatAPeIsInAndSinceWhen() throws Exception {
        final long before = System.currentTimeMillis();
        start(7);
        counts.lock = 64;
        counts.begin(BARRIER, "0 7");
        final Snapshot.Doing first = lookWithin(BARRIER).doing();
        assertEquals("barrierAll", first.name());
        assertEquals(1, first.number());
        assertEquals(-1, first.lock());
        assertEquals("0 7", first.members());
        assertTrue(first.isOf(7) && !first.isOf(70));
        assertTrue(before <= first.since() && first.since() <= System.currentTimeMillis(), "since " + first.since());
        while (System.currentTimeMillis() == first.since()) {
            Thread.onSpinWait();
        }
        assertEquals(first, lookWithin(BARRIER).doing());
        counts.end();
        assertNull(lookWithin(BARRIER).doing());
        counts.begin(SET_LOCK, null);
        final Snapshot.Doing second = lookWithin(SET_LOCK).doing();
        assertEquals("setLock", second.name());
        assertEquals(64, second.lock());
        assertEquals("", second.members());
        assertTrue(second.since() > first.since(), "another one");
        counts.end();
        assertEquals("", look().text("heap"), "that of PE 0");
    }

    /** Nothing tells of that. */
    @Test
    void shouldNoticeThatACallHasEndedByAnException() throws Exception {
        start(6);
        counts.begin(BARRIER, Snapshot.ALL);
        assertTrue(lookWithin(BARRIER).doing().isOf(5));
        assertNull(look().doing());
    }

    /** A wait is known by its pauses. */
    @Test
    void shouldSayWhatAPeWaitsForAndSinceWhen() throws Exception {
        final long before = System.currentTimeMillis();
        start(8);
        counts.pause(0, where -> "element\n" + where, 3);
        final Snapshot first = lookOfWait(1);
        assertEquals("element 3", first.text("waits"));
        final long since = first.number("waitsSince");
        assertTrue(before <= since && since <= System.currentTimeMillis(), "since " + since);
        while (System.currentTimeMillis() == since) {
            Thread.onSpinWait();
        }
        final Snapshot still = lookOfWait(1);
        assertEquals("element 3", still.text("waits"));
        assertEquals(since, still.number("waitsSince"));
        assertEquals("", look().text("waits"), "it has not gone on since");
        final Snapshot second = lookOfWait(0);
        assertTrue(second.number("waitsSince") > since, "another one");
        counts.pause(1, where -> "element " + where, 4);
        counts.begin(BARRIER, Snapshot.ALL);
        assertEquals("", look().text("waits"), "an operation has begun");
    }

    /** The thread of the publisher may have looked just before. */
    private Snapshot lookOfWait(long turn) throws Exception {
        Snapshot seen = look();
        for (long next = turn; seen.text("waits").isEmpty(); next = 1) {
            counts.pause(next, where -> "element " + where, 3);
            seen = look();
        }
        return seen;
    }

    /** The largest ones, the first of them first. */
    @Test
    void shouldPublishOnlySoMuch() throws Exception {
        start(0);
        for (int i = 0; i < MANY; i++) {
            final int rank = i * 7 % MANY;
            counts.blocks.put(8L * i, new Allocation(8L * i, 0, 1000 + rank, 0, 0, null));
            counts.count(PUT, i, 1000 + rank);
            final FlowFigures flow = new FlowFigures("Kind" + i, "Main.java:1");
            flow.published(2, 1000 + rank, 5000);
            flow.visited(3, 1, 4);
            flow.waited(5);
            flow.overflowed(6);
            flow.allocated(7);
            counts.flows.flowMade(flow);
        }
        counts.held.addAll(LongStream.range(0, 5000).boxed().toList());
        counts.begin(BARRIER, "1 ".repeat(50_000));
        final Snapshot seen = lookWithin(BARRIER);
        assertEquals(LongStream.range(0, 1000).boxed().toList(), seen.held());
        assertEquals("barrierAll", seen.doing().name());
        assertEquals("", seen.doing().members(), "there is no room for so many");
        assertEquals(
                IntStream.range(0, 200).mapToObj(i -> 1000L + MANY - 1 - i).toList(),
                seen.blocks().stream().map(Snapshot.Block::bytes).toList());
        assertEquals(MANY, seen.heapBlocks());
        assertEquals(
                IntStream.range(0, 64).mapToObj(i -> 1000L + MANY - 1 - i).toList(),
                seen.peers().stream().map(Snapshot.Count::bytes).toList());
        assertEquals(
                IntStream.range(0, 64).mapToObj(i -> 1000L + MANY - 1 - i).toList(),
                seen.flows().stream().map(FlowCounts::bytes).toList());
        assertEquals(
                new FlowCounts("Kind257", 1, 3, 1, 1, 1299, 5000, 4, 1, 5, 6, 7),
                seen.flows().getFirst());
        final Snapshot.Block largest = seen.blocks().getFirst();
        assertEquals(8 * 257, largest.offset());
    }

    @Test
    void shouldEndAlthoughInterrupted() throws Exception {
        start(0);
        Thread.currentThread().interrupt();
        publisher.end();
        assertTrue(Thread.interrupted(), "it is not lost");
        assertEquals(0, published().size());
        start(0); // which the end of the test ends
    }
}
