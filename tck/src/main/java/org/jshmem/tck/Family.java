package org.jshmem.tck;

import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The families of routines, by which results are counted. */
public enum Family {
    /** Init, shutdown, exit, thread levels, settings. */
    START_AND_END("setup", 1, 4),
    /** Who is there and what can be reached. */
    IDENTITY("setup", 5, 5),
    /** Allocation. */
    SYMMETRIC_HEAP("memory", 6, 6),
    /** Splits, translation, destruction. */
    TEAMS("team", 7, 7),
    /** Contexts and sessions. */
    CONTEXTS("context", 8, 9),
    /** Put, get, p, g. */
    PUT_AND_GET("rma", 10, 12),
    /** Strides and blocks. */
    STRIDED("rma", 13, 14),
    /** With and without results, and nbi. */
    ATOMICS("amo", 15, 17),
    /** Puts with a signal, signals alone. */
    SIGNALS("signal", 18, 19),
    /** Broadcast, collects, exchanges, reductions, scans. */
    COLLECTIVES("collective", 20, 24),
    /** Barrier and sync. */
    BARRIERS("collective", 25, 25),
    /** Waiting and testing. */
    WAITING("sync", 26, 27),
    /** Fence, quiet, and what they order. */
    ORDERING("ordering", 28, 28),
    /** Locks. */
    LOCKS("lock", 29, 29),
    /** The control of tools. */
    TOOLS("setup", 30, 30),
    /** Memory that one PE allocates alone, beyond OpenSHMEM. */
    SHARED_MEMORY("shared", 0, 0),
    /** Two-sided messages, beyond OpenSHMEM. */
    MESSAGES("messages", 0, 0),
    /** Random programs against a model. */
    RANDOM_PROGRAMS("programs", 0, 0),
    /** Litmus tests. */
    MEMORY_MODEL("litmus", 0, 0),
    /** Wrong arguments and random calls. */
    MISUSE("misuse", 0, 0);

    private final String chapter;
    private final int firstRow;
    private final int lastRow;

    /** The package of the cases, and rows of the specification's inventory. */
    Family(String chapter, int firstRow, int lastRow) {
        this.chapter = chapter;
        this.firstRow = firstRow;
        this.lastRow = lastRow;
    }

    /** The family of a case: by its operation's row of the table, else by the package of its class. */
    static Family of(CaseRef reference) {
        final String operation = reference.id().replaceAll("[:#].*", "");
        return Surface.rows().stream()
                .filter(row -> Stream.concat(
                                Stream.of(row.operation(), row.withSize("mem")),
                                Surface.SIZES.stream().map(row::withSize))
                        .anyMatch(operation::equals))
                .findFirst()
                .map(row -> first(family -> family.has(row)))
                .orElseGet(() -> first(family -> family.isOf(reference.method().getDeclaringClass())));
    }

    /** Whether a row of the table is of the family. */
    public boolean has(Surface.Row row) {
        return firstRow <= row.row() && row.row() <= lastRow;
    }

    private boolean isOf(Class<?> cases) {
        return cases.getPackageName().endsWith("." + chapter);
    }

    private static Family first(Predicate<Family> condition) {
        return Stream.of(values()).filter(condition).findFirst().orElseThrow();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
