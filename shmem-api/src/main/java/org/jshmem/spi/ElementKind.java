package org.jshmem.spi;

/** The element types of symmetric arrays. */
public enum ElementKind {
    /** {@code byte}. */
    BYTE(Byte.BYTES),
    /** {@code short}. */
    SHORT(Short.BYTES),
    /** {@code int}. */
    INT(Integer.BYTES),
    /** {@code long}. */
    LONG(Long.BYTES),
    /** {@code float}. */
    FLOAT(Float.BYTES),
    /** {@code double}. */
    DOUBLE(Double.BYTES);

    /** The size of an element. */
    public final int bytes;

    ElementKind(int bytes) {
        this.bytes = bytes;
    }
}
