package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Time lines of records that PEs have left. */
@Timeout(60)
class AssemblyTest {
    @TempDir
    private Path directory;

    private PeFiles pe(int number, int nPes) throws IOException {
        return new PeFiles(directory, number, nPes, "here", 0);
    }

    private List<PeFiles> pes(int nPes, long begin) throws IOException {
        final List<PeFiles> pes = new ArrayList<>();
        for (int pe = 0; pe < nPes; pe++) {
            pes.add(pe(pe, nPes));
            pes.get(pe).names.tell("begin", begin);
        }
        return pes;
    }

    private static List<String> slices(Timeline timeline, int track) {
        final Slices slices = timeline.tracks().get(track).slices();
        return IntStream.range(0, slices.size())
                .mapToObj(i -> (slices.begin(i) + "-" + slices.end(i) + " " + slices.category(i) + " " + slices.name(i)
                                + " " + slices.peer(i) + " " + slices.bytes(i) + " " + slices.detail(i)
                                + (slices.site(i).isEmpty() ? "" : " at " + slices.site(i)))
                        .strip())
                .toList();
    }

    private static List<String> tracks(Timeline timeline) {
        return timeline.tracks().stream()
                .map(track -> "PE " + track.pe() + " " + track.name())
                .toList();
    }

    private static List<String> arrows(Timeline timeline) {
        return timeline.arrows().stream()
                .map(arrow -> arrow.what() + " "
                        + timeline.tracks().get(arrow.fromTrack()).pe() + "@" + arrow.fromNs() + " -> "
                        + timeline.tracks().get(arrow.toTrack()).pe() + "@" + arrow.toNs())
                .toList();
    }

    @Test
    void shouldShowAllKindsOfEvents() throws Exception {
        final PeFiles pe = pe(0, 2);
        pe.names.tell("team", 0, "0,1", 1);
        pe.names.tell("team", 4, "1,0", 1);
        pe.names.tell("text", 9, "Main.main(Main.java:3)");
        pe.names.tell("text", 10, "room in a buffer");
        pe.names.tell("begin", 1000);
        pe.names.tell("block", 1000, 64, 80, "LONG", 8);
        final TraceFile main = pe.thread("main");
        pe.event(main, Layout.OPERATION, "put", 1, 1100, 1200, 16, 65, 0, 9);
        pe.event(main, Layout.OPERATION, "get", 1, 1200, 1300, 5000);
        pe.event(main, Layout.OPERATION, "malloc", -1, 1300, 1310, 80);
        pe.event(main, Layout.OPERATION, "setLock", -1, 1310, 1320, 0, 73);
        pe.event(main, Layout.OPERATION, "clearLock", -1, 1330, 1340, 0, 73);
        pe.event(main, Layout.OPERATION, "testLock", -1, 1340, 1350);
        pe.event(main, Layout.OPERATION, "flowDrain", -1, 1350, 1360);
        pe.event(main, Layout.WAIT, "", -1, 1360, 1370, 0, 65 + 32, -7);
        pe.event(main, Layout.WAIT, "", -1, 1370, 1380, 10);
        pe.event(main, Layout.TEST, "", -1, 1380, 1390, 0, 65 + 72, 6);
        pe.event(main, Layout.COLLECTIVE, "barrierAll", -1, 1390, 1400, 0, 0, 0);
        pe.event(main, Layout.COLLECTIVE, "sumReduce", -1, 1400, 1410, 24, 4, 0);
        pe.event(main, Layout.START, "sumReduceNb", -1, 1410, 1420, 24, 4, 0);
        pe.event(main, Layout.AWAIT, "sumReduceNb", -1, 1420, 1430, 0, 4, 0);
        pe.event(main, Layout.SEND, "send", 1, 1435, 1435, 8, Sequences.which(0, 5), 0);
        pe.event(main, Layout.RECEIVE, "recv", 1, 1440, 1450, 8, Sequences.which(0, 5), 0);
        pe.event(main, Layout.OPERATION, "put", 1, 1460, 1470, 8, 500 << 10);
        pe.end(2000);
        final Timeline timeline = Assembly.read(directory);
        assertEquals("Main 2", timeline.program());
        assertEquals(1000, timeline.durationNs());
        assertEquals(List.of(new Timeline.Pe(0, "here", 1000, 0, 0, true)), timeline.pes());
        assertEquals(List.of("PE 0 main"), tracks(timeline));
        assertEquals(
                List.of(
                        "100-200 OPERATION put 1 16 element 0 of 10 longs at heap offset 64 at Main.main(Main.java:3)",
                        "200-300 OPERATION get 1 5000",
                        "300-310 MEMORY malloc -1 80",
                        "310-320 LOCK setLock -1 0 lock at element 1 of 10 longs at heap offset 64",
                        "330-340 LOCK clearLock -1 0 lock at element 1 of 10 longs at heap offset 64",
                        "340-350 LOCK testLock -1 0",
                        "350-360 FLOW flowDrain -1 0",
                        "360-370 WAIT waitUntil -1 0 element 4 of 10 longs at heap offset 64, which became -7",
                        "370-380 FLOW flowWait -1 0 room in a buffer",
                        "380-390 WAIT test -1 0 element 9 of 10 longs at heap offset 64, which became 6",
                        "390-400 COLLECTIVE barrierAll -1 0",
                        "400-410 COLLECTIVE sumReduce -1 24 team of 2 PEs",
                        "410-420 COLLECTIVE sumReduceNb -1 24 team of 2 PEs",
                        "420-430 COLLECTIVE await -1 0 sumReduceNb team of 2 PEs",
                        "435-435 MESSAGE send 1 8",
                        "440-450 MESSAGE recv 1 8",
                        "460-470 OPERATION put 1 8 heap offset " + ((500 << 10) - 1) + " at Main.main(Main.java:3)"),
                slices(timeline, 0));
        assertEquals(List.of(), timeline.arrows());
    }

