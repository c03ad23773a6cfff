package org.jshmem.system;

import static org.jshmem.Shmem.*;

import org.jshmem.Cmp;
import org.jshmem.SymmetricLongs;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.Messages;

/**
 * A program of two PEs whose stack overflows within calls of the library: PE 0 dives until there is no stack left, and
 * on the way up it makes a call at every depth until that succeeds for a while. Then both communicate as if nothing had
 * happened.
 */
public final class Overflow {
    private static final int SUCCESSES = 50;
    private static final int SMALL = 64;
    private static final int LARGE = 200_000;
    private static final int AFTERWARDS = 300;

    private static final long LATE_MS = 200;
    private static final int TAG = 1;
    private static final int LAST = 2;

    private final SymmetricLongs words;
    private final Messages messages;
    private final long[] array = new long[LARGE];
    /** Of the message that was sent or received last. */
    private long number;

    /** What that was at the last message of an operation. */
    private long announced;

    private int errors;
    private int successes;

    private Overflow(SymmetricLongs words, Messages messages) {
        this.words = words;
        this.messages = messages;
    }

    /**
     * Dives.
     *
     * @param args the operations to try, each of them made before if the first argument is {@code warm}
     */
    @SuppressWarnings("try") // what is to be closed has no other use
    public static void main(String[] args) {
        try (var _ = init();
                SymmetricLongs words = callocLongs(LARGE);
                Messages messages = Messages.on(TEAM_WORLD)) {
            final Overflow overflow = new Overflow(words, messages);
            for (int late = 0; args[0].equals("warm") && late < 2; late++) { // each PE sleeps, and is woken
                Thread.sleep(myPe() == late ? LATE_MS : 0);
                barrierAll();
            }
            for (int i = 1; i < args.length; i++) {
                final Runnable operation = overflow.operation(args[i]);
                if (myPe() == 0) {
                    if (args[0].equals("warm")) {
                        operation.run();
                    }
                    overflow.errors = 0;
                    overflow.successes = 0;
                    overflow.dive(operation);
                    System.out.println(args[i] + ": " + overflow.errors + " overflows");
                }
                overflow.goOn();
            }
            barrierAll();
            System.out.println("PE " + myPe() + " is whole");
        } catch (Throwable t) {
            t.printStackTrace();
            globalExit(3);
        }
    }

    private Runnable operation(String name) {
        return switch (name) {
            case "p" -> () -> p(words, 1, 7L, 1);
            case "put" -> () -> put(words, array, SMALL, 1);
            case "putLarge" -> () -> put(words, array, LARGE, 1);
            case "putNbi" -> () -> putNbi(words, words, LARGE, 1);
            case "iput" -> () -> iput(words, array, 3, 2, SMALL, 1);
            case "g" -> () -> g(words, 1, 1);
            case "get" -> () -> get(array, words, SMALL, 1);
            case "getLarge" -> () -> get(array, words, LARGE, 1);
            case "iget" -> () -> iget(array, words, 2, 3, SMALL, 1);
            case "atomicFetchAdd" -> () -> atomicFetchAdd(words, 0, 1L, 1);
            case "atomicAdd" -> () -> atomicAdd(words, 0, 1L, 1);
            case "quiet" ->
                () -> {
                    p(words, 1, 7L, 1);
                    quiet();
                };
            case "sendFew" -> () -> messages.send(numbered(1), 0, 1, 1, TAG);
            case "sendSlots" -> () -> messages.ssend(numbered(3 * SMALL), 0, 3 * SMALL, 1, TAG);
            case "sendCopy" -> () -> messages.send(numbered(5 * SMALL), 0, 5 * SMALL, 1, TAG);
            default -> throw new IllegalArgumentException(name);
        };
    }

    @SuppressWarnings("InfiniteRecursion") // that is what it is for
    private void dive(Runnable operation) {
        try {
            dive(operation);
        } catch (StackOverflowError e) {
            errors++;
        }
        if (successes < SUCCESSES) {
            try {
                operation.run();
                successes++;
            } catch (StackOverflowError e) {
                errors++;
            }
        }
    }

    /** More calls than there are mailboxes, buffers and slots, and a look at what they do. */
    private void goOn() {
        receiveAll();
        barrierAll();
        if (myPe() == 0) {
            final long before = atomicFetch(words, 0, 1);
            for (int i = 0; i < AFTERWARDS; i++) {
                require(atomicFetchAdd(words, 0, 1L, 1) == before + i, "atomicFetchAdd");
                array[0] = i;
                array[LARGE - 1] = i;
                put(words, 1, array, 0, SMALL, 1);
                if (i % 10 == 0) {
                    put(words, 1, array, 0, LARGE - 1, 1);
                    get(array, 0, words, 1, LARGE - 1, 1);
                }
                quiet();
                require(g(words, 1, 1) == i, "put, get");
            }
        } else {
            waitUntil(words, 0, Cmp.GE, AFTERWARDS);
        }
        barrierAll();
    }

    /** An array whose first and last element say which one this is. */
    private long[] numbered(int nelems) {
        array[0] = ++number;
        array[nelems - 1] = number;
        return array;
    }

    /**
     * Receives what was sent, up to the last message. Each message comes whole, in order and once. All messages come
     * whose sends have returned, and messages of other sends may come, too. The last message says how many sends have
     * returned. If it comes, no send has blocked the way.
     */
    private void receiveAll() {
        if (myPe() == 0) {
            array[0] = number == announced ? 0 : successes;
            announced = number;
            messages.send(array, 0, 1, 1, LAST);
            return;
        }
        final Envelope envelope = new Envelope();
        final long[] received = new long[LARGE];
        long before = number;
        int count = 0;
        long nelems = messages.recv(received, 0, LARGE, 0, Messages.ANY_TAG, envelope);
        while (envelope.tag() != LAST) {
            require(received[0] > before && received[(int) nelems - 1] == received[0], "send");
            before = received[0];
            count++;
            nelems = messages.recv(received, 0, LARGE, 0, Messages.ANY_TAG, envelope);
        }
        number = before;
        require(count >= received[0], "send");
    }

    private static void require(boolean isRight, String what) {
        if (!isRight) {
            throw new IllegalStateException(what + " does not do what it should after an overflow");
        }
    }
}
