package org.jshmem.tck.history;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Checks;

/**
 * Some words, one each on PEs in turn, and the histories of a round: each PE writes down its operations in symmetric
 * memory, and when all are complete everybody gets all of them and judges the words that are its own.
 */
final class Histories implements AutoCloseable {
    /** Words of a round. */
    static final int WORDS = 4;

    private static final int MOST_OPERATIONS = WORDS * Order.MOST;
    private static final int WORD = 0;
    private static final int KIND = 1;
    private static final int ARGUMENT = 2;
    private static final int CONDITION = 3;
    private static final int RESULT = 4;
    private static final int AT = 5;
    private static final int DONE = 6;
    private static final int START = 7;
    private static final int END = 8;
    private static final int FIELDS = 9;
    private static final Kind[] KINDS = Kind.values();

    /** What is on a word's PE; other elements of the array are of nobody. */
    final SymmetricLongs words = callocLongs(WORDS);

    private final Checks checks;
    private final boolean clocksAgree = Clocks.agree();
    private final Random random = new Random();
    private final SymmetricLongs log = callocLongs((MOST_OPERATIONS + 1L) * FIELDS);
    private final SymmetricLongs all = callocLongs((MOST_OPERATIONS + 1L) * FIELDS * nPes());
    private final long[] first = new long[WORDS];
    private final int[] operations = new int[WORDS];
    private final List<Integer> pending = new ArrayList<>();

    /** What operations without a result of their own fetch, by the number of the operation. */
    final long[] fetched = new long[MOST_OPERATIONS];

    private int round;
    private int count;
    private long judged;
    private long unknown;

    /** Collective, as are {@link #begin}, {@link #judge} and {@link #close}. */
    Histories(Checks checks) {
        this.checks = checks;
    }

    Random random() {
        return random;
    }

    /** The PE of a word. */
    int pe(int word) {
        return (word + round) % nPes();
    }

    /** Begins a round, in which a word is at first what it is given here. */
    void begin(long value) {
        round++;
        count = 0;
        for (int word = 0; word < WORDS; word++) {
            first[word] = value;
            operations[word] = 0;
            words.set(word, value);
        }
        barrierAll();
    }

    /** Whether this PE may do another so many operations on a word. */
    boolean hasRoom(int word, int more) {
        return operations[word] + more <= Order.MOST / nPes();
    }

    /** The number of the next operation. */
    int next() {
        return count;
    }

    /** Writes down an operation that is complete when the call returns, and gives its result. */
    long call(int word, Kind kind, long argument, long condition, LongSupplier call) {
        final int number = issue(word, kind, argument, condition);
        log.set(field(number, START), System.nanoTime());
        final long result = call.getAsLong();
        log.set(field(number, END), System.nanoTime());
        log.set(field(number, RESULT), result);
        log.set(field(number, DONE), count);
        return result;
    }

    /** The same where the kind depends on the result. */
    void become(int number, Kind kind) {
        log.set(field(number, KIND), kind.ordinal());
    }

    /** Writes down an operation that a later quiet completes, of which {@link #completed} tells. */
    void start(int word, Kind kind, long argument, long condition, Runnable call) {
        final int number = issue(word, kind, argument, condition);
        fetched[number] = 0;
        pending.add(number);
        log.set(field(number, START), System.nanoTime());
        call.run();
    }

    /** Writes down that a quiet has completed what was pending. */
    void completed() {
        final long now = System.nanoTime();
        for (int number : pending) {
            log.set(field(number, END), now);
            log.set(field(number, DONE), count);
            log.set(field(number, RESULT), fetched[number]);
        }
        pending.clear();
    }

    /** Operations that are not complete. */
    int pending() {
        return pending.size();
    }

    private int issue(int word, Kind kind, long argument, long condition) {
        operations[word]++;
        final int number = count++;
        log.set(field(number, WORD), word);
        log.set(field(number, KIND), kind.ordinal());
        log.set(field(number, ARGUMENT), argument);
        log.set(field(number, CONDITION), condition);
        log.set(field(number, AT), number);
        return number;
    }

    private static long field(int number, int field) {
        return (long) number * FIELDS + field;
    }

    /** Ends the round: checks that each word's history has an order. */
    void judge() {
        log.set(field(count, KIND), -1);
        barrierAll();
        fcollect(TEAM_WORLD, all, log, log.length());
        for (int word = 0; word < WORDS; word++) {
            if (pe(word) == myPe()) {
                judge(word);
            }
        }
    }

    private void judge(int word) {
        final Order order = new Order(history(word), words.get(word), clocksAgree);
        final Order.Verdict verdict = order.search(first[word]);
        judged++;
        unknown += verdict == Order.Verdict.UNKNOWN ? 1 : 0;
        if (verdict == Order.Verdict.NONE) {
            checks.fail("word on PE " + myPe() + ", round " + round + ": " + order.report(first[word]));
        }
    }

    private List<Operation> history(int word) {
        final List<Operation> history = new ArrayList<>();
        for (int pe = 0; pe < nPes(); pe++) {
            final long base = pe * log.length();
            for (int number = 0; all.get(base + field(number, KIND)) >= 0; number++) {
                if (all.get(base + field(number, WORD)) == word) {
                    history.add(operation(pe, base + field(number, 0)));
                }
            }
        }
        return history;
    }

    private Operation operation(int pe, long at) {
        return new Operation(
                pe,
                KINDS[(int) all.get(at + KIND)],
                all.get(at + ARGUMENT),
                all.get(at + CONDITION),
                all.get(at + RESULT),
                (int) all.get(at + AT),
                (int) all.get(at + DONE),
                all.get(at + START),
                all.get(at + END));
    }

    /** Says how many words were judged. */
    @Override
    public void close() {
        checks.that(2 * unknown <= judged, "most words were judged: " + judged + ", " + unknown + " given up");
        checks.note(judged + " words" + (unknown == 0 ? "" : ", " + unknown + " given up")
                + (clocksAgree ? "" : ", times of different PEs not compared"));
        free(all);
        free(log);
        free(words);
    }
}
