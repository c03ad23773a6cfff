package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(20)
class ReportTest {
    private static final long MS = 1_000_000;

    private static Timeline.Pe pe(int number, boolean isComplete) {
        return new Timeline.Pe(number, "node", 100 + number, 0, 0, isComplete);
    }

    private static Slices slices() {
        return new Slices();
    }

    /** PE 0 waits for PE 1, and that for PE 2, which is the one that has work. */
    @Test
    void shouldNameThePeAtTheEndOfAChain() {
        final Slices first = slices();
        first.add(10 * MS, 90 * MS, Category.WAIT, "waitUntil", -1, 0, "element 0", "Main.first(Main.java:7)");
        final Slices second = slices();
        second.add(12 * MS, 80 * MS, Category.WAIT, "waitUntil", -1, 0, "element 1", "Main.second(Main.java:9)");
        second.add(85 * MS, 85 * MS, Category.OPERATION, "p", 0, 8, "", "");
        final Slices third = slices();
        third.add(79 * MS, 79 * MS, Category.OPERATION, "p", 1, 8, "", "");
        final Timeline timeline = new Timeline(
                "Main",
                100 * MS,
                List.of(pe(0, true), pe(1, true), pe(2, true)),
                List.of(
                        new Timeline.Track(0, "main", first),
                        new Timeline.Track(1, "main", second),
                        new Timeline.Track(2, "main", third)),
                List.of(
                        new Timeline.Arrow("p", 1, 85 * MS, 0, 90 * MS),
                        new Timeline.Arrow("p", 2, 79 * MS, 1, 80 * MS)),
                List.of());
        assertEquals("""
            Main on 3 PEs: 100 ms, 4 slices, 2 arrows

            Load: PE 2 computed longest, 1.97 times the mean of all PEs.
            Waits: others waited most for PE 2, 96% of 142 ms of all waits; the largest part in waitUntil at Main.first(Main.java:7) (49%).

              PE   compute      wait   library        GC
               0       20%       75%        5%         ?
               1       32%       67%        1%         ?
               2      100%        0%        0%         ?

            Critical path: 90.0 ms, without which the job would have ended sooner
               88%   79.0 ms  on PE 2, until p ended the wait of another PE in waitUntil at Main.second(Main.java:9)
                6%   5.00 ms  on PE 1, until p ended the wait of another PE in waitUntil at Main.first(Main.java:7)
                7%   6.00 ms  between an operation and the moment when the PE that waited for it went on

                  time     calls   longest  in
               80.0 ms         1   80.0 ms  waitUntil at Main.first(Main.java:7)
               68.0 ms         1   68.0 ms  waitUntil at Main.second(Main.java:9)

            The largest waits:
               75.0 ms  PE 0 from 10.0 ms on, in waitUntil at Main.first(Main.java:7) for element 0; ended by p of PE 1
               67.0 ms  PE 1 from 12.0 ms on, in waitUntil at Main.second(Main.java:9) for element 1; ended by p of PE 2
            """, Report.of(timeline));
    }

    @Test
    void shouldSayWhatKilledPesWereIn() {
        final Slices first = slices();
        first.add(10 * MS, 100 * MS, Category.COLLECTIVE, "barrierAll", -1, 0, Event.NOT_ENDED, "");
        final Timeline timeline = new Timeline(
                "Main",
                100 * MS,
                List.of(pe(0, false), pe(1, false)),
                List.of(new Timeline.Track(0, "main", first), new Timeline.Track(1, "main", slices())),
                List.of(),
                List.of());
        assertEquals(
                List.of(
                        "PEs 0, 1 did not shut the library down.",
                        "  At the end, PE 0 was in barrierAll",
                        "  At the end, PE 1 was outside of the library"),
                Report.of(timeline).lines().skip(1).limit(3).toList());
    }

    /** A lock that is held long, and nothing known of what ended the wait for it. */
    @Test
    void shouldSayHowLongALockWasHeld() {
        final Slices first = slices();
        first.add(0, 10 * MS, Category.LOCK, "setLock", -1, 0, "lock at x", "Main.main(Main.java:3)");
        first.add(40 * MS, 41 * MS, Category.LOCK, "clearLock", -1, 0, "lock at x", "");
        final Timeline timeline = new Timeline(
                "Main",
                100 * MS,
                List.of(pe(0, true)),
                List.of(new Timeline.Track(0, "main", first)),
                List.of(),
                List.of());
        final String report = Report.of(timeline);
        assertTrue(
                report.contains(
                        "Locks: PEs waited 10.0 ms for the lock at x, set at Main.main(Main.java:3). It was held 1"
                                + " times, 31.0 ms in all (31% of the time), at most 31.0 ms.\n"),
                report);
        assertTrue(
                report.contains(
                        "   10.0 ms  PE 0 from 0 ns on, in setLock at Main.main(Main.java:3) for lock at x; it is not"
                                + " recorded what ended it\n"),
                report);
    }

