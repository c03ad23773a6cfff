package org.jshmem.transport.shmem;

import org.jshmem.heap.Memory;
import org.jshmem.oshmem.Operations;

/**
 * Messages between PEs of different nodes, by puts of the C library into rings in symmetric memory.
 *
 * <p><b>Protocol.</b> Each PE has a ring for each other PE, to which that one alone writes. The sender puts a message
 * behind the last one, by one put: its {@link MailForm form} shows when all of it has arrived. A message lies in one
 * piece; {@link MailForm#SKIP} stands for the rest of a ring that is too short for it, which the receiver fills with
 * words of that lap. The receiver handles copies of what has arrived, one message after another. When a quarter of the
 * ring has been read since it last told the sender, it puts the number of bytes that it has read so far into the
 * sender's memory; only then does the sender write there again. So at rest at most a quarter of a ring counts as
 * unread, and a message of at most a quarter always fits, with what is skipped before it.
 *
 * <p><b>Order.</b> Messages to a PE are handled in the order of sending. A message that follows a fence is handled
 * after the puts before that fence have arrived. Numbers that replace each other in a word are put after a fence, since
 * puts without one may overtake each other.
 *
 * <p><b>Threads.</b> Any thread may send. One thread at a time polls; the caller makes sure of it.
 */
final class Mail {
    private final Puts puts;
    private final MailLayout layout;
    private final int me;

    /** The PEs of other nodes. */
    private final int[] others;

    /** By PE, the bytes written into its ring for this PE, from {@link #start}; guarded by this. */
    private final long[] sent;

    /** By PE, the bytes read from its ring here; of the polling thread, as the next two. */
    private final long[] received;

    /** By PE, what of {@link #received} the sender was told. */
    private final long[] told;

    /** By PE, its updates that this PE has executed. */
    private final long[] executed;

    Mail(Puts puts, MailLayout layout, int me, int[] others) {
        this.puts = puts;
        this.layout = layout;
        this.me = me;
        this.others = others;
        sent = new long[layout.pes()];
        received = new long[layout.pes()];
        told = new long[layout.pes()];
        executed = new long[layout.pes()];
        for (int pe = 0; pe < layout.pes(); pe++) {
            sent[pe] = start(me);
            received[pe] = start(pe);
            told[pe] = start(pe);
            Memory.put64(layout.read(pe), start(me));
            Memory.put64(layout.executed(pe), 0);
        }
        Memory.put64(layout.arrived(), 0);
        for (int other : others) {
            final long ring = layout.ring(other);
            Memory.clear(ring, layout.ringBytes());
            fill(ring, ring + start(other), MailForm.HIGHEST_BIT); // the sender writes there from its second lap on
        }
    }

    /** Where a PE starts to write: places that the receiver polls, a ring apart, would share few sets of a cache. */
    private long start(int pe) {
        return (long) pe * MailLayout.LINE_BYTES & (layout.ringBytes() - 1);
    }

    /** What tells the words of the lap in which a byte lies from those of the lap before. */
    private long mark(long position) {
        return (position & layout.ringBytes()) == 0 ? MailForm.HIGHEST_BIT : 0;
    }

    private static void fill(long start, long end, long word) {
        for (long place = start; place < end; place += Long.BYTES) {
            Memory.put64(place, word);
        }
    }

    /** Functions of the C library, as {@link Operations} describes them. */
    interface Puts {
        void putmem(long dest, long source, long bytes, int pe);

        void longP(long dest, long value, int pe);

        void fence();

        /** Those of a library. */
        static Puts of(Operations operations) {
            return new Puts() {
                @Override
                public void putmem(long dest, long source, long bytes, int pe) {
                    operations.putmem(dest, source, bytes, pe);
                }

                @Override
                public void longP(long dest, long value, int pe) {
                    operations.longP(dest, value, pe);
                }

                @Override
                public void fence() {
                    operations.fence();
                }
            };
        }
    }

    /** Handles messages; called by the polling thread. Must not send. */
    @FunctionalInterface
    interface Handler {
        /** Handles a message; returns whether it was an update that its sender counts. */
        boolean handle(int kind, int source, long address, int bytes);
    }

    /**
     * Sends a message that consists of two parts.
     *
     * @param fields where the first part is
     * @param fieldsBytes its size, a multiple of 8; 0 for none
     * @return false if there is no room for it now
     */
    synchronized boolean trySend(int kind, int pe, long fields, int fieldsBytes, long data, int dataBytes) {
        final int ringBytes = layout.ringBytes();
        final int payload = fieldsBytes + dataBytes;
        final int bytes = MailForm.bytes(payload);
        final int tail = (int) (sent[pe] & (ringBytes - 1));
        final int rest = ringBytes - tail < bytes ? ringBytes - tail : 0;
        if (sent[pe] + rest + bytes - Memory.get64Acquire(layout.read(pe)) > ringBytes) {
            return false;
        }
        final long ring = layout.ring(me);
        if (rest > 0) {
            puts.longP(ring + tail, MailForm.SKIP | mark(sent[pe]), pe);
        }
        final long out = layout.out();
        final long start = out + MailForm.start(payload);
        Memory.put64(out + bytes - Long.BYTES, 0);
        Memory.copy(fields, start, fieldsBytes);
        Memory.copy(data, start + fieldsBytes, dataBytes);
        MailForm.mark(out, kind, payload, mark(sent[pe] + rest));
        puts.putmem(ring + (rest > 0 ? 0 : tail), out, bytes, pe);
        sent[pe] += rest + bytes;
        return true;
    }

    /** Handles the messages that have arrived; returns whether there were any. */
    boolean poll(Handler handler) {
        boolean any = false;
        for (int source : others) {
            if (header(source) >= 0) {
                any |= take(source, handler);
            }
        }
        return any;
    }

    /** Where the next message of a PE will lie. */
    private long next(int source) {
        return layout.ring(source) + (received[source] & (layout.ringBytes() - 1));
    }

    /** What it starts with; negative if that has not arrived yet. */
    private long header(int source) {
        return MailForm.header(next(source), mark(received[source]));
    }

    private boolean take(int source, Handler handler) {
        final long before = received[source];
        final long executedBefore = executed[source];
        while (takeNext(source, handler)) {
            // the next one may have arrived, too
        }
        final boolean tells = received[source] - told[source] >= layout.ringBytes() / 4;
        final boolean answers = executed[source] != executedBefore;
        if (tells || answers) {
            Memory.fullFence(); // what was read and filled, before the sender writes there
            puts.fence();
        }
        if (answers) {
            puts.longP(layout.executed(me), executed[source], source);
        }
        if (tells) {
            told[source] = received[source];
            puts.longP(layout.read(me), received[source], source);
        }
        return received[source] != before;
    }

    /** Handles the next message of a PE; returns false if it has not arrived yet. */
    private boolean takeNext(int source, Handler handler) {
        final long header = header(source);
        if (header < 0) {
            return false;
        }
        final long message = next(source);
        final long mark = mark(received[source]);
        if (header == MailForm.SKIP) {
            final long end = layout.ring(source) + layout.ringBytes();
            fill(message, end, MailForm.SKIP | mark);
            received[source] += end - message;
            return true;
        }
        final int payload = MailForm.payloadBytes(header);
        final int bytes = MailForm.bytes(payload);
        if (!MailForm.isComplete(message, bytes, mark)) {
            return false;
        }
        MailForm.copyPayload(message, payload, layout.in());
        if (handler.handle(MailForm.kind(header), source, layout.in(), payload)) {
            executed[source]++;
        }
        received[source] += bytes;
        return true;
    }
}
