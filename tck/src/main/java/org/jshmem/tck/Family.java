package org.jshmem.tck;

import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The families of routines, by which results are counted. */
public enum Family {
    /** Init, shutdown, exit, thread levels, settings. */
    START_AND_END("setup", 1, 4, "Library Setup, Exit, and Query Routines; Thread Support; Environment Variables"),
    /** Who is there and what can be reached. */
    IDENTITY("setup", 5, 5, "Library Setup, Exit, and Query Routines"),
    /** Allocation. */
    SYMMETRIC_HEAP("memory", 6, 6, "Memory Management Routines"),
    /** Splits, translation, destruction. */
    TEAMS("team", 7, 7, "Team Management Routines"),
    /** Contexts and sessions. */
    CONTEXTS("context", 8, 9, "Communication Management Routines"),
    /** Put, get, p, g. */
    PUT_AND_GET("rma", 10, 12, "Remote Memory Access Routines"),
    /** Strides and blocks. */
    STRIDED("rma", 13, 14, "Remote Memory Access Routines"),
    /** With and without results, and nbi. */
    ATOMICS("amo", 15, 17, "Atomic Memory Operations"),
    /** Puts with a signal, signals alone. */
    SIGNALS("signal", 18, 19, "Signaling Operations"),
    /** Broadcast, collects, exchanges, reductions, scans. */
    COLLECTIVES("collective", 20, 24, "Collective Routines"),
    /** Barrier and sync. */
    BARRIERS("collective", 25, 25, "Collective Routines"),
    /** Waiting and testing. */
    WAITING("sync", 26, 27, "Point-To-Point Synchronization Routines"),
    /** Fence, quiet, and what they order. */
    ORDERING("ordering", 28, 28, "Memory Ordering Routines"),
    /** Locks. */
    LOCKS("lock", 29, 29, "Distributed Locking Routines"),
    /** The control of tools. */
    TOOLS("setup", 30, 30, "OpenSHMEM Profiling Interface"),
    /** Memory that one PE allocates alone, beyond OpenSHMEM. */
    SHARED_MEMORY("shared", 0, 0, ""),
    /** Two-sided messages, beyond OpenSHMEM. */
    MESSAGES("messages", 0, 0, ""),
    /** Records to handlers, beyond OpenSHMEM. */
    FLOWS("flow", 0, 0, ""),
    /** Proposals for the next version of the specification. */
    DRAFTS("draft", 0, 0, ""),
    /** Random programs against a model. */
    RANDOM_PROGRAMS("programs", 0, 0, "OpenSHMEM Library API"),
    /** Whether operations on a word, and holders of a lock, have an order. */
    HISTORIES("history", 0, 0, "Atomic Memory Operations; Distributed Locking Routines"),
    /** Litmus tests. */
    MEMORY_MODEL("litmus", 0, 0, "Memory Ordering Routines"),
    /** Wrong arguments and random calls. */
    MISUSE("misuse", 0, 0, "Undefined Behavior in OpenSHMEM");

    private final String chapter;
    private final int firstRow;
    private final int lastRow;
    private final String section;

    /** The package of the cases, rows of the specification's inventory, and its sections. */
    Family(String chapter, int firstRow, int lastRow, String section) {
        this.chapter = chapter;
        this.firstRow = firstRow;
        this.lastRow = lastRow;
        this.section = section;
    }

    /** The sections of the specification, by their titles; empty for what is beyond OpenSHMEM. */
    public String section() {
        return section;
    }

    /** Whether the specification knows it. */
    public boolean isOfSpecification() {
        return !section.isEmpty();
    }

    /** The family of a case: by its operation's row of the table, else by the package of its class. */
    public static Family of(CaseRef reference) {
        return reference
                .row()
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