    /** The block that was allocated last, and had been allocated when it was written to. */
    @Test
    void shouldNameTheBlockOfAnElement() throws Exception {
        final PeFiles pe = pe(0, 1);
        pe.names.tell("begin", 1);
        pe.names.tell("block", 10, 0, 1 << 20, "INT", 4);
        pe.names.tell("block", 20, 64, 0, "", 1);
        pe.names.tell("block", 50, 64, 16, "SHORT", 2);
        for (int i = 0; i < 10; i++) {
            pe.names.tell("block", 60, 100 + 8 * i, 8, "LONG", 8);
        }
        final TraceFile main = pe.thread("main");
        for (long time : new long[] {5, 15, 25, 55}) {
            pe.event(main, Layout.OPERATION, "p", 0, time, time, 4, 65);
        }
        pe.event(main, Layout.OPERATION, "p", 0, 55, 55, 4, 64 + 14 + 1);
        pe.event(main, Layout.OPERATION, "p", 0, 55, 55, 4, 64 + 16 + 1);
        pe.event(main, Layout.OPERATION, "p", 0, 70, 70, 4, 400 + 1);
        pe.end(99);
        assertEquals(
                List.of(
                        "heap offset 64",
                        "element 16 of 262144 ints at heap offset 0",
                        "element 0 of 0 bytes at heap offset 64",
                        "element 0 of 8 shorts at heap offset 64",
                        "element 7 of 8 shorts at heap offset 64",
                        "element 20 of 262144 ints at heap offset 0",
                        "element 100 of 262144 ints at heap offset 0"),
                slices(Assembly.read(directory), 0).stream()
                        .map(line -> line.replaceFirst(".*OPERATION p 0 4 ", ""))
                        .toList());
    }

    @Test
    void shouldPutEventsThatOverlapOnTracksOfTheirOwn() throws Exception {
        final PeFiles pe = pe(0, 1);
        pe.names.tell("begin", 100);
        final TraceFile main = pe.thread("main");
        final TraceFile other = pe.thread("other");
        pe.event(main, Layout.OPERATION, "a", -1, 110, 120);
        pe.event(main, Layout.OPERATION, "b", -1, 150, 180);
        pe.event(main, Layout.OPERATION, "c", -1, 150, 200); // contains the one before
        pe.event(main, Layout.OPERATION, "d", -1, 190, 210);
        pe.event(main, Layout.OPERATION, "e", -1, 195, 205);
        pe.event(main, Layout.OPERATION, "f", -1, 198, 207);
        pe.event(main, Layout.OPERATION, "g", -1, 210, 215);
        pe.event(other, Layout.OPERATION, "h", -1, 105, 205);
        pe.end(300);
        final Timeline timeline = Assembly.read(directory);
        assertEquals(List.of("PE 0 main", "PE 0 main (2)", "PE 0 main (3)", "PE 0 other"), tracks(timeline));
        final List<String> names = IntStream.range(0, 4)
                .mapToObj(track -> slices(timeline, track).stream()
                        .map(line -> line.replaceFirst(" OPERATION (.).*", "$1"))
                        .toList()
                        .toString())
                .toList();
        assertEquals(
                List.of("[10-20a, 50-100c, 50-80b, 110-115g]", "[90-110d, 95-105e]", "[98-107f]", "[5-105h]"), names);
    }

    /** Only some calls have a place. */
    @Test
    void shouldTakeTheOnlyPlaceOfAnOperation() throws Exception {
        final PeFiles pe = pe(0, 1);
        pe.names.tell("text", 1, "A.java:1");
        pe.names.tell("text", 2, "A.java:2");
        pe.names.tell("begin", 100);
        final TraceFile main = pe.thread("main");
        pe.event(main, Layout.OPERATION, "put", -1, 110, 111, 0, 0, 0, 1);
        pe.event(main, Layout.OPERATION, "put", -1, 112, 113);
        pe.event(main, Layout.OPERATION, "put", -1, 114, 115, 0, 0, 0, 1);
        pe.event(main, Layout.OPERATION, "get", -1, 120, 121, 0, 0, 0, 2);
        pe.event(main, Layout.OPERATION, "get", -1, 122, 123);
        pe.event(main, Layout.OPERATION, "get", -1, 124, 125, 0, 0, 0, 1);
        pe.event(main, Layout.OPERATION, "free", -1, 130, 131);
        pe.end(200);
        final Slices slices = Assembly.read(directory).tracks().getFirst().slices();
        assertEquals(
                List.of("A.java:1", "A.java:1", "A.java:1", "A.java:2", "", "A.java:1", ""),
                IntStream.range(0, slices.size()).mapToObj(slices::site).toList());
    }