    private static Timeline timeline(int pes, List<Timeline.Arrow> arrows, Slices... tracks) {
        return new Timeline(
                "Main",
                100 * MS,
                IntStream.range(0, pes).mapToObj(pe -> pe(pe, true)).toList(),
                IntStream.range(0, tracks.length)
                        .mapToObj(pe -> new Timeline.Track(pe % pes, "main", tracks[pe]))
                        .toList(),
                arrows,
                List.of());
    }

    private static Timeline with(Timeline timeline, Timeline.Counter... counters) {
        return new Timeline(
                timeline.program(),
                timeline.durationNs(),
                timeline.pes(),
                timeline.tracks(),
                timeline.arrows(),
                List.of(counters));
    }

    private static void add(Slices slices, long beginMs, long endMs, Category category, String name) {
        slices.add(beginMs * MS, endMs * MS, category, name, -1, 0, "", "");
    }

    private static void assertSays(Timeline timeline, boolean isSaid, String... lines) {
        final String report = Report.of(timeline);
        for (String line : lines) {
            assertEquals(isSaid, report.lines().anyMatch(line::equals), () -> line + " in " + report);
        }
    }

    @Test
    void shouldSayWhatIsMissing() {
        final Timeline timeline = new Timeline(
                "Main",
                100 * MS,
                List.of(
                        new Timeline.Pe(0, "node", 1, 0, 1000, true),
                        new Timeline.Pe(1, "other", 1, 1500, 234, true),
                        new Timeline.Pe(2, "third", 1, 700, 0, true)),
                List.of(new Timeline.Track(0, "main", slices())),
                List.of(),
                List.of());
        assertEquals("""
            Main on 3 PEs: 100 ms, 0 slices, 0 arrows
            1,234 of the oldest events were overwritten: the begin of some tracks is missing, and counts as \
            compute. Set SHMEM_TRACE_BUFFER to more than before.
            Times of different nodes may differ by up to 1.50 µs.

            Load: all PEs computed about equally long.
            Waits: PEs waited little for each other, 0 ns in all.

              PE   compute      wait   library        GC
               0      100%        0%        0%         ?
               1      100%        0%        0%         ?
               2      100%        0%        0%         ?

            Critical path: 0 ns, without which the job would have ended sooner
            """, Report.of(timeline));
        assertSays(timeline(3, List.of(), slices()), false, "Times of different nodes may differ by up to 0 ns.");
    }

    /** The last slice that has not ended is the inner one. */
    @Test
    void shouldNameTheInnerCallThatHadNotEnded() {
        final Slices first = slices();
        first.add(0, 100 * MS, Category.COLLECTIVE, "barrierAll", -1, 0, Event.NOT_ENDED, "");
        first.add(1, 100 * MS, Category.WAIT, "waitUntil", -1, 0, Event.NOT_ENDED, "");
        first.add(2, 3, Category.OPERATION, "p", 1, 8, "", "");
        final Timeline timeline = new Timeline(
                "Main",
                100 * MS,
                List.of(pe(0, false), pe(1, true), pe(2, false)),
                List.of(
                        new Timeline.Track(1, "main", first),
                        new Timeline.Track(0, "main", first),
                        new Timeline.Track(2, "main", first)),
                List.of(),
                List.of());
        assertSays(
                timeline, true, "PEs 0, 2 did not shut the library down.", "  At the end, PEs 0, 2 were in waitUntil");
    }

    /** A number per second of two PEs, whose values hold until the next one. */
    private static Timeline.Counter[] counters(String name, double value) {
        return new Timeline.Counter[] {
            new Timeline.Counter(
                    0, name, "", new long[] {0, 40 * MS, 60 * MS, 100 * MS}, new double[] {value, value / 2, 0, 77}),
            new Timeline.Counter(1, name, "", new long[] {0, 100 * MS}, new double[] {value, 77}),
            new Timeline.Counter(1, "another", "", new long[] {0, 100 * MS}, new double[] {1e9, 0})
        };
    }

