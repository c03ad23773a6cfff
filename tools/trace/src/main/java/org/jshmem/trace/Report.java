package org.jshmem.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Says in words where the time of a job went: first what was found, then the figures. */
final class Report {
    private static final int MOST_PES = 16;

    /** Less than this part of the time is not worth a word. */
    private static final double LITTLE = 0.01;

    /** PEs that use less than this part of the time in which they are busy do not have a CPU each. */
    private static final double FEW_CPUS = 0.8;

    /** Fewer are not worth a word. */
    private static final long MANY_OPERATIONS = 100_000;

    private final Timeline timeline;
    private final Waits waits;
    private final List<PeTimes> times;
    private final Lines text = new Lines();

    private Report(Timeline timeline) {
        this.timeline = timeline;
        waits = new Waits(timeline);
        times = timeline.pes().stream()
                .map(pe -> PeTimes.of(timeline, waits, pe.number()))
                .toList();
    }

    /** The report, as lines. */
    static String of(Timeline timeline) {
        return new Report(timeline).write();
    }

    private String write() {
        final long slices = timeline.tracks().stream()
                .mapToLong(track -> track.slices().size())
                .sum();
        text.line(
                "%s on %s: %s, %,d slices, %,d arrows",
                timeline.program(),
                PeText.count(timeline.pes().size()),
                Units.time(timeline.durationNs()),
                slices,
                timeline.arrows().size());
        doubts();
        text.line("");
        balance();
        cpus();
        shortOperations();
        new Blame(timeline, waits).write(text);
        new LockUse(timeline).write(text);
        table();
        new PathText(timeline, waits).write(text);
        new CallTable(timeline).write(text);
        new LargestWaits(timeline, waits).write(text);
        return text.toString();
    }

    private void doubts() {
        final List<Integer> killed = timeline.pes().stream()
                .filter(pe -> !pe.isComplete())
                .map(Timeline.Pe::number)
                .toList();
        if (!killed.isEmpty()) {
            text.line("%s did not shut the library down.", PeText.of(killed));
            lastOf(killed);
        }
        final long dropped =
                timeline.pes().stream().mapToLong(Timeline.Pe::dropped).sum();
        if (dropped > 0) {
            text.line(
                    "%,d of the oldest events were overwritten: the begin of some tracks is missing, and"
                            + " counts as compute. Set SHMEM_TRACE_BUFFER to more than before.",
                    dropped);
        }
        final long error = timeline.pes().stream()
                .mapToLong(Timeline.Pe::clockErrorNs)
                .max()
                .orElse(0);
        if (error > 0) {
            text.line("Times of different nodes may differ by up to %s.", Units.time(error));
        }
    }

    /** What PEs were in when the job was ended. */
    private void lastOf(List<Integer> killed) {
        final Map<String, List<Integer>> byCall = new TreeMap<>();
        for (int pe : killed) {
            byCall.computeIfAbsent(lastOf(pe), _ -> new ArrayList<>()).add(pe);
        }
        byCall.forEach((call, pes) ->
                text.line("  At the end, %s %s %s", PeText.of(pes), pes.size() == 1 ? "was" : "were", call));
    }

    private String lastOf(int pe) {
        for (Timeline.Track track : timeline.tracks()) {
            final Slices slices = track.slices();
            for (int i = slices.size() - 1; track.pe() == pe && i >= 0; i--) {
                if (slices.detail(i).equals(Event.NOT_ENDED)) {
                    return "in " + slices.name(i);
                }
            }
        }
        return "outside of the library";
    }

    private void balance() {
        final double mean =
                times.stream().mapToLong(PeTimes::computeNs).average().orElse(0);
        final PeTimes most =
                times.stream().max(Comparator.comparingLong(PeTimes::computeNs)).orElseThrow();
        if (times.size() > 1 && mean > 0) {
            final double ratio = most.computeNs() / mean;
            text.line(
                    ratio < 1 + 10 * LITTLE
                            ? "Load: all PEs computed about equally long."
                            : "Load: PE %d computed longest, %.2f times the mean of all PEs.",
                    most.pe(),
                    ratio);
        }
    }

    /** A PE that is not on a CPU seems to compute. */
    private void cpus() {
        final long busy = times.stream()
                .mapToLong(one -> one.computeNs() + one.libraryNs())
                .sum();
        final long used = total(Counters.CPUS);
        if (used > 0 && used < FEW_CPUS * busy) {
            text.line(
                    "CPUs: the PEs were busy for %s, but used only %s of CPU time. A PE that sleeps, waits"
                            + " for files or waits for a CPU (more PEs than CPUs, other programs) seems to compute.",
                    Units.time(busy), Units.time(used));
        }
    }

    private void shortOperations() {
        final long count = total(Counters.SHORT_OPERATIONS) / Units.S;
        if (count >= MANY_OPERATIONS) {
            text.line(
                    "Short operations: the PEs did %,d puts and atomic operations that are too short to be timed. These"
                            + " and short gets count as compute.",
                    count);
        }
    }

    /** The sum over all PEs of a number per second, times nanoseconds. */
    private long total(String counter) {
        double sum = 0;
        for (Timeline.Counter one : timeline.counters()) {
            if (one.name().equals(counter)) {
                for (int i = 0; i + 1 < one.times().length; i++) {
                    sum += one.values()[i] * (one.times()[i + 1] - one.times()[i]);
                }
            }
        }
        return Math.round(sum);
    }

    private void table() {
        text.line("");
        text.line("  PE   compute      wait   library        GC");
        final List<PeTimes> shown = new ArrayList<>(times);
        if (times.size() > MOST_PES) {
            shown.sort(Comparator.comparingLong(PeTimes::waitNs));
            final int half = MOST_PES / 2;
            shown.subList(half, shown.size() - half).clear();
        }
        for (PeTimes one : shown) {
            text.line(
                    "%4d %9s %9s %9s %9s",
                    one.pe(),
                    Units.percent(one.computeNs(), timeline.durationNs()),
                    Units.percent(one.waitNs(), timeline.durationNs()),
                    Units.percent(one.libraryNs(), timeline.durationNs()),
                    one.collectionNs() < 0 ? "?" : Units.percent(one.collectionNs(), timeline.durationNs()));
        }
        if (shown.size() < times.size()) {
            text.line("     (the %d PEs that waited least and the %d that waited most)", MOST_PES / 2, MOST_PES / 2);
        }
    }
}
