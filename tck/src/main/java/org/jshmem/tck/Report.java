package org.jshmem.tck;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The table of families of routines by transports: how many cases passed of how many; then what cases noted. */
public final class Report {
    private static final int NAME_WIDTH = 24;

    private final Map<Family, Map<Transport, int[]>> rows = new EnumMap<>(Family.class);
    private final Map<Transport, long[]> totals = new EnumMap<>(Transport.class);
    private final List<String> notes = new ArrayList<>();

    /** Empty. */
    public Report() {}

    /** Adds a result. */
    public synchronized void add(Harness.Result result) {
        final int[] cell = rows.computeIfAbsent(result.family(), any -> new EnumMap<>(Transport.class))
                .computeIfAbsent(result.transport(), any -> new int[2]);
        final long[] total = totals.computeIfAbsent(result.transport(), any -> new long[3]);
        cell[1]++;
        total[1]++;
        total[2] += result.checks();
        if (result.passed()) {
            cell[0]++;
            total[0]++;
            if (!result.message().isEmpty()) {
                notes.add(result.transport() + " " + result.name() + ": " + result.message());
            }
        }
    }

    /** Whether nothing was added. */
    public synchronized boolean isEmpty() {
        return totals.isEmpty();
    }

    /** Whether all that was added has passed. */
    public synchronized boolean allPassed() {
        return totals.values().stream().allMatch(total -> total[0] == total[1]);
    }

    @Override
    public synchronized String toString() {
        final StringBuilder text = new StringBuilder(2048);
        line(text, "routines", transport -> transport.toString());
        rows.forEach((family, cells) -> line(text, family.toString(), transport -> {
            final int[] cell = cells.get(transport);
            return cell == null ? "-" : cell[0] + "/" + cell[1];
        }));
        line(text, "all cases", transport -> {
            final long[] total = totals.get(transport);
            return total == null ? "-" : total[0] + "/" + total[1];
        });
        line(text, "checks made", transport -> {
            final long[] total = totals.get(transport);
            return total == null ? "-" : Long.toString(total[2]);
        });
        notes.forEach(note -> text.append(note).append(System.lineSeparator()));
        return text.toString();
    }

    private static void line(StringBuilder text, String name, java.util.function.Function<Transport, String> cell) {
        text.append(String.format("%-" + NAME_WIDTH + "s", name));
        for (Transport transport : Transport.values()) {
            text.append(String.format(" %12s", cell.apply(transport)));
        }
        text.append(System.lineSeparator());
    }
}