    /** Records the write of a hop in one of several ways. */
    private static String write(PeFiles from, TraceFile thread, int next, long own, int hop) {
        return switch (hop % 6) {
            case 0 -> {
                from.delivery(thread, "p", next, 0, 0, 8, hop);
                yield "p";
            }
            case 1 -> {
                from.delivery(thread, "atomicSet", next, own + 5000, 0, 8, hop);
                yield "atomicSet";
            }
            case 2 -> {
                from.event(thread, Layout.OPERATION, "put", next, own + 1000, own + 5000, 80, 1, 0);
                yield "put";
            }
            case 3 -> {
                from.event(thread, Layout.OPERATION, "signal", next, own + 5000, own + 5000, 8, 1, hop);
                yield "signal";
            }
            case 4 -> {
                from.event(thread, Layout.OPERATION, "get", next, own + 1000, own + 3000, 8);
                from.delivery(thread, "atomicAdd", next, 0, 0, 8, 1);
                yield "atomicAdd";
            }
            default -> {
                from.delivery(thread, "put", next, own + 3000, 0, 80, 0);
                from.event(thread, Layout.OPERATION, "quiet", -1, own + 5000, own + 5100);
                yield "put";
            }
        };
    }

    /**
     * A token goes from PE to PE. Each wait for it is ended by the PE that has it, whether the record of the write is a
     * delivery without a time, one with a time, or an event with or without a duration.
     */
    @Test
    void shouldFindWhichOperationEndedEachWait() throws Exception {
        final int nPes = 3;
        final int hops = 150;
        final int filler = 7;
        final long base = 1_000_000;
        final List<PeFiles> pes = new ArrayList<>();
        final List<TraceFile> threads = new ArrayList<>();
        final long[] ahead = {0, 5_000_000, -700_000};
        for (int pe = 0; pe < nPes; pe++) {
            pes.add(new PeFiles(directory, pe, nPes, "host" + pe, pe));
            if (pe > 0) {
                pes.get(pe).names.tell("clock", base + ahead[pe], -ahead[pe], 3);
            }
            pes.get(pe).names.tell("begin", base + ahead[pe]);
            pes.get(pe).names.tell("block", base + ahead[pe], 0, 80, "LONG", 8);
            threads.add(pes.get(pe).thread("main"));
        }
        final Random random = new Random(1);
        final List<String> wanted = new ArrayList<>();
        final List<long[]> bounds = new ArrayList<>();
        long time = base + 100;
        int holder = 0;
        for (int hop = 1; hop <= hops; hop++) {
            final int next = (holder + 1 + random.nextInt(nPes - 1)) % nPes;
            final PeFiles from = pes.get(holder);
            final TraceFile thread = threads.get(holder);
            final long own = time + ahead[holder];
            for (int i = random.nextInt(filler); i > 0; i--) {
                from.delivery(thread, "p", next, 0, 8L * i, 8, hop);
            }
            final String operation = write(from, thread, next, own, hop);
            for (int i = random.nextInt(filler); i > 0; i--) {
                from.delivery(thread, "p", next, 0, 8L * i, 8, hop);
            }
            final long end = time + 6000;
            pes.get(next)
                    .event(
                            threads.get(next),
                            Layout.WAIT,
                            "",
                            -1,
                            time + ahead[next] + random.nextInt(900),
                            end + ahead[next],
                            0,
                            1,
                            hop);
            wanted.add(operation + " " + holder + " -> " + next + "@" + (end - base));
            bounds.add(new long[] {time - base, end - base});
            time = end + random.nextInt(10_000);
            holder = next;
        }
        for (int pe = 0; pe < nPes; pe++) {
            pes.get(pe).end(time + ahead[pe]);
        }
        final Timeline timeline = Assembly.read(directory);
        assertEquals(
                wanted,
                arrows(timeline).stream()
                        .map(arrow -> arrow.replaceFirst("@\\d+ ->", " ->"))
                        .toList());
        for (int hop = 0; hop < hops; hop++) {
            final long fromNs = timeline.arrows().get(hop).fromNs();
            assertTrue(bounds.get(hop)[0] <= fromNs && fromNs <= bounds.get(hop)[1], "hop " + (hop + 1));
        }
        assertEquals(
                List.of(0L, 3L, 3L),
                timeline.pes().stream().map(Timeline.Pe::clockErrorNs).toList());
    }

    /** The write is between an event and the next one, and its mark is at the end of the wait, or when it was done. */
    @Test
    void shouldMarkADeliveryThatEndedAWait() throws Exception {
        final List<PeFiles> pes = pes(2, 1000);
        final TraceFile waiter = pes.get(0).thread("main");
        pes.get(0).event(waiter, Layout.WAIT, "", -1, 9000, 20_000, 0, 9, 5);
        pes.get(0).event(waiter, Layout.WAIT, "", -1, 30_000, 40_000, 0, 9, 6);
        pes.get(1).names.tell("block", 1000, 0, 64, "INT", 4);
        final TraceFile writer = pes.get(1).thread("main");
        pes.get(1).event(writer, Layout.OPERATION, "get", 0, 10_000, 11_000, 8);
        pes.get(1).delivery(writer, "atomicSet", 0, 0, 8, 4, 5);
        pes.get(1).event(writer, Layout.OPERATION, "get", 0, 25_000, 26_000, 8);
        pes.get(1).delivery(writer, "p", 0, 35_000, 8, 4, 6);
        pes.get(0).end(50_000);
        pes.get(1).end(50_000);
        final Timeline timeline = Assembly.read(directory);
        assertEquals(List.of("atomicSet 1@19000 -> 0@19000", "p 1@34000 -> 0@39000"), arrows(timeline));
        assertEquals(
                List.of(
                        "9000-10000 OPERATION get 0 8",
                        "19000-19000 OPERATION atomicSet 0 4 element 2 of 16 ints at heap offset 0",
                        "24000-25000 OPERATION get 0 8",
                        "34000-34000 OPERATION p 0 4 element 2 of 16 ints at heap offset 0"),
                slices(timeline, 1));
    }

