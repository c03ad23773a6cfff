package org.jshmem.messages;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.agrona.UnsafeApi;

/**
 * A message that is read in place: in the sender's memory if that is shared, or where the message has arrived. Indices
 * count elements of the type that is read, from the start of the message.
 *
 * <p>A view is valid only during the call of a {@link MessageVisitor}; the library reuses the object.
 */
public final class MessageView {
    private static final boolean UNSAFE =
            Object.class.getModule().isExported("jdk.internal.misc", UnsafeApi.class.getModule());

    private static final ValueLayout.OfByte BYTE = JAVA_BYTE;
    private static final ValueLayout.OfShort SHORT = JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfInt INT = JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfFloat FLOAT = JAVA_FLOAT_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLE = JAVA_DOUBLE_UNALIGNED;

    private final MemorySegment memory;
    private final Envelope envelope = new Envelope();
    private long address;

    /**
     * Creates a view without a message; for the library.
     *
     * @param memory all memory of this process
     */
    public MessageView(MemorySegment memory) {
        this.memory = memory;
    }

    /**
     * Shows a message; for the library.
     *
     * @param start its address
     * @return the envelope of the message, which the library fills
     */
    public Envelope show(long start) {
        address = start;
        return envelope;
    }

    /**
     * The sender, the tag and the size.
     *
     * @return the envelope, valid as long as this view
     */
    public Envelope envelope() {
        return envelope;
    }

    /**
     * The sender.
     *
     * @return its number in the team
     */
    public int source() {
        return envelope.source();
    }

    /**
     * The tag.
     *
     * @return 0 or more
     */
    public int tag() {
        return envelope.tag();
    }

    /**
     * The size of the message.
     *
     * @return bytes
     */
    public long bytes() {
        return envelope.bytes();
    }

    // typed:begin
    /**
     * An element of a message of {@code double}.
     *
     * @param index which
     * @return its value
     */
    public double getDouble(long index) {
        final long place = address + Objects.checkIndex(index, envelope.bytes() / Double.BYTES) * Double.BYTES;
        return UNSAFE ? UnsafeApi.getDouble(null, place) : memory.get(DOUBLE, place);
    }

    /**
     * Copies elements of a message of {@code double}.
     *
     * @param start the first element to copy
     * @param dest the destination
     * @param index the first element in {@code dest}
     * @param nelems how many
     */
    public void copy(long start, double[] dest, int index, int nelems) {
        Objects.checkFromIndexSize(start, nelems, envelope.bytes() / Double.BYTES);
        MemorySegment.copy(memory, DOUBLE, address + start * Double.BYTES, dest, index, nelems);
    }

    // typed:end
    @Override
    public String toString() {
        return envelope.toString();
    }
}