    @Test
    void shouldSayThatPesHadTooFewCpus() {
        final Slices first = slices();
        add(first, 0, 50, Category.WAIT, "waitUntil");
        final Timeline timeline = timeline(2, List.of(), first, slices());
        final String start = "CPUs: the PEs were busy for 150 ms, but used only ";
        final String rest = " of CPU time. A PE that sleeps, waits for files or waits for a CPU (more PEs than CPUs,"
                + " other programs) seems to compute.";
        assertSays(with(timeline, counters(Counters.CPUS, 0.5)), true, start + "75.0 ms" + rest);
        assertSays(with(timeline, counters(Counters.CPUS, 0.78)), true, start + "117 ms" + rest);
        assertSays(with(timeline, counters(Counters.CPUS, 0.82)), false, start + "123 ms" + rest);
        assertSays(with(timeline, counters(Counters.CPUS, 0)), false, start + "0 ns" + rest);
    }

    @Test
    void shouldCountShortOperations() {
        final Timeline timeline = timeline(2, List.of(), slices(), slices());
        final String line =
                "Short operations: the PEs did %s puts and atomic operations that are too short to be timed."
                        + " These and short gets count as compute.";
        assertSays(with(timeline, counters(Counters.SHORT_OPERATIONS, 1e6)), true, line.formatted("150,000"));
        assertSays(with(timeline, counters(Counters.SHORT_OPERATIONS, 0.7e6)), true, line.formatted("105,000"));
        assertSays(with(timeline, counters(Counters.SHORT_OPERATIONS, 0.6e6)), false, line.formatted("90,000"));
    }

    /** What is inside of another slice, and what follows it at once; a pause is also in other times. */
    @Test
    void shouldAddUpWhereTheTimeOfAPeWent() {
        final Slices main = slices();
        add(main, 5, 10, Category.OPERATION, "get");
        add(main, 10, 50, Category.FLOW, "flowDrain");
        add(main, 20, 30, Category.FLOW, "flowWait");
        add(main, 22, 25, Category.WAIT, "test");
        add(main, 30, 34, Category.WAIT, "waitUntil");
        add(main, 60, 61, Category.MEMORY, "malloc");
        final Slices other = slices();
        add(other, 0, 99, Category.WAIT, "waitUntil");
        final Slices jvm = slices();
        for (int i = 0; i < 10; i++) {
            add(jvm, 10L * i, 10L * i + 1, Category.JVM, i < 7 ? "GC: Pause Young" : "compile x");
        }
        final Timeline timeline = new Timeline(
                "Main",
                100 * MS,
                List.of(pe(0, true), pe(1, true)),
                List.of(
                        new Timeline.Track(0, "JVM", jvm),
                        new Timeline.Track(0, "other", other),
                        new Timeline.Track(0, "main", main),
                        new Timeline.Track(1, "JVM", jvm)),
                List.of(),
                List.of());
        assertSays(
                timeline,
                true,
                "   0       54%       14%       32%        7%",
                "   1      100%        0%        0%        7%",
                "Load: PE 1 computed longest, 1.30 times the mean of all PEs.");
    }

    /** A wait is due to another PE until that one has done what ends it. */
    @Test
    void shouldTakeAWaitForWhatItIsUntilItsCauseIsDone() {
        final Slices first = slices();
        add(first, 10, 50, Category.COLLECTIVE, "barrierAll");
        add(first, 60, 80, Category.COLLECTIVE, "barrierAll");
        final Slices second = slices();
        add(second, 30, 51, Category.COLLECTIVE, "barrierAll");
        add(second, 60, 81, Category.COLLECTIVE, "barrierAll");
        assertSays(
                timeline(
                        2,
                        List.of(
                                new Timeline.Arrow("barrierAll", 1, 30 * MS, 0, 50 * MS),
                                new Timeline.Arrow("barrierAll", 0, 60 * MS, 1, 81 * MS)),
                        first,
                        second),
                true,
                "   0       40%       20%       40%         ?",
                "   1       58%        0%       42%         ?");
    }