    /** Another PE looks at the element, too. */
    @ParameterizedTest
    @ValueSource(strings = {"g", "get", "iget", "atomicFetch"})
    void shouldNotTakeAReadForACause(String operation) throws Exception {
        final List<PeFiles> pes = pes(2, 1000);
        pes.get(0).event(pes.get(0).thread("main"), Layout.WAIT, "", -1, 9000, 20_000, 0, 9, 5);
        final TraceFile other = pes.get(1).thread("main");
        pes.get(1).event(other, Layout.OPERATION, operation, 0, 19_000, 20_000, 8, 9, 5);
        pes.get(0).end(50_000);
        pes.get(1).end(50_000);
        assertEquals(List.of(), arrows(Assembly.read(directory)));
    }

    /** The time of an event without a duration was taken after the operation, here after the wait. */
    @Test
    void shouldMoveAnOperationBeforeTheEndOfTheWait() throws Exception {
        final List<PeFiles> pes = pes(2, 1000);
        pes.get(0).event(pes.get(0).thread("main"), Layout.WAIT, "", -1, 9000, 20_000, 0, 9, 5);
        final TraceFile writer = pes.get(1).thread("main");
        pes.get(1).event(writer, Layout.OPERATION, "get", 0, 10_000, 11_000, 8);
        pes.get(1).event(writer, Layout.OPERATION, "p", 0, 20_500, 20_500, 8, 9, 5);
        pes.get(1).event(writer, Layout.OPERATION, "get", 0, 22_000, 23_000, 8);
        pes.get(0).end(50_000);
        pes.get(1).end(50_000);
        final Timeline timeline = Assembly.read(directory);
        assertEquals(List.of("p 1@19000 -> 0@19000"), arrows(timeline));
        assertTrue(slices(timeline, 1).get(1).startsWith("19000-19000 OPERATION p 0 8 "), "moved");
    }

    /** Teams have other numbers on other PEs, and messages of other tags are counted apart. */
    @Test
    void shouldFindTheSendOfEachMessage() throws Exception {
        final List<PeFiles> pes = new ArrayList<>();
        for (int pe = 0; pe < 3; pe++) {
            pes.add(pe(pe, 3));
            pes.get(pe).names.tell("team", 0, "0,1,2", 1);
            pes.get(pe).names.tell("team", 5 + pe, "2,1,0", 1);
            pes.get(pe).names.tell("begin", 1000);
        }
        final TraceFile sender = pes.get(0).thread("main");
        pes.get(0).event(sender, Layout.SEND, "send", 1, 2000, 2000, 8, Sequences.which(5, 1), 0);
        pes.get(0).event(sender, Layout.OPERATION, "send", 1, 1990, 2010, 8); // the call has sent it
        pes.get(0).event(sender, Layout.SEND, "send", 1, 2100, 2100, 16, Sequences.which(5, 2), 0);
        pes.get(0).event(sender, Layout.OPERATION, "put", 1, 2110, 2120, 16);
        pes.get(0).event(sender, Layout.SEND, "send", 2, 2200, 2200, 24, Sequences.which(0, 1), 0);
        pes.get(0).event(sender, Layout.SEND, "send", 1, 2300, 2300, 32, Sequences.which(5, 1), 1);
        final TraceFile second = pes.get(1).thread("main");
        pes.get(1).event(second, Layout.RECEIVE, "recv", 0, 1500, 2150, 16, Sequences.which(6, 2), 0);
        pes.get(1).event(second, Layout.RECEIVE, "recv", 0, 2160, 2170, 8, Sequences.which(6, 1), 0);
        pes.get(1).event(second, Layout.RECEIVE, "recv", 0, 2180, 2350, 32, Sequences.which(6, 1), 1);
        pes.get(1).event(second, Layout.RECEIVE, "recv", 0, 2360, 2370, 8, Sequences.which(6, 1), 2);
        final TraceFile third = pes.get(2).thread("main");
        pes.get(2).event(third, Layout.RECEIVE, "recv", 0, 1500, 2250, 24, Sequences.which(0, 1), 0);
        pes.get(2).event(third, Layout.RECEIVE, "recv", 0, 2260, 2270, 24, Sequences.which(9, 1), 1);
        pes.forEach(pe -> pe.end(3000));
        final Timeline timeline = Assembly.read(directory);
        assertEquals(
                List.of(
                        "send 0@1100 -> 1@1150",
                        "send 0@1000 -> 1@1170",
                        "send 0@1200 -> 2@1250",
                        "send 0@1300 -> 1@1350"),
                arrows(timeline));
        assertEquals(
                List.of(
                        "990-1010 MESSAGE send 1 8",
                        "1100-1100 MESSAGE send 1 16",
                        "1110-1120 OPERATION put 1 16",
                        "1200-1200 MESSAGE send 2 24",
                        "1300-1300 MESSAGE send 1 32"),
                slices(timeline, 0));
    }

