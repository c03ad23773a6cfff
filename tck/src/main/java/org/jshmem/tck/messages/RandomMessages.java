package org.jshmem.tck.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.tck.data.Values;

/**
 * The messages that all PEs send in a round, drawn by every PE from the same seed, and the model of matching: per
 * sender, the messages to this PE that no receive was given yet, in the order of sending.
 */
final class RandomMessages {
    static final int ANY = -1;
    private static final int TAGS = 3;
    private static final int LARGE_ONE_IN = 10;
    private static final int HUGE_ONE_IN = 60;

    /** The most elements of a message. */
    static final int MOST = 40_000;

    private static final int[] EDGES = {0, 1, 4, 59, 60, 61, 122, 123, 124, 511, 512, 513, 4096, 8191, 8192, 8193};

    /** What a message is sent from, or received into, and by which calls. */
    enum Memory {
        SYMMETRIC,
        SHARED,
        JAVA,
        SEGMENT
    }

    /**
     * A message.
     *
     * @param source the sender's number in the job
     * @param number its place among those of the sender
     * @param dest the receiver
     * @param space which matching space
     * @param tag its tag
     * @param nelems its length
     * @param memory what it is sent from
     * @param gives whether the sender gives its memory away
     * @param blocks whether the sender waits for the end of the send
     */
    record Planned(
            int source,
            int number,
            int dest,
            int space,
            int tag,
            int nelems,
            Memory memory,
            boolean gives,
            boolean blocks) {
        long value(long index) {
            return Values.mix(source * 1_000_003L + number * 7919L + index * 31);
        }
    }

    /** By sender. */
    private final List<List<Planned>> all = new ArrayList<>();

    private final List<List<Planned>> expected = new ArrayList<>();
    private final int me;

    RandomMessages(SplittableRandom random, int me, int pes, int spaces, int count, int eagerElements) {
        this.me = me;
        for (int source = 0; source < pes; source++) {
            final List<Planned> messages = new ArrayList<>();
            for (int number = 0; number < count; number++) {
                messages.add(draw(random, source, number, pes, spaces, eagerElements));
            }
            all.add(messages);
            expected.add(new ArrayList<>(
                    messages.stream().filter(message -> message.dest == me).toList()));
        }
    }

    private static Planned draw(
            SplittableRandom random, int source, int number, int pes, int spaces, int eagerElements) {
        final int nelems = random.nextInt(HUGE_ONE_IN) == 0
                ? random.nextInt(MOST)
                : random.nextInt(LARGE_ONE_IN) == 0
                        ? random.nextInt(10_000)
                        : random.nextBoolean() ? EDGES[random.nextInt(EDGES.length)] : random.nextInt(70);
        final Memory memory = Memory.values()[random.nextInt(Memory.values().length)];
        return new Planned(
                source,
                number,
                random.nextInt(pes),
                random.nextInt(spaces),
                random.nextInt(TAGS),
                nelems,
                memory,
                memory == Memory.SHARED && nelems > 0 && random.nextBoolean(),
                nelems <= eagerElements && random.nextBoolean());
    }

    List<Planned> mine() {
        return all.get(me);
    }

    /** How many messages to this PE no receive was given yet. */
    int left() {
        return expected.stream().mapToInt(List::size).sum();
    }

    /** Any of them. */
    Planned any(SplittableRandom random) {
        int index = random.nextInt(left());
        for (List<Planned> messages : expected) {
            if (index < messages.size()) {
                return messages.get(index);
            }
            index -= messages.size();
        }
        throw new IllegalStateException("none is left");
    }

    /** The message that a receive posted now gets, which is taken off the model; null for none. */
    Planned match(int source, int space, int tag) {
        for (Planned message : expected.get(source)) {
            if (message.space == space && (tag == ANY || message.tag == tag)) {
                expected.get(source).remove(message);
                return message;
            }
        }
        return null;
    }
}
