package org.jshmem.internal.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.ThreadJob;
import org.jshmem.internal.transport.RecordingTransport;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;
import org.jshmem.testing.Draw;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Collectives of more elements than an {@code int} counts, for which no test has the memory. Nothing is moved; the test
 * notes which bytes would be.
 */
@Tag(Draw.DRAWN)
@Timeout(120)
class LargeCollectivesTest {
    private static final long HEAP_BYTES = 4096;

    /** Offsets in the heaps; the source is behind the destination. */
    private static final long DEST = 1L << 40;

    private static final long SOURCE = 1L << 41;

    /** Bytes, as runs that follow one another. */
    private static final class Ranges {
        private record Range(long start, long end) {}

        private final List<Range> ranges = new ArrayList<>();

        void add(long start, long bytes) {
            assertTrue(bytes > 0, "from " + start + " come " + bytes + " bytes");
            final boolean isNext = !ranges.isEmpty() && ranges.getLast().end() == start;
            ranges.add(new Range(isNext ? ranges.removeLast().start() : start, start + bytes));
        }

        /** Whether some ranges together are all of so many bytes, each once. */
        static void assertAll(long bytes, Ranges... all) {
            final List<Range> sorted = Arrays.stream(all)
                    .flatMap(some -> some.ranges.stream())
                    .sorted(Comparator.comparingLong(Range::start))
                    .toList();
            long end = 0;
            for (Range range : sorted) {
                assertEquals(end, range.start());
                end = range.end();
            }
            assertEquals(bytes, end);
        }

        @Override
        public String toString() {
            return ranges.toString();
        }
    }

    /** Notes the pieces of a call on one node that a PE does. */
    private static final class Pieces extends SharedArithmetic {
        private final Ranges done;

        Pieces(Team team, Ranges done) {
            super(team, new WorkShares(team), false);
            this.done = done;
        }

        @Override
        void chunk(long offset, int n) {
            final long size = (long) n * workspace.elementBytes();
            assertTrue(size <= Arithmetic.BYTES, n + " elements");
            done.add(offset, size);
        }

        @Override
        void announce() {
            throw new AssertionError("they are many");
        }

        @Override
        void small(int n) {
            throw new AssertionError(n + " are many");
        }

        @Override
        void carried(int n) {
            throw new AssertionError(n + " are many");
        }

        @Override
        void runAcross(long nelems, int elementBytes) {
            throw new AssertionError("there is one node");
        }
    }

    /** Notes what of its own heap a PE would load as elements of a source, and store as those of a destination. */
    private static final class Notes extends Arithmetic {
        private final int elementBytes;
        private final long own;
        final Ranges loaded = new Ranges();
        final Ranges stored = new Ranges();

        Notes(ElementKind type, Team team) {
            this.elementBytes = type.bytes;
            this.own = team.heaps().own();
        }

        private void note(long address, int n, long offset, Ranges ranges) {
            if (address >= own + offset) {
                ranges.add(address - own - offset, (long) n * elementBytes);
            }
        }

        @Override
        void load(long address, int n) {
            note(address, n, SOURCE, loaded);
        }

        @Override
        void loadOperand(long address, int n) {
            load(address, n);
        }

        @Override
        void store(long address, int n) {
            note(address, n, DEST, stored);
        }

        @Override
        long first() {
            return 0;
        }

        @Override
        void clear(int n) {}

        @Override
        void takeOperand(int n) {}

        @Override
        void combine(Reduction operation, int n) {}
    }

    /** Notes what a PE would fetch from others. */
    private static final class Fetches extends RecordingTransport {
        final Ranges[] sources;
        final Ranges[] results;

        /** Where that would go. */
        final Set<Long> addresses = new HashSet<>();

        Fetches(int pes) {
            sources = ranges(pes);
            results = ranges(pes);
        }

        @Override
        public void getNbi(int pe, long destAddress, long sourceOffset, long bytes) {
            addresses.add(destAddress);
            if (sourceOffset >= SOURCE) {
                sources[pe].add(sourceOffset - SOURCE, bytes);
            } else {
                results[pe].add(sourceOffset - DEST, bytes);
            }
        }

        @Override
        public void quiet() {}
    }

    private static Ranges[] ranges(int count) {
        return Stream.generate(Ranges::new).limit(count).toArray(Ranges[]::new);
    }

    /** What a PE does. */
    private interface Body {
        void run(int pe, Team team, Fetches fetches);
    }

    /** Runs PEs, each on a node of its own. */
    private static void across(int pes, Body body) throws Exception {
        final Fetches[] fetches =
                Stream.generate(() -> new Fetches(pes)).limit(pes).toArray(Fetches[]::new);
        ThreadJob.runWithoutMemory(
                IntStream.range(0, pes).toArray(), HEAP_BYTES, pe -> fetches[pe], (pe, teams, heaps) -> {
                    final Team team = teams.world();
                    team.barrier().begin();
                    body.run(pe, team, fetches[pe]);
                    team.barrier().end();
                });
    }

