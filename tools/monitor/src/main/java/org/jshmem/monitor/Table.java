package org.jshmem.monitor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** One job as a table for people. */
final class Table {
    private static final String FORMAT = "%4s %8s %-28s %8s %10s %10s %10s %9s %9s %9s%n";
    private static final String FLOW_FORMAT = "%-21s %14s %14s %12s %9s %10s %5s %8s %9s %10s %9s%n";
    private static final long STALE_MS = 2000;

    /** Of what PEs wait for, told one by one. */
    private static final int MOST_WAITS = 8;

    private static final double MS_PER_S = 1000;
    private static final long NS_PER_MS = 1_000_000;
    private static final double PERCENT = 100;
    private static final int UNIT = 1024;
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private Table() {}

    /**
     * A table.
     *
     * @param before what PEs were a little ago, by {@link Snapshot#process()}; rates are those since then, else since
     *     init
     */
    static String of(String job, List<Snapshot> pes, Map<String, Snapshot> before, long now) {
        final Snapshot first = pes.getFirst();
        final StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %d of %d PEs here, %.0f s, %s%n",
                job,
                pes.size(),
                first.number("pes"),
                (end(pes, now) - first.time("started")) / MS_PER_S,
                first.text("program")));
        text.append(String.format(
                FORMAT, "PE", "pid", "does", "for", "calls/s", "bytes/s", "bytes", "symmetric", "shared", "Java"));
        for (Snapshot pe : pes) {
            append(text, pe, before.get(pe.process()), now);
        }
        if (pes.stream().anyMatch(pe -> pe.registeredBytes() > 0)) {
            text.append(String.format(
                    Locale.ROOT,
                    "network: %s registered, %,d retries%n",
                    size(pes.stream().mapToDouble(Snapshot::registeredBytes).sum()),
                    pes.stream().mapToLong(Snapshot::retries).sum()));
        }
        addFlows(text, pes, before);
        waits(pes, now).forEach(wait -> text.append(wait).append(System.lineSeparator()));
        for (String sentence : Waits.of(pes)) {
            text.append(sentence).append(System.lineSeparator());
        }
        addErrors(text, pes, now);
        return text.toString();
    }

    /** Now, or when the last PE has ended. */
    private static long end(List<Snapshot> pes, long now) {
        return pes.stream().allMatch(Snapshot::hasEnded)
                ? pes.stream()
                        .mapToLong(pe -> pe.isOver() ? pe.time(Snapshot.ENDED) : pe.number(Snapshot.GONE))
                        .max()
                        .orElse(now)
                : now;
    }

    /** The variables that PEs wait for, one by one. */
    static List<String> waits(List<Snapshot> pes, long now) {
        return pes.stream()
                .filter(pe -> isWaiting(pe, now))
                .map(pe -> "PE " + pe.pe() + " waits for " + pe.text("waits"))
                .limit(MOST_WAITS)
                .toList();
    }

    /** How long a PE of a job may be silent: in a large job, each is heard of less often. */
    static long staleMs(int pes) {
        return STALE_MS + Snapshot.periodMs(pes) - Snapshot.periodMs(1);
    }

    private static boolean isStale(Snapshot pe, long now) {
        return now - pe.time("written") > staleMs((int) pe.number("pes"));
    }

    private static boolean isWaiting(Snapshot pe, long now) {
        return !pe.text("waits").isEmpty() && !pe.hasEnded() && !isStale(pe, now);
    }

    /** What the flows of each kind have done on all PEs. */
    private static void addFlows(StringBuilder text, List<Snapshot> pes, Map<String, Snapshot> before) {
        final Map<String, FlowCounts> sums = new TreeMap<>();
        final Map<String, Double> rates = new HashMap<>();
        for (Snapshot pe : pes) {
            final Snapshot earlier = before.get(pe.process());
            for (FlowCounts flow : pe.flows()) {
                sums.merge(flow.kind(), flow, FlowCounts::plus);
                final long handled = flow.handled() - (earlier == null ? 0 : earlier.handled(flow.kind()));
                rates.merge(flow.kind(), handled / seconds(pe, earlier), Double::sum);
            }
        }
        if (!sums.isEmpty()) {
            text.append(String.format(
                    FLOW_FORMAT,
                    "flow of",
                    "sent",
                    "handled",
                    "handled/s",
                    "handlers",
                    "buffers",
                    "full",
                    "waits",
                    "for room",
                    "overflowed",
                    "memory"));
        }
        sums.forEach((kind, sum) -> text.append(String.format(
                FLOW_FORMAT,
                kind,
                amount(sum.sent()),
                amount(sum.handled()),
                amount(rates.get(kind)),
                seconds(sum.handlerNs() / NS_PER_MS),
                amount(sum.buffers()),
                amount(sum.fill() * PERCENT) + "%",
                amount(sum.waits()),
                seconds(sum.waitNs() / NS_PER_MS),
                amount(sum.overflowed()),
                size((double) sum.memoryBytes()))));
    }

    /** The time to which the rates of a PE belong. */
    private static double seconds(Snapshot pe, Snapshot before) {
        final long since = before == null ? pe.number("started") : before.number("written");
        return Math.max(1, pe.number("written") - since) / MS_PER_S;
    }

    /** Each distinct error once, with the PEs that have it. */
    private static void addErrors(StringBuilder text, List<Snapshot> pes, long now) {
        final Map<String, List<Snapshot>> concerned = new LinkedHashMap<>();
        final Map<String, List<Snapshot.Problem>> errors = new LinkedHashMap<>();
        for (Snapshot pe : pes) {
            for (Snapshot.Problem error : pe.errors()) {
                concerned.computeIfAbsent(error.text(), _ -> new ArrayList<>()).add(pe);
                errors.computeIfAbsent(error.text(), _ -> new ArrayList<>()).add(error);
            }
        }
        errors.forEach((what, all) -> text.append(String.format(
                Locale.ROOT,
                "error on %s: %s, %d times, %s to %s ago%n",
                Waits.numbers(concerned.get(what)),
                what,
                all.stream().mapToLong(Snapshot.Problem::count).sum(),
                seconds(now
                        - all.stream().mapToLong(Snapshot.Problem::first).min().orElse(now)),
                seconds(now
                        - all.stream().mapToLong(Snapshot.Problem::last).max().orElse(now)))));
    }

    private static void append(StringBuilder text, Snapshot pe, Snapshot before, long now) {
        final double seconds = seconds(pe, before);
        text.append(String.format(
                FORMAT,
                pe.pe(),
                pe.number("pid"),
                what(pe, now),
                since(pe) == 0 ? "" : seconds(pe.time("written") - since(pe)),
                amount((pe.calls() - (before == null ? 0 : before.calls())) / seconds),
                size((pe.bytes() - (before == null ? 0 : before.bytes())) / seconds),
                size((double) pe.bytes()),
                size((double) pe.memory(0)),
                size((double) pe.memory(1)),
                size((double) pe.memory(2))));
    }

    /** When what it did when it was seen has begun; 0 for nothing. */
    private static long since(Snapshot pe) {
        if (pe.doing() != null) {
            return pe.doing().since();
        }
        return pe.text("waits").isEmpty() ? 0 : pe.time("waitsSince");
    }

    private static String what(Snapshot pe, long now) {
        if (pe.isOver()) {
            return "has ended";
        }
        if (pe.isGone()) {
            return "IS GONE"
                    + (pe.doing() == null ? "" : ", was in " + pe.doing().name());
        }
        if (isStale(pe, now)) {
            return "STANDS STILL";
        }
        if (pe.doing() != null) {
            return pe.doing().name();
        }
        return pe.text("waits").isEmpty() ? "" : "waits";
    }

    private static String seconds(long ms) {
        return String.format(Locale.ROOT, "%.1f s", Math.max(0, ms) / MS_PER_S);
    }

    private static String amount(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String amount(double number) {
        return String.format(Locale.ROOT, "%,.0f", number);
    }

    /** Bytes in the unit that needs few digits. */
    static String size(double bytes) {
        int unit = 0;
        double number = bytes;
        while (number >= UNIT && unit < UNITS.length - 1) {
            number /= UNIT;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", number, UNITS[unit]);
    }
}
