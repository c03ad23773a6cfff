package org.jshmem.monitor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one PE has published, as text: a line for each figure, its name first. Times are milliseconds since 1970; counts
 * are those since init.
 *
 * <pre>
 * job       what all PEs of the job on this machine have in common
 * program   main class and arguments
 * pe, pes   its number, and how many there are
 * pid       its process
 * started   when it was initialised
 * written   when this was written
 * doing     the call that may wait for others and has not ended: its number among those of this PE, its name, since when,
 *           the lock that it is about or −1
 * waits     what a wait for a variable is for
 * held      the lock that it has; −1 for none
 * memory    bytes of symmetric, of shared memory, of the Java heap
 * operation name, calls, bytes
 * peer      number in the job, calls, bytes
 * </pre>
 *
 * @param values the lines that come once, by their names
 * @param operations the others
 * @param peers those with most bytes
 */
record Snapshot(Map<String, String> values, List<Count> operations, List<Count> peers) {
    private static final String BLANK = " ";

    /** Calls and bytes of an operation or a peer. */
    record Count(String name, long calls, long bytes) {}

    /** What a PE does: the call's number among its calls, its name, since when, and the lock that it is about. */
    record Doing(long number, String name, long since, long lock) {}

    static Snapshot parse(String text) {
        final Map<String, String> values = new HashMap<>();
        final List<Count> operations = new ArrayList<>();
        final List<Count> peers = new ArrayList<>();
        text.lines().forEach(line -> {
            final String[] parts = line.split(BLANK, 2);
            switch (parts[0]) {
                case "operation" -> operations.add(count(parts[1]));
                case "peer" -> peers.add(count(parts[1]));
                default -> values.put(parts[0], parts.length == 1 ? "" : parts[1]);
            }
        });
        return new Snapshot(values, operations, peers);
    }

    private static Count count(String text) {
        final String[] words = text.split(BLANK, -1);
        return new Count(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]));
    }

    String text(String name) {
        return values.getOrDefault(name, "");
    }

    long number(String name) {
        return Long.parseLong(values.get(name));
    }

    int pe() {
        return (int) number("pe");
    }

    /** What it does, or null if that waits for nobody. */
    Doing doing() {
        if (!values.containsKey("doing")) {
            return null;
        }
        final String[] words = text("doing").split(BLANK, -1);
        return new Doing(Long.parseLong(words[0]), words[1], Long.parseLong(words[2]), Long.parseLong(words[3]));
    }

    /** One of the figures of {@code memory}. */
    long memory(int index) {
        return Long.parseLong(text("memory").split(BLANK, -1)[index]);
    }

    /** The bytes of all operations. */
    long bytes() {
        return operations.stream().mapToLong(Count::bytes).sum();
    }

    /** The calls of all operations. */
    long calls() {
        return operations.stream().mapToLong(Count::calls).sum();
    }

    /** The calls of some operations. */
    long calls(String... names) {
        return operations.stream()
                .filter(count -> Arrays.asList(names).contains(count.name()))
                .mapToLong(Count::calls)
                .sum();
    }
}