    @Test
    void shouldShowThePesThatWaitedLeastAndMost() {
        final Slices[] tracks = new Slices[20];
        for (int pe = 0; pe < tracks.length; pe++) {
            tracks[pe] = slices();
            add(tracks[pe], 0, 4L * ((7 * pe) % 20), Category.WAIT, "waitUntil");
        }
        final List<String> lines =
                Report.of(timeline(20, List.of(), tracks)).lines().toList();
        final int head = lines.indexOf("  PE   compute      wait   library        GC");
        final List<String> wanted = IntStream.of(0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 16, 17, 18, 19)
                .mapToObj(rank ->
                        "%4d %8d%% %8d%%        0%%         ?".formatted(3 * rank % 20, 100 - 4 * rank, 4 * rank))
                .toList();
        assertEquals(wanted, lines.subList(head + 1, head + 17));
        assertEquals("     (the 8 PEs that waited least and the 8 that waited most)", lines.get(head + 17));
        assertSays(
                timeline(
                        16,
                        List.of(),
                        IntStream.range(0, 16).mapToObj(pe -> slices()).toArray(Slices[]::new)),
                false,
                lines.get(head + 17));
    }

    /** Each PE waits for the next one as long, and half of the time is the hand-over. */
    @Test
    void shouldSayThatNobodyIsToBlame() {
        final int pes = 4;
        final Slices[] tracks = new Slices[pes];
        final List<Timeline.Arrow> arrows = new ArrayList<>();
        for (int pe = 0; pe < pes; pe++) {
            tracks[pe] = slices();
        }
        for (int i = 0; i < 8; i++) {
            final int pe = i % pes;
            tracks[pe].add((10L * i) * MS, (10L * i + 10) * MS, Category.MESSAGE, "recv", 1, 8, "", "Main.java:" + pe);
            arrows.add(new Timeline.Arrow("send", (pe + 1) % pes, (10L * i + 9) * MS, pe, (10L * i + 10) * MS));
        }
        assertSays(timeline(pes, arrows, tracks), true, "Waits: 72.0 ms in all, for all PEs about equally.");
    }

    /** Each one gets on long after what it waits for is done. */
    @Test
    void shouldSayThatTheHandOverTakesLong() {
        final Slices first = slices();
        add(first, 0, 90, Category.WAIT, "waitUntil");
        final Slices second = slices();
        add(second, 0, 60, Category.WAIT, "waitUntil");
        add(second, 80, 80, Category.OPERATION, "p");
        final Slices third = slices();
        add(third, 20, 20, Category.OPERATION, "p");
        final List<Timeline.Arrow> arrows = List.of(
                new Timeline.Arrow("p", 1, 80 * MS, 0, 90 * MS), new Timeline.Arrow("p", 2, 20 * MS, 1, 60 * MS));
        assertSays(
                timeline(3, arrows, first, second, third),
                true,
                "Hand-over: 40% of these waits passed between an operation and the moment when the PE that waited for"
                        + " it went on. That is the network, or a PE that waits for a CPU.",
                "Critical path: 90.0 ms, without which the job would have ended sooner",
                "   44%   40.0 ms  on PEs 1, 2, until p ended the wait of another PE in waitUntil, 2 times",
                "   56%   50.0 ms  between an operation and the moment when the PE that waited for it went on",
                "Waits: others waited most for PE 2, 40% of 100 ms of all waits; the largest part in waitUntil (40%).");
    }

