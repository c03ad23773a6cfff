package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
               0       20%       75%        5%        0%
               1       32%       67%        1%        0%
               2      100%        0%        0%        0%

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
}
