package org.jshmem.trace;

import java.util.BitSet;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.CallSite;

/**
 * Records what a thread does. Only that thread calls, and the thread of samples reads the bytes. Virtual threads have
 * recorders of their own that share a file.
 */
final class Recorder {
    /** Of so many deliveries in a row, one has a time. */
    private static final int STAMP_EVERY = 16;

    /** To look for the place in the program may take one part in so many of the time of the event. */
    private static final int SITE_PART = 100;

    /** After shorter events too it may take one part in so many of the time of the thread. */
    private static final int SITE_PART_OF_ALL = 200;

    /** And what it may take besides, for the sake of short programs. */
    private static final long SITE_CREDIT_NS = 10_000_000;

    /** After shorter events, no place is looked for. */
    private static final long SHORT_SITE_NS = 20_000;

    /** Two tests belong to one row if the second follows within this time. */
    private static final long TEST_GAP_NS = 100_000;

    /** Tests of requests form a row, whichever requests they are of. */
    static final long REQUESTS = -1;

    private static final int WORDS = Layout.DELIVERY / Long.BYTES;
    static final int BUFFERED = 64;

    final Thread thread;

    /** Bytes moved to or from each PE. */
    final long[] moved;

    private final TraceFile file;
    private final boolean isShared;
    private final Names names;
    private final long thresholdNs;

    /** Deliveries that are not in the file yet, as words. */
    private final long[] deliveries;

    private int filled;
    private long flushed;

    /** Deliveries have no time while there are fewer words. */
    private int limit;

    /** How many events there are in the file, as deliveries have it. */
    private int eventsBefore;

    private final BitSet hasSite = new BitSet();

    /** How often a place was looked for, and how long that took in all. */
    private long sites;

    private long sitesNs;
    private final long birthNs = System.nanoTime();

    /** The wait that has not ended; its begin is 0 for none. */
    private long waitBegin;

    private long waitSeen;
    private long waitWhere;
    private Awaited awaited;

    /** A row of tests that have failed; its begin is 0 for none. */
    private long testBegin;

    private long testSeen;
    private long tested;
    private boolean isTestOpen;

    /** What the call in progress has received: the sender or −1, and which message of it. */
    private int sender = -1;

    private long message;
    private long messageNumber;

    /** Of a thread that has a file of its own. */
    Recorder(Thread thread, TraceFile file, Names names, int nPes, long thresholdNs) {
        this(thread, file, false, names, new long[nPes], BUFFERED, thresholdNs);
    }

    /** Of a thread that shares a file with others; some of the bytes that they count at the same time may be lost. */
    Recorder(Thread thread, TraceFile file, Names names, long[] moved, long thresholdNs) {
        this(thread, file, true, names, moved, STAMP_EVERY + 1, thresholdNs);
    }

    private Recorder(
            Thread thread,
            TraceFile file,
            boolean isShared,
            Names names,
            long[] moved,
            int buffered,
            long thresholdNs) {
        this.thread = thread;
        this.file = file;
        this.isShared = isShared;
        this.names = names;
        this.moved = moved;
        this.deliveries = new long[buffered * WORDS];
        this.thresholdNs = thresholdNs;
    }

    /** An operation that is timed begins. */
    void open(long about, long begin) {
        if (!isShared) {
            if (filled > 0) {
                flush(); // in case the process is killed in it
            }
            file.open(about, begin);
        }
        limit = 0; // what is delivered within it has a time
    }

    /** Something has ended, and is recorded however short it was. */
    void event(int kind, int operation, int pe, long begin, long end, long bytes, long place, long value) {
        limit = 0;
        final long took = end - begin;
        final int site = took >= SHORT_SITE_NS
                        && (sitesNs < SITE_CREDIT_NS + (end - birthNs) / SITE_PART_OF_ALL
                                || took / SITE_PART >= sitesNs / sites
                                || isFirst(kind, operation))
                ? lookForSite()
                : Layout.NO_SITE;
        final long about = Layout.about(kind, operation, pe, site);
        if (isShared) {
            synchronized (file) {
                file.event(begin, end, about, bytes, place, value);
            }
        } else {
            file.event(begin, end, about, bytes, place, value);
            if (kind != Layout.SEND) { // of which the call goes on
                file.close();
            }
        }
        eventsBefore = Layout.eventsBefore(file.events());
    }

    /** A timed operation has ended that was too short to be recorded. */
    void tooShort() {
        limit = 0;
        if (!isShared) {
            file.close();
        }
    }

    boolean isLong(long begin, long end) {
        return end - begin >= thresholdNs;
    }

    /** The next delivery has a time. */
    void stampNext() {
        limit = 0;
    }

    /** A call has ended that was not timed; what it may have received is not recorded. */
    void untimed() {
        stampNext();
        sender = -1;
    }

    /** A short operation that writes to memory of a PE. */
    void delivery(int operation, int pe, long offset, long bytes, long value) {
        final int at = filled;
        if (at < limit) {
            final long[] words = deliveries;
            words[at] = 0;
            words[at + 1] = Layout.about(Layout.OPERATION, operation, pe, eventsBefore);
            words[at + 2] = Layout.placeAndBytes(offset, bytes);
            words[at + 3] = value;
            filled = at + WORDS;
        } else {
            timedDelivery(operation, pe, offset, bytes, value);
        }
    }