    /** The path goes to and fro; stretches that end alike are one line. */
    @Test
    void shouldGroupTheCriticalPath() {
        final Slices first = slices();
        final Slices second = slices();
        final List<Timeline.Arrow> arrows = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            add(second, 30 * i + 2, 30 * i + 10, Category.MESSAGE, "recv");
            arrows.add(new Timeline.Arrow("send", 0, (30 * i + 10) * MS, 1, (30 * i + 10) * MS));
            add(first, 30 * i + 12, 30 * i + 30, Category.WAIT, "waitUntil");
            arrows.add(new Timeline.Arrow("p", 1, (30 * i + 30) * MS, 0, (30 * i + 30) * MS));
        }
        add(first, 91, 95, Category.MESSAGE, "take"); // nobody knows what ended it
        add(first, 95, 99, Category.MESSAGE, "probe");
        add(first, 99, 100, Category.OPERATION, "put");
        assertSays(
                timeline(2, arrows, first, second),
                true,
                "Critical path: 100 ms, without which the job would have ended sooner",
                "   60%   60.0 ms  on PE 1, until p ended the wait of another PE in waitUntil, 3 times",
                "   30%   30.0 ms  on PE 0, until send ended the wait of another PE in recv, 3 times",
                "   10%   10.0 ms  on PE 0, until the end",
                "  8.00 ms of this were waits, and it is not recorded what ended them.");
    }

    @Test
    void shouldNameAllPesOfAGroupUnlessOneHasMostOfIt() {
        final Slices[] tracks = {slices(), slices(), slices()};
        final List<Timeline.Arrow> arrows = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            add(tracks[(i + 1) % 3], 10L * i, 10L * i + 10, Category.WAIT, "waitUntil");
            arrows.add(new Timeline.Arrow("p", i % 3, (10L * i + 9) * MS, (i + 1) % 3, (10L * i + 10) * MS));
        }
        assertSays(
                timeline(3, arrows, tracks),
                true,
                "   90%   81.0 ms  on PEs 0, 1, 2, until p ended the wait of another PE in waitUntil, 9 times");
        final Slices first = slices();
        final Slices second = slices();
        add(second, 0, 1, Category.WAIT, "waitUntil");
        add(first, 1, 10, Category.WAIT, "waitUntil");
        add(first, 10, 100, Category.OPERATION, "get");
        final List<Timeline.Arrow> two =
                List.of(new Timeline.Arrow("p", 0, MS, 1, MS), new Timeline.Arrow("p", 1, 10 * MS, 0, 10 * MS));
        assertSays(
                timeline(2, two, first, second),
                true,
                "   10%   10.0 ms  on PE 1, until p ended the wait of another PE in waitUntil, 2 times",
                "   90%   90.0 ms  on PE 0, until the end");
    }

    @Test
    void shouldListTheCallsThatTookMost() {
        final Slices slices = slices();
        long time = 0;
        for (int i = 1; i <= 9; i++) {
            for (int call = 0; call < 2; call++) {
                slices.add(time * MS, (time + i + call) * MS, Category.OPERATION, "op" + i, 0, 8, "", "Main.java:" + i);
                time += i + call;
            }
        }
        slices.add(time * MS, time * MS, Category.OPERATION, "moment", 0, 8, "", "");
        slices.add(time * MS, (time + 1) * MS, Category.JVM, "GC", 0, 8, "", "");
        final List<String> lines =
                Report.of(timeline(1, List.of(), slices)).lines().toList();
        final int head = lines.indexOf("      time     calls   longest  in");
        assertEquals(
                List.of(
                        "   19.0 ms         2   10.0 ms  op9 at Main.java:9",
                        "   17.0 ms         2   9.00 ms  op8 at Main.java:8",
                        "   15.0 ms         2   8.00 ms  op7 at Main.java:7",
                        "   13.0 ms         2   7.00 ms  op6 at Main.java:6",
                        "   11.0 ms         2   6.00 ms  op5 at Main.java:5",
                        "   9.00 ms         2   5.00 ms  op4 at Main.java:4",
                        "   7.00 ms         2   4.00 ms  op3 at Main.java:3",
                        "   5.00 ms         2   3.00 ms  op2 at Main.java:2"),
                lines.subList(head + 1, lines.size()));
    }

    @Test
    void shouldListTheLargestWaits() {
        final Slices slices = slices();
        long time = 0;
        for (int ms : new int[] {3, 9, 1, 8, 2, 7, 5}) {
            add(slices, time, time + ms, Category.LOCK, "setLock");
            time += ms;
        }
        final List<String> lines =
                Report.of(timeline(1, List.of(), slices)).lines().toList();
        final int head = lines.indexOf("The largest waits:");
        assertEquals(
                List.of(
                        "9.00 ms  PE 0 from 3.00 ms",
                        "8.00 ms  PE 0 from 13.0 ms",
                        "7.00 ms  PE 0 from 23.0 ms",
                        "5.00 ms  PE 0 from 30.0 ms",
                        "3.00 ms  PE 0 from 0 ns"),
                lines.subList(head + 1, lines.size()).stream()
                        .map(line -> line.replaceFirst(" on, in setLock; it is not recorded what ended it", "")
                                .strip())
                        .toList());
    }

    /** Two locks, of which one is never free; and a little wait that is not worth a word. */
    @Test
    void shouldAddUpTheUseOfEachLock() {
        final Slices first = slices();
        first.add(10 * MS, 20 * MS, Category.LOCK, "setLock", -1, 0, "lock at x", "Main.java:3");
        first.add(30 * MS, 31 * MS, Category.LOCK, "clearLock", -1, 0, "lock at x", "");
        first.add(35 * MS, 36 * MS, Category.LOCK, "clearLock", -1, 0, "lock at x", ""); // not held
        first.add(40 * MS, 45 * MS, Category.LOCK, "setLock", -1, 0, "lock at x", "");
        first.add(46 * MS, 47 * MS, Category.LOCK, "clearLock", -1, 0, "lock at x", "");
        first.add(50 * MS, 52 * MS, Category.LOCK, "setLock", -1, 0, "lock at y", "");
        first.add(60 * MS, 61 * MS, Category.LOCK, "setLock", -1, 0, "lock at z", "");
        final Slices second = slices();
        second.add(0, 5 * MS, Category.LOCK, "setLock", -1, 0, "lock at x", "");
        second.add(7 * MS, 8 * MS, Category.LOCK, "clearLock", -1, 0, "lock at x", "");
        final Timeline timeline = timeline(1, List.of(), first, second);
        assertSays(
                timeline,
                true,
                "Locks: PEs waited 20.0 ms for the lock at x, set at Main.java:3. It was held 3 times, 16.0 ms in all"
                        + " (16% of the time), at most 11.0 ms.",
                "Locks: PEs waited 2.00 ms for the lock at y. It was held 0 times, 0 ns in all (0% of the time), at"
                        + " most 0 ns.");
        assertEquals(1, Report.of(timeline).split("lock at z", -1).length - 1, "only among the largest waits");
    }

    /** The record of a call that has not ended does not tell which lock it is for. */
    @Test
    void shouldCountWaitsForLocksThatPesNeverGot() {
        final Slices first = slices();
        first.add(10 * MS, 20 * MS, Category.LOCK, "setLock", -1, 0, "lock at x", "");
        first.add(60 * MS, 100 * MS, Category.LOCK, "setLock", -1, 0, Event.NOT_ENDED, "");
        final Slices second = slices();
        second.add(70 * MS, 100 * MS, Category.LOCK, "setLock", -1, 0, Event.NOT_ENDED, "");
        assertSays(
                timeline(1, List.of(), first, second),
                true,
                "Locks: PEs waited 10.0 ms for the lock at x. It was held 0 times, 0 ns in all (0% of the time), at"
                        + " most 0 ns.",
                "Locks: PEs waited 70.0 ms for locks that they had not got at the end.",
                "   40.0 ms  PE 0 from 60.0 ms on, in setLock; it had not ended when the PE did");
    }

    @ParameterizedTest
    @CsvSource({
        "WAIT, waitUntil, true",
        "FLOW, flowWait, true",
        "FLOW, flowDrain, false",
        "MESSAGE, recv, true",
        "MESSAGE, take, true",
        "MESSAGE, await, true",
        "MESSAGE, send, false",
        "LOCK, setLock, true",
        "LOCK, clearLock, false",
        "OPERATION, recv, false",
        "COLLECTIVE, await, false",
        "JVM, GC, false"
    })
    void shouldKnowWhichCallsAreWaits(Category category, String name, boolean isWait) {
        final Slices slices = slices();
        slices.add(0, 1, category, name, -1, 0, "", "");
        slices.add(0, 1, category, name, -1, 0, Event.NOT_ENDED, "");
        assertEquals(isWait, Waits.isWait(slices, 0));
        assertTrue(Waits.isWait(slices, 1), "it has not ended");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
        0, 0 ns
        999, 999 ns
        1000, 1.00 µs
        9994, 9.99 µs
        10000, 10.0 µs
        99940, 99.9 µs
        100000, 100 µs
        999000, 999 µs
        1000000, 1.00 ms
        999000000, 999 ms
        1000000000, 1.00 s
        3600000000000, 3600 s
        """)
    void shouldWriteTimesWithThreeDigits(long ns, String text) {
        assertEquals(text, Units.time(ns));
    }

    @Test
    void shouldWriteParts() {
        assertEquals("25%", Units.percent(1, 4));
        assertEquals("0%", Units.percent(1, 0));
    }

    @Test
    void shouldNameFewPesOnly() {
        assertEquals("PE 3", PeText.of(List.of(3)));
        assertEquals(
                "PEs 0, 1, 2, 3, 4, 5, 6, 7",
                PeText.of(IntStream.range(0, 8).boxed().toList()));
        assertEquals("9 PEs", PeText.of(IntStream.range(0, 9).boxed().toList()));
        assertEquals("1 PE", PeText.count(1));
        assertEquals("0 PEs", PeText.count(0));
    }
}
