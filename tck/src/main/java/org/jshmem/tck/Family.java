package org.jshmem.tck;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The families of routines, by which results are counted. */
public enum Family {
    /** Init, shutdown, exit, thread levels, settings. */
    START_AND_END(1, 4, "Lifecycle Setting Thread"),
    /** Who is there and what can be reached. */
    IDENTITY(5, 5, ""),
    /** Allocation. */
    SYMMETRIC_HEAP(6, 6, "Heap"),
    /** Splits, translation, destruction. */
    TEAMS(7, 7, "Team"),
    /** Contexts and sessions. */
    CONTEXTS(8, 9, "Context"),
    /** Put, get, p, g. */
    PUT_AND_GET(10, 12, "Segment"),
    /** Strides and blocks. */
    STRIDED(13, 14, ""),
    /** With and without results, and nbi. */
    ATOMICS(15, 17, "Swap Word Contention"),
    /** Puts with a signal, signals alone. */
    SIGNALS(18, 19, "Signal Update"),
    /** Broadcast, collects, exchanges, reductions, scans. */
    COLLECTIVES(20, 24, "Collective Integer Complex RandomCollective"),
    /** Barrier and sync. */
    BARRIERS(25, 25, "Barrier"),
    /** Waiting and testing. */
    WAITING(26, 27, "Wait"),
    /** Fence, quiet, and what they order. */
    ORDERING(28, 28, "Ordering"),
    /** Locks. */
    LOCKS(29, 29, "Lock"),
    /** The control of tools. */
    TOOLS(30, 30, ""),
    /** Litmus tests. */
    MEMORY_MODEL(0, 0, ""),
    /** Wrong arguments, calls that do not match, random calls. */
    MISUSE(0, 0, "Argument Mismatch Misuse Fuzz TeamMisuse"),
    /** What is left: accessors of arrays, whole elements. */
    OTHERS(0, 0, "");

    private static final String CASES = "Cases";

    private final int firstRow;
    private final int lastRow;
    private final String subjects;

    /** Rows of the specification's inventory, and words in the names of classes of cases. */
    Family(int firstRow, int lastRow, String subjects) {
        this.firstRow = firstRow;
        this.lastRow = lastRow;
        this.subjects = subjects;
    }

    /** The family of a case: by its operation's row of the table, else by the subject in its class's name. */
    static Family of(CaseRef reference) {
        final String operation = reference.id().replaceAll("[:#].*", "");
        return Surface.rows().stream()
                .filter(row -> Stream.concat(
                                Stream.of(row.operation(), row.withSize("mem")),
                                Surface.SIZES.stream().map(row::withSize))
                        .anyMatch(operation::equals))
                .findFirst()
                .map(row -> ofRow(row.row()))
                .orElseGet(() -> ofClass(reference.method()));
    }

    /** Whether a row of the table is of the family. */
    public boolean has(Surface.Row row) {
        return firstRow <= row.row() && row.row() <= lastRow;
    }

    private static Family ofRow(int row) {
        return Stream.of(values())
                .filter(family -> family.firstRow <= row && row <= family.lastRow)
                .findFirst()
                .orElse(OTHERS);
    }

    private static Family ofClass(Method method) {
        if (method.getDeclaringClass().getPackageName().endsWith(".litmus")) {
            return MEMORY_MODEL;
        }
        final String name = method.getDeclaringClass().getSimpleName();
        final String subject = name.substring(0, name.length() - CASES.length());
        final String plain = Stream.concat(Surface.TYPES.stream(), Stream.of("Plain", "Sized"))
                .filter(subject::startsWith)
                .findFirst()
                .map(type -> subject.substring(type.length()))
                .orElse(subject);
        return Stream.of(values())
                .filter(family -> List.of(family.subjects.split(" ")).contains(plain))
                .findFirst()
                .orElse(OTHERS);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
