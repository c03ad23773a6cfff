package org.jshmem.benchmarks;

import java.util.Locale;

/** Numbers as people read them. */
public final class Units {
    private static final double US = 1e3;
    private static final double MS = 1e6;
    private static final double S = 1e9;

    private Units() {}

    /**
     * A duration with three digits and the unit that suits it.
     *
     * @param ns nanoseconds; NaN if unknown
     * @return such as {@code 0.43 ns} or {@code 17.9 µs}
     */
    public static String time(double ns) {
        if (Double.isNaN(ns)) {
            return "–";
        }
        if (ns < US) {
            return digits(ns) + " ns";
        }
        if (ns < MS) {
            return digits(ns / US) + " µs";
        }
        return ns < S ? digits(ns / MS) + " ms" : digits(ns / S) + " s";
    }

    /**
     * A size.
     *
     * @param bytes at least 0
     * @return such as {@code 64 KiB}
     */
    public static String size(long bytes) {
        if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
            return (bytes >> 20) + " MiB";
        }
        return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + " KiB" : bytes + " B";
    }

    /**
     * A number with about three digits.
     *
     * @param value any
     * @return without a unit
     */
    public static String digits(double value) {
        int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
