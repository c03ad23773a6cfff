package org.jshmem.monitor;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What one PE has published, as text: a line for each figure, its name first. Times are milliseconds since 1970; counts
 * are those since init. If the PE has sent the text, its clock may be that of another machine: {@link #time}, the call
 * under way and the errors have times of the machine that got the text, as if that had taken no time.
 *
 * <pre>
 * job       what all PEs of the job on this machine have in common
 * program   main class and arguments
 * host      the machine
 * pe, pes   its number, and how many there are
 * pid       its process
 * started   when it was initialised
 * written   when this was written
 * doing     the call that may wait for others and has not ended: its number among those of this PE, its name, since when,
 *           the lock that it is about or −1
 * waits     what a wait for a variable, or in a call of a flow, is for
 * waitsSince since when
 * members   if that is a collective, the PEs that have to call it: "all", or their numbers
 * held      the locks that it has, in the order in which it got them; −1 for none
 * memory    bytes of symmetric, of shared memory, of the Java heap
 * network   bytes registered, retries; of jobs that have a network
 * heap      size of the symmetric heap and how many blocks it has, from PE 0
 * block     offset and bytes of a block of the symmetric heap, from PE 0
 * error     how often, the first time, the last time, and what went wrong; a line for each that is distinct
 * operation name, calls, bytes
 * peer      number in the job, calls, bytes
 * flow      what flows have done, see {@link FlowCounts}; a line for each kind
 * ended     the PE has shut down; when
 * arrived   when the text was got from a PE that has sent it
 * gone      its process has ended before that, or cannot be reached; since when
 * </pre>
 *
 * @param values the lines that come once, by their names
 * @param operations the others
 * @param peers those with most bytes
 * @param blocks the largest ones
 * @param errors what went wrong
 * @param flows by kind
 */
record Snapshot(
        Map<String, String> values,
        List<Count> operations,
        List<Count> peers,
        List<Block> blocks,
        List<Problem> errors,
        List<FlowCounts> flows) {
    /** Names of lines. */
    static final String ENDED = "ended";

    static final String ARRIVED = "arrived";

    static final String GONE = "gone";

    /** The members of a collective of all PEs. */
    static final String ALL = "all";

    private static final long PERIOD_MS = 200;
    private static final int PES_PER_PERIOD = 100;
    private static final String BLANK = " ";
    private static final int PROBLEM_WORDS = 4;

    /** Their bytes are the size of what they allocate or free. */
    private static final Set<String> OF_MEMORY =
            Set.of("malloc", "realloc", "free", "allocateShared", "reallocShared", "freeShared");

    /** Of the symmetric heap. */
    record Block(long offset, long bytes) {}

    /** What went wrong: how often, when for the first and for the last time, and what. */
    record Problem(long count, long first, long last, String text) {
        private Problem later(long ms) {
            return new Problem(count, first + ms, last + ms, text);
        }
    }

    /** Calls and bytes of an operation or a peer. */
    record Count(String name, long calls, long bytes) {}

    /**
     * The call that a PE is in.
     *
     * @param number its number among the PE's calls
     * @param name of the operation
     * @param since milliseconds since 1970
     * @param lock the offset of its lock; −1 for none
     * @param members the PEs that have to make this call, too; empty if it is no collective
     */
    record Doing(long number, String name, long since, long lock, String members) {
        /** Whether a PE has to call it, too. */
        boolean isOf(int pe) {
            return members.equals(ALL) || List.of(members.split(BLANK, -1)).contains(Integer.toString(pe));
        }
    }

    static Snapshot parse(String text) {
        final Map<String, String> values = new HashMap<>();
        final List<Count> operations = new ArrayList<>();
        final List<Count> peers = new ArrayList<>();
        final List<Block> blocks = new ArrayList<>();
        final List<Problem> errors = new ArrayList<>();
        final List<FlowCounts> flows = new ArrayList<>();
        text.lines().forEach(line -> {
            final String[] parts = line.split(BLANK, 2);
            switch (parts[0]) {
                case "operation" -> operations.add(count(parts[1]));
                case "peer" -> peers.add(count(parts[1]));
                case "block" -> blocks.add(block(parts[1]));
                case "error" -> errors.add(problem(parts[1]));
                case "flow" -> flows.add(FlowCounts.parse(parts[1]));
                default -> values.put(parts[0], parts.length == 1 ? "" : parts[1]);
            }
        });
        errors.replaceAll(error -> error.later(offsetMs(values)));
        return new Snapshot(values, operations, peers, blocks, errors, flows);
    }

    /** How far the clock of this machine is ahead of that of the PE. */
    private static long offsetMs(Map<String, String> values) {
        return values.containsKey(ARRIVED)
                ? Long.parseLong(values.get(ARRIVED)) - Long.parseLong(values.get("written"))
                : 0;
    }

    /** A text in UTF-8; of one that is too long the lines at its end are left out. */
    static byte[] bytes(String text, int most) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = bytes.length;
        if (length > most) {
            length = most;
            while (length > 0 && bytes[length] != '\n') {
                length--;
            }
        }
        return Arrays.copyOf(bytes, length);
    }

    private static Problem problem(String text) {
        final String[] words = text.split(BLANK, PROBLEM_WORDS);
        return new Problem(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]), words[3]);
    }

    private static Block block(String text) {
        final String[] words = text.split(BLANK, -1);
        return new Block(Long.parseLong(words[0]), Long.parseLong(words[1]));
    }

    private static Count count(String text) {
        final String[] words = text.split(BLANK, -1);
        return new Count(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]));
    }

    /** How often each of so many PEs sends: with many, less often, so that the one who collects has no more to do. */
    static long periodMs(int pes) {
        return PERIOD_MS * (1 + pes / PES_PER_PERIOD);
    }

    String text(String name) {
        return values.getOrDefault(name, "");
    }

    long number(String name) {
        return Long.parseLong(values.get(name));
    }

    /** A time of the PE on the clock of this machine. */
    long time(String name) {
        return number(name) + offsetMs(values);
    }

    int pe() {
        return (int) number("pe");
    }

    /** What no two PEs have alike. */
    String process() {
        return text("host") + BLANK + text("pid") + BLANK + text("started");
    }

    /** Whether it has shut down. */
    boolean isOver() {
        return values.containsKey(ENDED);
    }

    /** Whether its process ended without that. */
    boolean isGone() {
        return values.containsKey(GONE) && !isOver();
    }

    boolean hasEnded() {
        return isOver() || isGone();
    }

    /** Whether an operation allocates or frees. */
    static boolean isOfMemory(String operation) {
        return OF_MEMORY.contains(operation);
    }

    /** What it does, or null if that waits for nobody. */
    Doing doing() {
        if (!values.containsKey("doing")) {
            return null;
        }
        final String[] words = text("doing").split(BLANK, -1);
        return new Doing(
                Long.parseLong(words[0]),
                words[1],
                Long.parseLong(words[2]) + offsetMs(values),
                Long.parseLong(words[3]),
                text("members"));
    }

    /** The locks that it has. */
    List<Long> held() {
        return numbers("held").filter(lock -> lock >= 0).boxed().toList();
    }

    /** The size of the symmetric heap in bytes. */
    long heapBytes() {
        return numbers("heap").findFirst().orElse(0);
    }

    /** How many blocks the symmetric heap has, of which {@link #blocks} has the largest. */
    long heapBlocks() {
        return numbers("heap").skip(1).findFirst().orElse(blocks.size());
    }

    private LongStream numbers(String name) {
        return Stream.of(text(name).split(BLANK, -1))
                .filter(word -> !word.isEmpty())
                .mapToLong(Long::parseLong);
    }

    /** One of the figures of {@code memory}. */
    long memory(int index) {
        return Long.parseLong(text("memory").split(BLANK, -1)[index]);
    }

    /** The bytes that are registered with a network; 0 where there is none. */
    long registeredBytes() {
        return network(0);
    }

    /** Operations that the network could not take at once. */
    long retries() {
        return network(1);
    }

    private long network(int index) {
        return text("network").isEmpty() ? 0 : Long.parseLong(text("network").split(BLANK, -1)[index]);
    }

    /** The bytes of all operations that move some. */
    long bytes() {
        return operations.stream()
                .filter(count -> !OF_MEMORY.contains(count.name()))
                .mapToLong(Count::bytes)
                .sum();
    }

    /** The records that handlers of one kind of flow have handled. */
    long handled(String kind) {
        return flows.stream()
                .filter(flow -> flow.kind().equals(kind))
                .mapToLong(FlowCounts::handled)
                .sum();
    }

    /** The calls of all operations. */
    long calls() {
        return operations.stream().mapToLong(Count::calls).sum();
    }
}
