package org.jshmem.benchmarks.compare;

import java.util.List;
import org.jshmem.benchmarks.Units;

/**
 * A dot of a {@link RatioPlot}.
 *
 * @param line what was measured: the name of its line
 * @param series which of the plot's series it belongs to, from 0
 * @param name of the dot alone
 * @param ratio Java's time to C's
 * @param cNs C's time
 * @param javaNs Java's time
 */
record RatioDot(String line, int series, String name, double ratio, double cNs, double javaNs) {
    private static final List<Size> SIZES = List.of(
            new Size("up to 8 B", 8),
            new Size("512 B", 512),
            new Size("8 KiB", 8 << 10),
            new Size("64 KiB", 64 << 10),
            new Size("1 MiB", 1 << 20),
            new Size("more", Integer.MAX_VALUE));

    /** A class of sizes, up to the most bytes. */
    private record Size(String name, int most) {}

    /** The series of {@link #of}. */
    static List<String> sizes() {
        return SIZES.stream().map(Size::name).toList();
    }

    /** An operation at a size: its series is the size, and its line the operation in a state of the machine. */
    static RatioDot of(Row row) {
        int series = 0;
        while (row.bytes() > SIZES.get(series).most()) {
            series++;
        }
        final String line = row.operation() + (row.state() == null ? "" : ", " + row.state());
        return new RatioDot(line, series, row.name(), row.ratio(), row.cNs(), row.javaNs());
    }

    String title() {
        return name + ": " + Units.digits(ratio) + ", C " + Units.time(cNs) + ", JSHMEM " + Units.time(javaNs);
    }
}
