package org.jshmem.heap;

import java.lang.foreign.ValueLayout;

/**
 * The layouts by which elements are moved between Java arrays and memory: unaligned, because the JIT compiler then
 * omits the alignment test.
 */
public final class ElementLayouts {
    /** Elements of type {@code byte}. */
    public static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    /** Elements of type {@code short}. */
    public static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    /** Elements of type {@code int}. */
    public static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    /** Elements of type {@code long}. */
    public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    /** Elements of type {@code float}. */
    public static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
    /** Elements of type {@code double}. */
    public static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private ElementLayouts() {}
}
