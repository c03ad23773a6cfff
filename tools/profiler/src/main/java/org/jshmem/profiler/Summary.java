package org.jshmem.profiler;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Entries as a table for people: a line for each operation, those that took longest first. */
final class Summary {
    private static final double NS_PER_MS = 1e6;

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

    private static Entry sum(Entry a, Entry b) {
        return new Entry(
                a.operation(), a.from(), a.to(), a.calls() + b.calls(), a.bytes() + b.bytes(), a.ns() + b.ns());
    }
}
