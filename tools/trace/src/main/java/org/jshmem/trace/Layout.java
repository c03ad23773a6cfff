package org.jshmem.trace;

/**
 * The file of a thread: a header, a ring of events and a ring of deliveries. All fields are words of 8 bytes in the
 * byte order of the machine. The thread writes a record first and then its count in the header, so that a reader finds
 * whole records also after the process was killed. A record whose place is reused is the oldest one.
 *
 * <p>An <b>event</b> has a begin and an end. A <b>delivery</b> is a short operation that writes to memory of a PE, and
 * may therefore end a wait there. Since two looks at the clock would take longer than the operation, most deliveries
 * have no time; the events and deliveries before and after it bound it.
 */
final class Layout {
    static final long MAGIC = 0x4a53484d54524331L;
    static final int HEADER = 4096;

    static final int PE = 8;
    static final int THREAD = 16;

    /** How many events, and how many deliveries were ever written. */
    static final int EVENTS = 24;

    static final int DELIVERIES = 32;

    /** How many of them there is room for. */
    static final int EVENT_ROOM = 40;

    static final int DELIVERY_ROOM = 48;

    /** What the thread is in: a kind and an operation as in an event, since when, and until when it was seen. */
    static final int OPEN = 56;

    static final int OPEN_BEGIN = 64;
    static final int OPEN_SEEN = 72;

    static final int NAME_BYTES = 88;
    static final int NAME = 96;
    static final int MOST_NAME_BYTES = 256;

    /** Words of an event: begin, end, {@linkplain #about about}, bytes, place, value. */
    static final int EVENT = 48;

    /** Words of a delivery: time or 0, about and the number of events before it, place and bytes, value. */
    static final int DELIVERY = 32;

    static final int OPERATION = 1;
    static final int WAIT = 2;
    static final int TEST = 3;
    static final int COLLECTIVE = 4;
    static final int RECEIVE = 5;
    static final int PAUSE = 6;
    static final int SAMPLE = 7;
    static final int SEND = 8;

    /** A non-blocking collective has started. */
    static final int START = 9;

    /** The wait for a non-blocking collective has ended. */
    static final int AWAIT = 10;

    static final int NO_SITE = 0;

    private static final int KIND_SHIFT = 56;
    private static final int OPERATION_SHIFT = 48;
    private static final int PE_SHIFT = 24;
    private static final int LOW = (1 << PE_SHIFT) - 1;

    /** The number of events is kept modulo this, beside a delivery. */
    private static final int COUNT_BITS = 24;

    private static final int BYTES_BITS = 20;
    private static final int MOST_BYTES = (1 << BYTES_BITS) - 1;

    private static final long SAMPLE_PERIOD_NS = 100_000_000;
    private static final int SAMPLES_OF_JOB = 100;

    private Layout() {}

    /** A kind, an operation, a PE or −1, and the number of a place in the program. */
    static long about(int kind, int operation, int pe, int site) {
        return (long) kind << KIND_SHIFT | (long) operation << OPERATION_SHIFT | (pe + 1L) << PE_SHIFT | site & LOW;
    }

    static int kind(long about) {
        return (int) (about >>> KIND_SHIFT);
    }

    static int operation(long about) {
        return (int) (about >>> OPERATION_SHIFT) & 0xff;
    }

    static int pe(long about) {
        return ((int) (about >>> PE_SHIFT) & LOW) - 1;
    }

    static int site(long about) {
        return (int) about & LOW;
    }

    /** What a delivery has in the place of a site. */
    static int eventsBefore(long events) {
        return (int) events & (1 << COUNT_BITS) - 1;
    }

    /** The number of events before a delivery, of which only the last bits are kept; {@code total} is not less. */
    static long eventsBefore(int kept, long total) {
        return total - ((total - kept) & (1 << COUNT_BITS) - 1);
    }

    static long placeAndBytes(long offset, long bytes) {
        return offset << BYTES_BITS | Math.min(bytes, MOST_BYTES);
    }

    static long place(long placeAndBytes) {
        return placeAndBytes >>> BYTES_BITS;
    }

    static int bytes(long placeAndBytes) {
        return (int) placeAndBytes & MOST_BYTES;
    }

    /** The time between two samples, as long after the begin of the trace: a long job has room for all of them. */
    static long samplePeriodNs(long sinceBeginNs) {
        return Math.max(SAMPLE_PERIOD_NS, sinceBeginNs / SAMPLES_OF_JOB);
    }
}
