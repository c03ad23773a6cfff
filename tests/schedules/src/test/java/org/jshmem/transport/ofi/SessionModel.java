package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.Transport;
import org.jshmem.schedules.Steps;

/** Some words of a PE's memory which one thread alone uses, in a session, and what has to be in them. */
final class SessionModel {
    /** Bytes of the words. */
    static final long BYTES = 128;

    private static final int WORDS = 4;
    private static final int UNDEFINED = -77;
    private static final Atomic[] UPDATES = {Atomic.SET, Atomic.ADD, Atomic.AND, Atomic.OR, Atomic.XOR};

    private final ScheduledNetwork job;
    private final int to;
    private final long offset;
    private final long[] words = new long[WORDS];

    /** What results have to be, and where they are, a bounded number. */
    private final List<Long> results = new ArrayList<>();

    private final long places;
    private long last;

    /** Of a thread, for words at an offset in the heap of PE {@code to}. */
    SessionModel(ScheduledNetwork job, int to, long offset, int pe, int thread) {
        this.job = job;
        this.to = to;
        this.offset = offset;
        this.places = job.memory(pe, thread) + 4096;
    }

    /** Does one operation; {@code scratch} is free for other use on return. */
    void operate(Transport session, long scratch) {
        final int word = Steps.choose(WORDS);
        final long at = offset + (long) word * Long.BYTES;
        final long value = ++last << 32 | last;
        switch (Steps.choose(9)) {
            case 0 -> {
                set(scratch, value);
                session.put(to, at, scratch, Long.BYTES);
                words[word] = value;
            }
            case 1 -> {
                set(scratch, value);
                session.putNbi(to, at, scratch, Long.BYTES);
                words[word] = value;
            }
            case 2 -> {
                session.putArray(to, at, new long[] {-1, value}, 1, 1, ValueLayout.JAVA_LONG);
                words[word] = value;
            }
            case 3 -> {
                set(scratch, value);
                set(scratch + 3 * Long.BYTES, -value);
                session.putBlocks(to, offset, 2 * Long.BYTES, scratch, 3 * Long.BYTES, Long.BYTES, 2);
                words[0] = value;
                words[2] = -value;
            }
            case 4 -> {
                final Atomic operation = UPDATES[Steps.choose(UPDATES.length)];
                session.update(to, operation, Long.BYTES, at, value);
                words[word] = after(operation, words[word], value);
            }
            case 5 -> {
                session.signal(to, Atomic.ADD, at, value);
                words[word] += value;
            }
            case 6 -> {
                final long comparand = Steps.choose(2) == 0 ? words[word] : value;
                session.fetchNbi(to, Atomic.COMPARE_SWAP, Long.BYTES, at, value, comparand, place(words[word]));
                words[word] = words[word] == comparand ? value : words[word];
            }
            case 7 -> session.getNbi(to, place(words[word]), at, Long.BYTES);
            default -> {
                assertEquals(words[word], session.atomic(to, Atomic.ADD, Long.BYTES, at, value, 0));
                words[word] += value;
            }
        }
        set(scratch, UNDEFINED);
        set(scratch + 3 * Long.BYTES, UNDEFINED);
    }

    private static long after(Atomic operation, long word, long operand) {
        return switch (operation) {
            case SET -> operand;
            case ADD -> word + operand;
            case AND -> word & operand;
            case OR -> word | operand;
            default -> word ^ operand;
        };
    }

    private long place(long result) {
        final long place = places + (long) results.size() * Long.BYTES;
        set(place, UNDEFINED);
        results.add(result);
        return place;
    }

    /** After a quiet. */
    void compare() {
        for (int i = 0; i < WORDS; i++) {
            assertEquals(words[i], Memory.get64(job.heap(to) + offset + (long) i * Long.BYTES), "word " + i);
        }
        for (int i = 0; i < results.size(); i++) {
            assertEquals(results.get(i), Memory.get64(places + (long) i * Long.BYTES), "result " + i);
        }
        results.clear();
    }

    /** Not a step: nobody else uses this memory now. */
    private static void set(long address, long value) {
        Memory.ALL.set(ValueLayout.JAVA_LONG, address, value);
    }
}
