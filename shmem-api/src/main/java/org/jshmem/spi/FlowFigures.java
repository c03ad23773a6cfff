package org.jshmem.spi;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import java.util.stream.Collectors;

/**
 * The figures of a flow of records on this PE, for tools, or the sums of several flows. If there is a tool,
 * {@link RuntimeEvents#flowMade} makes them for a flow.
 *
 * <p><b>Threads.</b> The thread that made the flow writes, with plain stores. Any thread may read, and sees everything
 * a little later.
 */
public final class FlowFigures {
    private static final int PUBLISHED = 0;
    private static final int FORWARDED = 1;
    private static final int HANDLED = 2;
    private static final int BUFFERS = 3;
    private static final int NOT_FULL = 4;
    private static final int BYTES = 5;
    private static final int CAPACITY = 6;
    private static final int HANDLER_NS = 7;
    private static final int WAITS = 8;
    private static final int WAIT_NS = 9;
    private static final int OVERFLOWED = 10;
    private static final int MEMORY = 11;
    private static final int COUNT = 12;

    private static final String BLANK = " ";

    private final String kind;
    private final String origin;
    private final long[] numbers = new long[COUNT];

    /**
     * Figures that are 0.
     *
     * @param kind what the flow carries
     * @param origin the line of the program that has made the flow; empty for a sum
     */
    public FlowFigures(String kind, String origin) {
        this.kind = kind;
        this.origin = origin;
    }

    /**
     * Counts a buffer that was sent.
     *
     * @param records the number of records in it
     * @param bytes their size
     * @param capacity the size of the buffer in bytes
     */
    public void published(long records, long bytes, long capacity) {
        numbers[PUBLISHED] += records;
        numbers[BUFFERS]++;
        numbers[BYTES] += bytes;
        numbers[CAPACITY] += capacity;
        if (bytes < capacity) {
            numbers[NOT_FULL]++;
        }
    }

    /**
     * Counts records that have come and were handled here, or sent on.
     *
     * @param handled the number of records handled
     * @param forwarded the number of records sent on; these count as published again
     * @param ns time for all of them, in nanoseconds
     */
    public void visited(long handled, long forwarded, long ns) {
        numbers[HANDLED] += handled;
        numbers[FORWARDED] += forwarded;
        numbers[HANDLER_NS] += ns;
    }

    /**
     * Counts a {@code send} that waited for room.
     *
     * @param ns how long, in nanoseconds
     */
    public void waited(long ns) {
        numbers[WAITS]++;
        numbers[WAIT_NS] += ns;
    }

    /**
     * Counts records of handlers that had no room in a buffer, and were kept in further memory.
     *
     * @param records how many
     */
    public void overflowed(long records) {
        numbers[OVERFLOWED] += records;
    }

    /**
     * Counts memory that the flow has allocated.
     *
     * @param bytes how much; negative if it was freed
     */
    public void allocated(long bytes) {
        numbers[MEMORY] += bytes;
    }

    /**
     * The kind of the records.
     *
     * @return the name of a record class or of a primitive type, or of a class that uses the flow
     */
    public String kind() {
        return kind;
    }

    /**
     * The line of the program that has made the flow.
     *
     * @return file and line; empty for a sum
     */
    public String origin() {
        return origin;
    }

    /**
     * The records that this PE has sent, without those that are in a buffer that was not sent yet.
     *
     * @return how many
     */
    public long sent() {
        return Math.max(0, numbers[PUBLISHED] - numbers[FORWARDED]);
    }

    /**
     * The records that handlers of this PE have handled.
     *
     * @return how many
     */
    public long handled() {
        return numbers[HANDLED];
    }

    /**
     * The buffers that this PE has sent.
     *
     * @return how many
     */
    public long buffers() {
        return numbers[BUFFERS];
    }

    /**
     * The buffers that this PE has sent before they were full.
     *
     * @return how many
     */
    public long buffersNotFull() {
        return numbers[NOT_FULL];
    }

    /**
     * The bytes of all buffers sent, including records that this PE has passed on for others.
     *
     * @return bytes
     */
    public long bytes() {
        return numbers[BYTES];
    }

    /**
     * The bytes that would have fitted into all buffers sent.
     *
     * @return bytes
     */
    public long capacityBytes() {
        return numbers[CAPACITY];
    }

    /**
     * How full the buffers were when they were sent.
     *
     * @return 0 to 1, on average; 0 if none was sent
     */
    public double fill() {
        return numbers[CAPACITY] == 0 ? 0 : (double) numbers[BYTES] / numbers[CAPACITY];
    }

    /**
     * The time that this PE has spent in handlers, including the copying of records that it has passed on.
     *
     * @return nanoseconds
     */
    public long handlerNs() {
        return numbers[HANDLER_NS];
    }

    /**
     * How often {@code send} has waited for room.
     *
     * @return how often
     */
    public long waits() {
        return numbers[WAITS];
    }

    /**
     * The time of these waits, including the handlers that ran meanwhile.
     *
     * @return nanoseconds
     */
    public long waitNs() {
        return numbers[WAIT_NS];
    }

    /**
     * The records of handlers that were kept in further memory, because there was no room in a buffer.
     *
     * @return how many
     */
    public long overflowed() {
        return numbers[OVERFLOWED];
    }

    /**
     * The memory of the buffers, and of records that had no room in them.
     *
     * @return bytes; those of a sum are the bytes of the flows that have not ended
     */
    public long memoryBytes() {
        return numbers[MEMORY];
    }

    /**
     * Adds figures of the same kind.
     *
     * @param other the others
     * @return the sum
     */
    public FlowFigures plus(FlowFigures other) {
        return with(other, Long::sum);
    }

    /**
     * Subtracts figures of the same kind, which were taken earlier.
     *
     * @param other the earlier ones
     * @return what has been added since
     */
    public FlowFigures minus(FlowFigures other) {
        return with(other, (now, before) -> now - before);
    }

    private FlowFigures with(FlowFigures other, LongBinaryOperator operator) {
        final FlowFigures result = new FlowFigures(kind, "");
        for (int i = 0; i < COUNT; i++) {
            result.numbers[i] = operator.applyAsLong(numbers[i], other.numbers[i]);
        }
        return result;
    }

    /**
     * The figures as a line of text, for another process.
     *
     * @return numbers separated by blanks, then the kind
     */
    public String write() {
        return Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(BLANK)) + BLANK + kind;
    }

    /**
     * Reads a line of text.
     *
     * @param line what {@link #write} has returned
     * @return the figures, without an origin
     */
    public static FlowFigures read(String line) {
        final String[] words = line.split(BLANK, COUNT + 1);
        final FlowFigures result = new FlowFigures(words[COUNT], "");
        for (int i = 0; i < COUNT; i++) {
            result.numbers[i] = Long.parseLong(words[i]);
        }
        return result;
    }
}