    @ParameterizedTest
    @CsvSource({"LONG, 2147483747", "BYTE, 2147483749", "SHORT, 4294967299"})
    void shouldDivideElementsAmongThePesOfANode(ElementKind type, long nelems) throws Exception {
        final Ranges[] done = ranges(3);
        ThreadJob.runWithoutMemory(new int[done.length], HEAP_BYTES, null, (pe, teams, heaps) -> {
            final Team team = teams.world();
            team.barrier().begin();
            new Pieces(team, done[pe])
                    .run(
                            CollectiveCall.REDUCE,
                            CollectiveCall.reduction(Reduction.SUM, type),
                            Reduction.SUM,
                            new Workspace(Arithmetic.of(type), type, team.heaps()),
                            DEST,
                            SOURCE,
                            nelems);
            team.barrier().end();
        });
        Ranges.assertAll(nelems * type.bytes, done);
    }

    /** Each node calculates a range from all sources, and fetches the others. */
    @ParameterizedTest
    @CsvSource({"LONG, 2147483747", "BYTE, 4294967299"})
    void shouldReduceAcrossNodes(ElementKind type, long nelems) throws Exception {
        final int pes = 3;
        final Ranges[] ofAll = ranges(pes);
        across(pes, (pe, team, fetches) -> {
            final Notes notes = new Notes(type, team);
            new Reduce(team, new WorkShares(team), NodeShare.of(team))
                    .run(
                            CollectiveCall.REDUCE,
                            CollectiveCall.reduction(Reduction.SUM, type),
                            Reduction.SUM,
                            new Workspace(notes, type, team.heaps()),
                            DEST,
                            SOURCE,
                            nelems);
            ofAll[pe] = notes.stored;
            final String own = notes.stored.toString();
            assertEquals(own, notes.loaded.toString(), "its own source");
            for (int other = 0; other < pes; other++) {
                assertEquals(other == pe ? "[]" : own, fetches.sources[other].toString(), "source of " + other);
            }
            final List<Ranges> results = new ArrayList<>(List.of(fetches.results));
            results.add(notes.stored);
            Ranges.assertAll(nelems * type.bytes, results.toArray(Ranges[]::new));
        });
        Ranges.assertAll(nelems * type.bytes, ofAll);
    }

    /** Piece by piece, each with two barriers; the second PE fetches what the first one has. */
    @Test
    void shouldScanAcrossNodes() throws Exception {
        final long nelems = (1L << 31) + 100;
        across(2, (pe, team, fetches) -> {
            final Notes notes = new Notes(ElementKind.BYTE, team);
            new Scan(team, new WorkShares(team), NodeShare.of(team), true)
                    .run(
                            CollectiveCall.INSCAN,
                            0,
                            Reduction.SUM,
                            new Workspace(notes, ElementKind.BYTE, team.heaps()),
                            DEST,
                            SOURCE,
                            nelems);
            Ranges.assertAll(nelems, notes.loaded);
            Ranges.assertAll(pe == 0 ? 0 : nelems, fetches.results[0]);
        });
    }

    /** Buffers that a longer scan replaced would stay until the team ends. */
    @Test
    void shouldScanAcrossNodesWithOneBufferForAllLengths() throws Exception {
        across(2, (pe, team, fetches) -> {
            final Scan scan = new Scan(team, new WorkShares(team), NodeShare.of(team), true);
            final Notes notes = new Notes(ElementKind.BYTE, team);
            for (long nelems = 20_000; nelems < 300_000; nelems *= 2) {
                scan.run(
                        CollectiveCall.INSCAN,
                        0,
                        Reduction.SUM,
                        new Workspace(notes, ElementKind.BYTE, team.heaps()),
                        DEST,
                        SOURCE,
                        nelems);
            }
            assertEquals(pe == 0 ? 0 : 1, fetches.addresses.size());
        });
    }

    /** Each node fetches its own range from the root, and the others from their nodes. */
    @Test
    void shouldBroadcastAcrossNodes() throws Exception {
        final long bytes = (1L << 34) + 100;
        final int root = 1;
        across(4, (pe, team, fetches) -> {
            if (pe == root) {
                team.await(CollectiveCall.BROADCAST, bytes, DEST, SOURCE, root);
                return;
            }
            new BroadcastAcross(team, NodeShare.of(team)).run(DEST, SOURCE, bytes, root);
            final List<Ranges> all = new ArrayList<>(List.of(fetches.results));
            all.add(fetches.sources[root]);
            Ranges.assertAll(bytes, all.toArray(Ranges[]::new));
        });
    }
}
