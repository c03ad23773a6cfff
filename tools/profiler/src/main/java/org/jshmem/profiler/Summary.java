package org.jshmem.profiler;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.spi.FlowFigures;

/** Tables for people: a line for each operation, those that took longest first, and one for each kind of flow. */
final class Summary {
    private static final double NS_PER_MS = 1e6;
    private static final double PERCENT = 100;

    private Summary() {}

    static String of(String title, List<Entry> entries) {
        final Map<String, Entry> sums = new TreeMap<>();
        entries.forEach(entry -> sums.merge(entry.operation(), entry, Summary::sum));
        final StringBuilder text = new StringBuilder(title).append(System.lineSeparator());
        text.append(
                String.format("  %-20s %12s %16s %14s %12s%n", "operation", "calls", "bytes", "total ms", "mean ns"));
        sums.values().stream()
                .sorted(Comparator.comparingLong(Entry::ns).reversed())
                .forEach(sum -> text.append(String.format(
                        Locale.ROOT,
                        "  %-20s %12d %16d %14.3f %12d%n",
                        sum.operation(),
                        sum.calls(),
                        sum.bytes(),
                        sum.ns() / NS_PER_MS,
                        sum.ns() / sum.calls())));
        return text.toString();
    }

    /** A line for each kind of flow; nothing if there are none. */
    static String ofFlows(List<FlowFigures> figures) {
        if (figures.isEmpty()) {
            return "";
        }
        final Map<String, FlowFigures> sums = new TreeMap<>();
        figures.forEach(flow -> sums.merge(flow.kind(), flow, FlowFigures::plus));
        final StringBuilder text = new StringBuilder(String.format(
                "  %-20s %12s %12s %12s %10s %8s %12s %10s %12s%n",
                "flow of", "sent", "handled", "handlers ms", "buffers", "not full", "fill", "waits", "waits ms"));
        sums.values()
                .forEach(sum -> text.append(String.format(
                        Locale.ROOT,
                        "  %-20s %12d %12d %12.3f %10d %8d %11.1f%% %10d %12.3f%n",
                        sum.kind(),
                        sum.sent(),
                        sum.handled(),
                        sum.handlerNs() / NS_PER_MS,
                        sum.buffers(),
                        sum.buffersNotFull(),
                        sum.fill() * PERCENT,
                        sum.waits(),
                        sum.waitNs() / NS_PER_MS)));
        return text.toString();
    }

    private static Entry sum(Entry a, Entry b) {
        return new Entry(
                a.operation(), a.from(), a.to(), a.calls() + b.calls(), a.bytes() + b.bytes(), a.ns() + b.ns());
    }
}
