package org.jshmem.trace;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jshmem.spi.ShmemProvider;

/**
 * The records of a thread in a mapped file, which outlives the process. {@link Layout} describes it. One thread at a
 * time may write.
 */
final class TraceFile {
    private static final MemorySegment MEMORY = ShmemProvider.current().memory();
    private static final int CHUNK = 1 << 20;

    private final long header;
    private final long eventsBegin;
    private final long eventsEnd;
    private final long deliveriesBegin;
    private final long deliveriesEnd;
    private long nextEvent;
    private long nextDelivery;
    private long events;
    private long deliveries;

    /**
     * Makes a file.
     *
     * @param file must not exist
     * @param pe the number of this PE
     * @param number the number of the thread in this PE
     * @param name the name of the thread
     * @param bytes the size of the file
     * @throws IOException if the file cannot be made
     */
    TraceFile(Path file, int pe, int number, String name, long bytes) throws IOException {
        final long each = (bytes - Layout.HEADER) / 2;
        final long eventRoom = each / Layout.EVENT;
        final long deliveryRoom = each / Layout.DELIVERY;
        header = map(file, bytes);
        eventsBegin = header + Layout.HEADER;
        eventsEnd = eventsBegin + eventRoom * Layout.EVENT;
        deliveriesBegin = eventsEnd;
        deliveriesEnd = deliveriesBegin + deliveryRoom * Layout.DELIVERY;
        nextEvent = eventsBegin;
        nextDelivery = deliveriesBegin;
        put(header + Layout.PE, pe);
        put(header + Layout.THREAD, number);
        put(header + Layout.EVENT_ROOM, eventRoom);
        put(header + Layout.DELIVERY_ROOM, deliveryRoom);
        final byte[] text = name.getBytes(StandardCharsets.UTF_8);
        final int length = Math.min(text.length, Layout.MOST_NAME_BYTES);
        put(header + Layout.NAME_BYTES, length);
        MemorySegment.copy(text, 0, MEMORY, ValueLayout.JAVA_BYTE, header + Layout.NAME, length);
        publish(header, Layout.MAGIC);
    }

    /** Writes zeros first: if the disk is full, that throws, whereas a store to the mapped file would end the JVM. */
    private static long map(Path file, long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK);
            for (long done = 0; done < bytes; ) {
                zeros.clear().limit((int) Math.min(CHUNK, bytes - done));
                done += channel.write(zeros);
            }
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.global())
                    .address();
        }
    }

    private static void put(long address, long value) {
        MEMORY.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value);
    }

    private static void publish(long address, long value) {
        VarHandle.releaseFence();
        put(address, value);
    }

    void event(long begin, long end, long about, long bytes, long place, long value) {
        final long at = nextEvent;
        put(at, begin);
        put(at + 8, end);
        put(at + 16, about);
        put(at + 24, bytes);
        put(at + 32, place);
        put(at + 40, value);
        nextEvent = at + Layout.EVENT == eventsEnd ? eventsBegin : at + Layout.EVENT;
        publish(header + Layout.EVENTS, ++events);
    }

    /** Writes deliveries, which begin at the begin of an array; no more than there is room for. */
    void deliveries(long[] words, int length) {
        final int room = (int) ((deliveriesEnd - nextDelivery) / Long.BYTES);
        final int first = Math.min(room, length);
        MemorySegment.copy(words, 0, MEMORY, ValueLayout.JAVA_LONG_UNALIGNED, nextDelivery, first);
        nextDelivery += (long) first * Long.BYTES;
        if (nextDelivery == deliveriesEnd) {
            MemorySegment.copy(words, first, MEMORY, ValueLayout.JAVA_LONG_UNALIGNED, deliveriesBegin, length - first);
            nextDelivery = deliveriesBegin + (long) (length - first) * Long.BYTES;
        }
        deliveries += length / (Layout.DELIVERY / Long.BYTES);
        publish(header + Layout.DELIVERIES, deliveries);
    }

    /** The number of events so far. */
    long events() {
        return events;
    }

    /** The thread is in something that may last; the last that was opened counts. */
    void open(long about, long begin) {
        put(header + Layout.OPEN_BEGIN, begin);
        put(header + Layout.OPEN_SEEN, begin);
        publish(header + Layout.OPEN, about);
    }

    /** It still is. */
    void seen(long time) {
        put(header + Layout.OPEN_SEEN, time);
    }

    void close() {
        put(header + Layout.OPEN, 0);
    }
}