    /** Where one side has not counted, nothing is said. */
    @Test
    void shouldNotMatchMessagesThatAreNotCounted() throws Exception {
        final String[][] uncounted = {{}, {"to", "1", "5"}, {"to", "-1", "5"}, {"to", "1", "-1"}, {"to", "-1", "-1"}};
        for (int side = 0; side < 2; side++) {
            for (int i = 0; i < uncounted.length; i++) {
                final Path place = Files.createDirectory(directory.resolve(side + "-" + i));
                final List<PeFiles> pes = new ArrayList<>();
                for (int pe = 0; pe < 2; pe++) {
                    pes.add(new PeFiles(place, pe, 2, "here", 0));
                    pes.get(pe).names.tell("team", 0, "0,1", 1);
                    pes.get(pe).names.tell("begin", 1000);
                }
                if (uncounted[i].length > 0) {
                    final String peer = uncounted[i][1].equals("1") ? Integer.toString(1 - side) : "-1";
                    pes.get(side).names.tell("uncounted", side == 0 ? "to" : "from", 0, peer, uncounted[i][2]);
                    pes.get(side).names.tell("uncounted", side == 0 ? "from" : "to", 0, peer, 6);
                    pes.get(side).names.tell("uncounted", "to", 77, peer, 5); // a team that is not known
                }
                for (int tag : new int[] {4, 5}) {
                    pes.get(0)
                            .event(
                                    pes.get(0).thread("main"),
                                    Layout.SEND,
                                    "send",
                                    1,
                                    2000,
                                    2000,
                                    8,
                                    Sequences.which(0, tag),
                                    0);
                    pes.get(1)
                            .event(
                                    pes.get(1).thread("main"),
                                    Layout.RECEIVE,
                                    "recv",
                                    0,
                                    1500,
                                    2100 + tag,
                                    8,
                                    Sequences.which(0, tag),
                                    0);
                }
                pes.forEach(pe -> pe.end(3000));
                final List<String> wanted = new ArrayList<>();
                if (i < 3) {
                    wanted.add("send 0@1000 -> 1@1104");
                }
                if (i == 0) {
                    wanted.add("send 0@1000 -> 1@1105");
                }
                assertEquals(wanted, arrows(Assembly.read(place)), "side " + side + ", " + i);
            }
        }
    }

    @Test
    void shouldLinkACollectiveToTheLastThatCame() throws Exception {
        final List<PeFiles> pes = pes(3, 1000);
        final List<TraceFile> threads = new ArrayList<>();
        for (int pe = 0; pe < 3; pe++) {
            pes.get(pe).names.tell("team", 0, "0,1,2", 1);
            pes.get(pe).names.tell("team", 1 + pe, "0,2", 1);
            threads.add(pes.get(pe).thread("main"));
        }
        final long[][] barrier = {{2000, 5000}, {4000, 4500}, {3000, 3900}}; // the last has left before
        for (int pe = 0; pe < 3; pe++) {
            pes.get(pe).event(threads.get(pe), Layout.COLLECTIVE, "barrierAll", -1, barrier[pe][0], barrier[pe][1]);
        }
        pes.get(0).event(threads.get(0), Layout.COLLECTIVE, "sumReduce", -1, 6000, 6900, 8, 1, 0);
        pes.get(2).event(threads.get(2), Layout.COLLECTIVE, "sumReduce", -1, 6500, 6950, 8, 3, 0);
        pes.get(0).event(threads.get(0), Layout.START, "maxReduceNb", -1, 7000, 7010, 8, 1, 0);
        pes.get(2).event(threads.get(2), Layout.START, "maxReduceNb", -1, 7500, 7510, 8, 3, 0);
        pes.get(0).event(threads.get(0), Layout.AWAIT, "maxReduceNb", -1, 7100, 7900, 0, 1, 0);
        pes.get(2).event(threads.get(2), Layout.AWAIT, "maxReduceNb", -1, 7600, 7950, 0, 3, 0);
        pes.get(0).event(threads.get(0), Layout.COLLECTIVE, "barrierAll", -1, 8000, 8500, 0, 0, 1); // PE 1 is missing
        pes.get(2).event(threads.get(2), Layout.COLLECTIVE, "barrierAll", -1, 8100, 8500, 0, 0, 1);
        pes.forEach(pe -> pe.end(9000));
        assertEquals(
                List.of("barrierAll 1@3000 -> 0@4000", "maxReduceNb 2@6500 -> 0@6900", "sumReduce 2@5500 -> 0@5900"),
                arrows(Assembly.read(directory)).stream().sorted().toList());
    }

    @Test
    void shouldLinkALockToTheOneThatHadIt() throws Exception {
        final List<PeFiles> pes = pes(2, 1000);
        final TraceFile first = pes.get(0).thread("main");
        final TraceFile second = pes.get(1).thread("main");
        pes.get(0).event(first, Layout.OPERATION, "setLock", -1, 10_000, 10_100, 0, 17);
        pes.get(0).event(first, Layout.OPERATION, "clearLock", -1, 20_000, 20_300, 0, 17);
        pes.get(0).event(first, Layout.OPERATION, "clearLock", -1, 20_400, 20_500, 0, 9); // another one
        pes.get(1).event(second, Layout.OPERATION, "setLock", -1, 11_000, 20_600, 0, 17);
        pes.get(1).event(second, Layout.OPERATION, "clearLock", -1, 30_000, 30_300, 0, 17);
        pes.forEach(pe -> pe.end(50_000));
        assertEquals(List.of("clearLock 0@19300 -> 1@19600"), arrows(Assembly.read(directory)));
    }

