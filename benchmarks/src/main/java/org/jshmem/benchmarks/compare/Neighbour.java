package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What else wants a CPU while calls are timed. */
enum Neighbour {
    NOTHING("nothing"),

    /** An ordinary program. */
    PROCESS("a process that loops"),

    /** A program that gives way. */
    NICE_PROCESS("a process that loops, nice 19"),

    /** A thread of a PE; in C it allocates and frees. */
    GARBAGE("a PE that allocates"),

    /** A PE whose compiler is busy; in C a thread computes. */
    COMPILER("a PE that compiles");

    /** Ends with the comparison, however that ends: the loop looks whether its parent is there. */
    private static final String LOOP =
            "while kill -0 \"$0\"; do i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; done";

    private final String label;

    Neighbour(String label) {
        this.label = label;
    }

    /** What the programs are told of it. */
    String thread() {
        return this == GARBAGE || this == COMPILER ? name().toLowerCase(Locale.ROOT) : "nothing";
    }

    /** Whether one other process wants a CPU. */
    boolean isProcess() {
        return this == PROCESS || this == NICE_PROCESS;
    }

    /** Starts it; closing ends it. */
    Presence start() {
        if (!isProcess()) {
            return () -> {};
        }
        final List<String> command = new ArrayList<>();
        if (this == NICE_PROCESS) {
            command.addAll(List.of("nice", "-n", "19"));
        }
        command.addAll(
                List.of("sh", "-c", LOOP, Long.toString(ProcessHandle.current().pid())));
        try {
            final Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process::destroyForcibly;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + this, e);
        }
    }

    @Override
    public String toString() {
        return label;
    }

    /** A neighbour that is there until it is closed. */
    @FunctionalInterface
    interface Presence extends AutoCloseable {
        @Override
        void close();
    }
}
