package org.jshmem.trace;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a thread has left in its file.
 *
 * @param pe the PE
 * @param number the thread's number in the PE
 * @param name the thread's name
 * @param events the events that are there, the oldest first, 6 words each
 * @param eventsBefore how many older events were overwritten
 * @param deliveries the deliveries that are there, the oldest first, 4 words each
 * @param deliveriesBefore how many older deliveries were overwritten
 * @param open what it was in at the end: about, begin, last seen; about is 0 for nothing
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ThreadPart(
        int pe,
        int number,
        String name,
        long[] events,
        long eventsBefore,
        long[] deliveries,
        long deliveriesBefore,
        long[] open) {
    /** Words of an event and of a delivery. */
    static final int EVENT = Layout.EVENT / Long.BYTES;

    static final int DELIVERY = Layout.DELIVERY / Long.BYTES;

    /**
     * Reads a file.
     *
     * @return null if the thread has not begun to write
     */
    static ThreadPart read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() < Layout.HEADER) {
                return null;
            }
            final ByteBuffer header = bytes(channel, 0, Layout.HEADER);
            if (header.getLong(0) != Layout.MAGIC) {
                return null;
            }
            final byte[] name = new byte[(int) header.getLong(Layout.NAME_BYTES)];
            header.get(Layout.NAME, name);
            final long eventRoom = header.getLong(Layout.EVENT_ROOM);
            final long events = header.getLong(Layout.EVENTS);
            final long deliveries = header.getLong(Layout.DELIVERIES);
            final long[] eventWords = ring(channel, Layout.HEADER, eventRoom, events, EVENT, 1);
            final long[] deliveryWords = ring(
                    channel,
                    Layout.HEADER + eventRoom * Layout.EVENT,
                    header.getLong(Layout.DELIVERY_ROOM),
                    deliveries,
                    DELIVERY,
                    Recorder.BUFFERED);
            return new ThreadPart(
                    (int) header.getLong(Layout.PE),
                    (int) header.getLong(Layout.THREAD),
                    new String(name, StandardCharsets.UTF_8),
                    eventWords,
                    events - eventWords.length / EVENT,
                    deliveryWords,
                    deliveries - deliveryWords.length / DELIVERY,
                    new long[] {
                        header.getLong(Layout.OPEN), header.getLong(Layout.OPEN_BEGIN), header.getLong(Layout.OPEN_SEEN)
                    });
        }
    }

    /** The oldest places of a full ring may be half overwritten; as many as are written at once are left out. */
    private static long[] ring(FileChannel channel, long base, long room, long count, int words, int atOnce)
            throws IOException {
        final boolean isFull = count > room - atOnce;
        final long kept = isFull ? room - atOnce : count;
        final long[] result = new long[Math.toIntExact(kept * words)];
        final long first = isFull ? (count - kept) % room : 0;
        final long behind = Math.min(kept, room - first);
        copy(channel, base + first * words * Long.BYTES, result, 0, (int) behind * words);
        copy(channel, base, result, (int) behind * words, (int) (kept - behind) * words);
        return result;
    }

    private static void copy(FileChannel channel, long position, long[] to, int start, int length) throws IOException {
        final LongBuffer words =
                bytes(channel, position, (long) length * Long.BYTES).asLongBuffer();
        words.get(to, start, length);
    }

    private static ByteBuffer bytes(FileChannel channel, long position, long length) throws IOException {
        final ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(length)).order(ByteOrder.nativeOrder());
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new EOFException("the file ends too soon");
            }
        }
        return buffer.flip();
    }

    int eventCount() {
        return events.length / EVENT;
    }

    int deliveryCount() {
        return deliveries.length / DELIVERY;
    }

    /** A word of an event: 0 begin, 1 end, 2 about, 3 bytes, 4 place, 5 value. */
    long event(int i, int word) {
        return events[i * EVENT + word];
    }

    /** A word of a delivery: 0 time, 1 about, 2 place and bytes, 3 value. */
    long delivery(int i, int word) {
        return deliveries[i * DELIVERY + word];
    }

    /** How many of the events that are there precede a delivery. */
    int eventsBeforeDelivery(int i) {
        final long all = eventsBefore + eventCount();
        final long before = Layout.eventsBefore(Layout.site(delivery(i, 1)), all);
        return (int) Math.max(0, Math.min(eventCount(), before - eventsBefore));
    }
}
