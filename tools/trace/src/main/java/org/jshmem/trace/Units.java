package org.jshmem.trace;

import java.util.Locale;

/** Times and sizes as text. */
final class Units {
    private static final long US = 1000;
    private static final long MS = 1_000_000;
    static final long S = 1_000_000_000;

    private Units() {}

    static String time(long ns) {
        if (ns < US) {
            return ns + " ns";
        }
        if (ns < MS) {
            return number(ns, US) + " µs";
        }
        return ns < S ? number(ns, MS) + " ms" : number(ns, S) + " s";
    }

    /** With three digits. */
    private static String number(long ns, long unit) {
        final double value = (double) ns / unit;
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    static String percent(long part, long whole) {
        return String.format(Locale.ROOT, "%.0f%%", whole == 0 ? 0 : 100.0 * part / whole);
    }
}
