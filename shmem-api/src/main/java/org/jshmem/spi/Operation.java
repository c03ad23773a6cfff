package org.jshmem.spi;

import java.util.ArrayList;
import java.util.List;

/**
 * A kind of operation, as tools see it, such as {@code put} or {@code barrierAll}. There is one object for each name.
 * Objects are numbered from 0 in the order of their first use, so a tool can keep its figures in arrays. The numbers
 * may differ between PEs.
 */
public final class Operation {
    /** The PE of an operation that has no target. */
    public static final int NO_PE = -1;

    private static final List<Operation> ALL = new ArrayList<>();

    /** Any wait of a program for a variable. */
    public static final Operation WAIT_UNTIL = of("waitUntil");

    private final String name;
    private final int number;

    private Operation(String name, int number) {
        this.name = name;
        this.number = number;
    }

    /**
     * The operation with a name; any thread may call.
     *
     * @param name the Java name of the routine, without types, sizes and {@code Nbi}
     * @return the same object for the same name
     */
    public static Operation of(String name) {
        synchronized (ALL) {
            for (Operation operation : ALL) {
                if (operation.name.equals(name)) {
                    return operation;
                }
            }
            final Operation operation = new Operation(name, ALL.size());
            ALL.add(operation);
            return operation;
        }
    }

    /**
     * All operations that have a number so far, fewer than 256.
     *
     * @return in the order of their numbers
     */
    public static List<Operation> all() {
        synchronized (ALL) {
            return List.copyOf(ALL);
        }
    }

    /**
     * The name of the operation.
     *
     * @return the Java name of the routine
     */
    public String name() {
        return name;
    }

    /**
     * The number of the operation on this PE.
     *
     * @return a small number, from 0
     */
    public int number() {
        return number;
    }

    @Override
    public String toString() {
        return name;
    }
}