    /** PEs 1 and 2 are of a node, of which PE 2 has compared the clock at the begin and at the end. */
    @Test
    void shouldShareTheClockOfANode() throws Exception {
        for (int pe = 0; pe < 3; pe++) {
            final PeFiles files = new PeFiles(directory, pe, 3, "host" + pe, pe == 0 ? 0 : 1);
            final long ahead = pe == 0 ? 0 : 500;
            if (pe == 2) {
                files.names.tell("clock", 1500, -500, 30);
                files.names.tell("clock", 2500, -520, 20);
            }
            files.names.tell("begin", 1000 + ahead);
            files.event(files.thread("main"), Layout.OPERATION, "put", 0, 1500 + ahead, 2000 + ahead, 8);
            files.end(2500 + ahead);
        }
        final Timeline timeline = Assembly.read(directory);
        assertEquals(
                List.of(0L, 30L, 30L),
                timeline.pes().stream().map(Timeline.Pe::clockErrorNs).toList());
        assertEquals(List.of("500-1000 OPERATION put 0 8"), slices(timeline, 0));
        assertEquals(List.of("490-980 OPERATION put 0 8"), slices(timeline, 1));
        assertEquals(List.of("490-980 OPERATION put 0 8"), slices(timeline, 2));
        assertEquals(1500, timeline.durationNs());
    }

    /** PE 1 was killed in a barrier, while it wrote a line; PE 2 before it began. */
    @Test
    void shouldShowWhatAKilledPeWasIn() throws Exception {
        final List<PeFiles> pes = pes(2, 1000);
        final TraceFile first = pes.get(0).thread("main");
        pes.get(0).event(first, Layout.OPERATION, "put", 1, 1500, 1600, 8);
        first.open(Layout.about(Layout.OPERATION, 3, -1, 0), 1700); // it has ended
        final TraceFile second = pes.get(1).thread("main");
        pes.get(1).event(second, Layout.OPERATION, "get", 0, 1500, 1600, 8);
        second.open(Layout.about(Layout.OPERATION, pes.get(1).operation("barrierAll"), -1, 0), 1700);
        second.seen(5000);
        final TraceFile waiting = pes.get(1).thread("waiting");
        waiting.open(Layout.about(Layout.WAIT, 0, -1, 0), 1800);
        final TraceFile computing = pes.get(1).thread("computing");
        computing.open(Layout.about(Layout.TEST, 0, -1, 0), 1000);
        computing.seen(5000 - 100_000_001);
        final TraceFile idle = pes.get(1).thread("idle");
        idle.open(Layout.about(Layout.OPERATION, 3, -1, 0), 1900);
        idle.close();
        Files.writeString(directory.resolve("pe-1.names"), "text\t5\tincompl", StandardOpenOption.APPEND);
        Files.writeString(directory.resolve("pe-2.names"), "pe\t2\t3\there\t0\t5\tMain\n");
        pes.get(0).end(3000);
        final Timeline timeline = Assembly.read(directory);
        assertEquals(
                List.of(new Timeline.Pe(0, "here", 1000, 0, 0, true), new Timeline.Pe(1, "here", 1001, 0, 0, false)),
                timeline.pes());
        assertEquals(4000, timeline.durationNs());
        assertEquals(List.of("PE 0 main", "PE 1 main", "PE 1 waiting"), tracks(timeline));
        assertEquals(List.of("500-600 OPERATION put 1 8"), slices(timeline, 0));
        assertEquals(
                List.of("500-600 OPERATION get 0 8", "700-4000 OPERATION barrierAll -1 0 " + Event.NOT_ENDED),
                slices(timeline, 1));
        assertEquals(List.of("800-4000 WAIT waitUntil -1 0 " + Event.NOT_ENDED), slices(timeline, 2));
    }

    @Test
    void shouldSayThatThereAreNoRecords() {
        assertEquals(
                "no PE has left records in this directory",
                assertThrows(NoSuchFileException.class, () -> Assembly.read(directory))
                        .getReason());
    }

    /** A ring keeps the latest records, in their order. */
    @Test
    void shouldKeepTheLatestRecords() throws Exception {
        final List<PeFiles> pes = pes(2, 1000);
        final TraceFile writer = pes.get(0).thread("main");
        final int many = 5000;
        for (int i = 0; i < many; i++) {
            pes.get(0).event(writer, Layout.OPERATION, "get", 1, 10_000 + 10L * i, 10_005 + 10L * i, i);
            pes.get(0).delivery(writer, "p", 1, 0, 8, 8, i);
        }
        final long last = 10_000 + 10 * (many - 1);
        pes.get(1).event(pes.get(1).thread("main"), Layout.WAIT, "", -1, last - 30, last - 1, 0, 9, many - 2);
        pes.forEach(pe -> pe.end(last + 10_000));
        final Timeline timeline = Assembly.read(directory);
        final Slices slices = timeline.tracks().getFirst().slices();
        final long dropped = timeline.pes().getFirst().dropped();
        assertTrue(dropped > 0, "all were kept");
        int next = (int) dropped;
        for (int i = 0; i < slices.size(); i++) {
            if (slices.name(i).equals("get")) {
                assertEquals(next, slices.bytes(i));
                assertEquals(9000 + 10L * next, slices.begin(i));
                next++;
            } else {
                assertEquals(last - 1 - 1000, slices.begin(i));
            }
        }
        assertEquals(many, next);
        assertEquals(List.of("p 0@" + (last - 1001) + " -> 1@" + (last - 1001)), arrows(timeline));
    }