    /**
     * One with a time. If it follows an event or an order of deliveries, then it may well be what another PE waits for:
     * it becomes an event, which is kept longer.
     */
    private void timedDelivery(int operation, int pe, long offset, long bytes, long value) {
        final long now = System.nanoTime();
        if (limit == 0) {
            event(Layout.OPERATION, operation, pe, now, now, bytes, offset + 1, value);
        } else {
            if (filled + (1 + STAMP_EVERY) * WORDS > deliveries.length) {
                flush();
            }
            deliveries[filled] = now;
            deliveries[filled + 1] = Layout.about(Layout.OPERATION, operation, pe, eventsBefore);
            deliveries[filled + 2] = Layout.placeAndBytes(offset, bytes);
            deliveries[filled + 3] = value;
            filled += WORDS;
        }
        if (isShared) {
            flush();
        } else {
            limit = Math.min(filled + STAMP_EVERY * WORDS, deliveries.length);
        }
    }

    /** Writes the deliveries that are buffered. */
    void flush() {
        if (isShared) {
            synchronized (file) {
                file.deliveries(deliveries, filled);
            }
        } else {
            file.deliveries(deliveries, filled);
        }
        flushed += filled / WORDS;
        filled = 0;
        limit = 0;
    }

    long shortOperations() {
        return flushed + filled / WORDS;
    }

    /** A wait begins. */
    void beginWait() {
        if (waitBegin != 0) {
            endWait(0, 0); // an exception has ended it
        }
        waitBegin = System.nanoTime();
        waitSeen = waitBegin;
        open(Layout.about(Layout.WAIT, 0, -1, 0), waitBegin);
    }

    /** It goes on, or has just ended. */
    void goOn(Awaited what, long where) {
        awaited = what;
        waitWhere = where;
        waitSeen = System.nanoTime();
        if (!isShared) {
            file.seen(waitSeen);
        }
    }

    /**
     * The wait has ended.
     *
     * @param place one more than the offset of the element that was waited for in the heap; 0 for none
     */
    void endWait(long place, long value) {
        final long begin = waitBegin;
        waitBegin = 0;
        if (begin == 0) {
            return;
        }
        if (!isLong(begin, waitSeen)) {
            tooShort();
            return;
        }
        final long what = place == 0 && awaited != null ? names.number(awaited.describe(waitWhere)) : 0;
        awaited = null;
        event(Layout.WAIT, 0, -1, begin, waitSeen, what, place, value);
    }

    /**
     * A test has failed, or succeeded if {@code place} is not 0. Tests that follow each other closely are a wait;
     * between others, the program computes.
     */
    void test(long first, long place, long value) {
        if (place != 0 && testBegin == 0) {
            return;
        }
        final long now = System.nanoTime();
        final boolean goesOn = testBegin != 0 && tested == first && now - testSeen < TEST_GAP_NS;
        if (place != 0) {
            if (goesOn && isLong(testBegin, now)) {
                event(Layout.TEST, 0, -1, testBegin, now, 0, place, value);
            }
            testBegin = 0;
            return;
        }
        tested = first;
        testSeen = now;
        if (!goesOn) {
            testBegin = now;
            isTestOpen = false;
        } else if (!isTestOpen && now - testBegin > TEST_GAP_NS) {
            isTestOpen = true;
            open(Layout.about(Layout.TEST, 0, -1, 0), testBegin);
        } else if (isTestOpen && !isShared) {
            file.seen(now);
        }
    }

    /** The thread has paused between two tests of requests: it did not compute, however long that was. */
    void paused() {
        if (testBegin != 0 && tested == REQUESTS) {
            testSeen = System.nanoTime();
        }
    }

    /** The call in progress has received a message. */
    void received(int source, long which, long number) {
        sender = source;
        message = which;
        messageNumber = number;
    }

    /** A call has ended that may have received a message; returns whether it has, and then records it. */
    boolean endReceive(int operation, long begin, long end, long bytes) {
        if (sender < 0) {
            return false;
        }
        event(Layout.RECEIVE, operation, sender, beginOfWait(begin, end), end, bytes, message, messageNumber);
        sender = -1;
        return true;
    }

    /** A wait for a non-blocking collective has ended. */
    void endAwait(int operation, int team, long number, long begin) {
        final long end = System.nanoTime();
        event(Layout.AWAIT, operation, -1, beginOfWait(begin, end), end, 0, team, number);
    }

    /** If the last of a row of tests of requests has succeeded, when the first was. */
    private long beginOfWait(long begin, long end) {
        if (testBegin == 0 || tested != REQUESTS || end - testSeen >= TEST_GAP_NS) {
            return begin;
        }
        final long first = testBegin;
        testBegin = 0;
        return first;
    }

    /** Whether no place was looked for yet for such an event. */
    private boolean isFirst(int kind, int operation) {
        final int number = kind << Byte.SIZE | operation;
        final boolean isFirst = !hasSite.get(number);
        hasSite.set(number);
        return isFirst;
    }

    private int lookForSite() {
        final long begin = System.nanoTime();
        final int site = names.number(CallSite.here());
        sitesNs += System.nanoTime() - begin;
        sites++;
        return site;
    }
}