    @Test
    void shouldShowThePausesOfTheJvm() throws Exception {
        final PeFiles pe = pe(0, 1);
        pe.names.tell("begin", 36_510_000);
        pe.event(pe.thread("main"), Layout.OPERATION, "put", 0, 36_520_000, 36_530_000, 8);
        pe.end(50_000_000);
        Files.writeString(directory.resolve("pe-0.jvm"), """
            [20000000ns] GC(0) Pause Young (Before) 15M->8M(64M) 9.000ms
            [45663665ns] GC(1) Pause Young (Normal) 15M->8M(64M) 9.000ms
            [46000000ns]  132       4       java.lang.StringLatin1::hashCode (52 bytes)
            """);
        final Timeline timeline = Assembly.read(directory);
        assertEquals(List.of("PE 0 main", "PE 0 JVM"), tracks(timeline));
        assertEquals(
                List.of(
                        "153665-9153665 JVM GC: Pause Young (Normal) 15M->8M(64M) -1 0",
                        "9490000-9490000 JVM compile java.lang.StringLatin1::hashCode -1 0"),
                slices(timeline, 1));
    }

    private static final long PERIOD = 100_000_000;

    /** A number that has not changed is not sampled again. */
    @Test
    void shouldMakeCountersOfSamples() throws Exception {
        final PeFiles pe = pe(0, 2);
        pe.names.tell("begin", 1000);
        final TraceFile samples = pe.thread("samples");
        final long[][] figures = {
            // time, kind, peer, value
            {1, Sampler.CPU, -1, 7_000_000},
            {1, Sampler.JAVA_HEAP, -1, 100},
            {1, Sampler.SYMMETRIC_HEAP, -1, 10},
            {2, Sampler.CPU, -1, 57_000_000},
            {2, Sampler.MOVED, 1, 500},
            {3, Sampler.MOVED, 1, 700},
            {3, Sampler.JAVA_HEAP, -1, 300},
            {4, Sampler.CPU, -1, 257_000_000},
            {8, Sampler.MOVED, 1, 900},
            {8, Sampler.SHORT, -1, 30},
            {8, Sampler.RECORDS_SENT, -1, 40},
            {8, Sampler.RECORDS_HANDLED, -1, 50},
            {8, Sampler.MOVED, -1, 60},
        };
        for (long[] one : figures) {
            final long time = 1000 + one[0] * PERIOD;
            samples.event(time, time, Layout.about(Layout.SAMPLE, (int) one[1], (int) one[2], 0), one[3], 0, 0);
        }
        pe.end(1000 + 9 * PERIOD);
        final Timeline timeline = Assembly.read(directory);
        assertEquals(List.of(), timeline.tracks());
        final List<String> counters = timeline.counters().stream()
                .map(counter -> counter.pe() + " " + counter.name() + " in " + counter.unit() + ": "
                        + IntStream.range(0, counter.times().length)
                                .mapToObj(i -> (double) counter.times()[i] / PERIOD + "=" + counter.values()[i])
                                .toList())
                .toList();
        assertEquals(
                List.of(
                        "0 to and from all PEs in bytes/s: [0.0=0.0, 6.0=300.0, 8.0=0.0]",
                        "0 to and from PE 1 in bytes/s: [0.0=2500.0, 2.0=2000.0, 3.0=0.0, 6.0=1000.0, 8.0=0.0]",
                        "0 Java heap in bytes: [1.0=100.0, 3.0=300.0, 9.0=300.0]",
                        "0 symmetric heap in bytes: [1.0=10.0, 9.0=10.0]",
                        "0 records sent in 1/s: [0.0=0.0, 6.0=200.0, 8.0=0.0]",
                        "0 records handled in 1/s: [0.0=0.0, 6.0=250.0, 8.0=0.0]",
                        "0 CPUs used in CPUs: [1.0=0.5, 2.0=1.0, 4.0=0.0]",
                        "0 short operations in 1/s: [0.0=0.0, 6.0=150.0, 8.0=0.0]"),
                counters);
    }

    @Test
    void shouldNumberTracksByPeAndThread() throws Exception {
        final List<PeFiles> pes = new ArrayList<>();
        for (int pe : new int[] {10, 2}) {
            pes.add(pe(pe, 11));
            pes.getLast().names.tell("begin", 1000);
            for (int thread = 0; thread < 12; thread++) {
                final TraceFile file = pes.getLast().thread("thread " + thread);
                if (thread != 5) { // it has done nothing
                    pes.getLast().event(file, Layout.OPERATION, "put", 0, 1500, 1600, 8);
                }
            }
            pes.getLast().end(2000);
        }
        final List<String> wanted = new ArrayList<>();
        for (int pe : new int[] {2, 10}) {
            IntStream.range(0, 12).filter(i -> i != 5).forEach(i -> wanted.add("PE " + pe + " thread " + i));
        }
        assertEquals(wanted, tracks(Assembly.read(directory)));
    }

    /** A file that a thread has hardly begun has no records, and an unknown line is of another version. */
    @Test
    void shouldPassOverWhatItDoesNotKnow() throws Exception {
        final PeFiles pe = pe(0, 1);
        pe.names.tell("begin", 1000);
        pe.names.tell("future", "x");
        pe.event(pe.thread("main"), Layout.OPERATION, "put", 0, 1500, 1600, 8);
        pe.end(2000);
        Files.write(directory.resolve("pe-0.8"), new byte[Layout.HEADER - 1]);
        Files.write(directory.resolve("pe-0.9"), new byte[Layout.HEADER]);
        Files.writeString(directory.resolve("note"), "of somebody else");
        final Timeline timeline = Assembly.read(directory);
        assertEquals(List.of("500-600 OPERATION put 0 8"), slices(timeline, 0));
        assertArrayEquals(
                new int[] {1},
                timeline.tracks().stream()
                        .mapToInt(track -> track.slices().size())
                        .toArray());
    }

    @ParameterizedTest
    @CsvSource({
        "MEMORY, malloc realloc free allocateShared reallocShared freeShared",
        "LOCK, setLock testLock clearLock",
        "MESSAGE, send ssend isend recv irecv sendrecv give take visit probe await",
        "FLOW, flowClose flowDrain flowWait",
        "OPERATION, put get barrierAll"
    })
    void shouldKnowTheCategoryOfAnOperation(Category category, String names) throws Exception {
        final PeFiles pe = pes(1, 1000).getFirst();
        final TraceFile main = pe.thread("main");
        long time = 1000;
        for (String name : names.split(" ")) {
            pe.event(main, Layout.OPERATION, name, -1, time, time + 5);
            time += 10;
        }
        pe.end(time);
        final Slices slices = Assembly.read(directory).tracks().getFirst().slices();
        assertEquals(names.split(" ").length, slices.size());
        for (int i = 0; i < slices.size(); i++) {
            assertEquals(category, slices.category(i), slices.name(i));
        }
    }

    /** A message is part of the call that has sent it, and no other one. */
    @Test
    void shouldShowASendAsTheCallThatHasSentIt() throws Exception {
        final PeFiles pe = pes(1, 1000).getFirst();
        final TraceFile main = pe.thread("main");
        final List<String> calls = List.of("send", "ssend", "isend", "sendrecv", "give");
        final List<String> wanted = new ArrayList<>();
        long time = 1000;
        for (String call : calls) {
            pe.event(main, Layout.SEND, "send", 0, time + 1, time + 1, 8);
            pe.event(main, Layout.OPERATION, call, 0, time, time + 5, 8);
            wanted.add((time - 1000) + "-" + (time - 995) + " MESSAGE " + call + " 0 8");
            time += 10;
        }
        pe.event(main, Layout.SEND, "send", 0, time, time, 8);
        wanted.add((time - 1000) + "-" + (time - 1000) + " MESSAGE send 0 8");
        pe.event(main, Layout.OPERATION, "send", 1, time, time + 5, 8); // to another PE
        wanted.add(5, (time - 1000) + "-" + (time - 995) + " MESSAGE send 1 8");
        pe.event(main, Layout.SEND, "send", 0, time + 6, time + 6, 8);
        wanted.add((time - 994) + "-" + (time - 994) + " MESSAGE send 0 8");
        pe.event(main, Layout.OPERATION, "probe", 0, time + 6, time + 9, 8);
        wanted.add(7, (time - 994) + "-" + (time - 991) + " MESSAGE probe 0 8");
        pe.event(main, Layout.OPERATION, "send", 0, time + 10, time + 12, 8); // after it
        wanted.add((time - 990) + "-" + (time - 988) + " MESSAGE send 0 8");
        pe.end(time + 20);
        assertEquals(wanted, slices(Assembly.read(directory), 0));
    }

    /** One that left when the last came did not wait for it, and one that came with it did. */
    @Test
    void shouldKnowWhoWaitedInACollective() throws Exception {
        final long[][][] times = {
            {{2000, 3000}, {3000, 3500}}, {{2000, 3001}, {3000, 3500}}, {{3000, 3400}, {3000, 3500}},
        };
        final List<List<String>> wanted =
                List.of(List.of(), List.of("barrierAll 1@2000 -> 0@2001"), List.of("barrierAll 0@2000 -> 1@2500"));
        for (int i = 0; i < times.length; i++) {
            final Path place = Files.createDirectory(directory.resolve("case-" + i));
            for (int pe = 0; pe < 2; pe++) {
                final PeFiles files = new PeFiles(place, pe, 2, "here", 0);
                files.names.tell("begin", 1000);
                files.names.tell("team", 0, "0,1", 1);
                files.event(
                        files.thread("main"), Layout.COLLECTIVE, "barrierAll", -1, times[i][pe][0], times[i][pe][1]);
                files.end(9000);
            }
            assertEquals(wanted.get(i), arrows(Assembly.read(place)));
        }
    }

    /** A message that is received before it is sent is another one, unless the clocks differ as much. */
    @Test
    void shouldNotLinkAReceiveToALaterSend() throws Exception {
        for (int i = 0; i < 4; i++) {
            final Path place = Files.createDirectory(directory.resolve("case-" + i));
            final int error = i < 2 ? 0 : 5;
            final long received = 2100 - 2L * error - i % 2;
            for (int pe = 0; pe < 2; pe++) {
                final PeFiles files = new PeFiles(place, pe, 2, "host" + pe, pe);
                files.names.tell("clock", 1000, 0, error);
                files.names.tell("begin", 1000);
                files.names.tell("team", 0, "0,1", 1);
                final TraceFile main = files.thread("main");
                if (pe == 0) {
                    files.event(main, Layout.SEND, "send", 1, 2100, 2100, 8, Sequences.which(0, 1), 0);
                    files.event(main, Layout.OPERATION, "send", 1, 2100, 2200, 8);
                } else {
                    files.event(main, Layout.RECEIVE, "recv", 0, 1500, received, 8, Sequences.which(0, 1), 0);
                }
                files.end(9000);
            }
            assertEquals(
                    i % 2 == 0 ? List.of("send 0@" + (received - 1000) + " -> 1@" + (received - 1000)) : List.of(),
                    arrows(Assembly.read(place)));
        }
    }
}
