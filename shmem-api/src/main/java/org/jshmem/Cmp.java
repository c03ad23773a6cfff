package org.jshmem;

/**
 * How waiting and testing compare an element with a value (spec: Point-To-Point Synchronization). Elements are signed.
 * The comparators named unsigned treat both sides as unsigned numbers of the element's width; use them where C has an
 * unsigned type.
 */
public enum Cmp {
    /** Equal. */
    EQ,
    /** Not equal. */
    NE,
    /** Greater, signed. */
    GT,
    /** Greater or equal, signed. */
    GE,
    /** Less, signed. */
    LT,
    /** Less or equal, signed. */
    LE,
    /** Greater, unsigned. */
    GT_UNSIGNED,
    /** Greater or equal, unsigned. */
    GE_UNSIGNED,
    /** Less, unsigned. */
    LT_UNSIGNED,
    /** Less or equal, unsigned. */
    LE_UNSIGNED;

    /** Compares; {@code int}s may be widened with their sign, which keeps their unsigned order too. */
    boolean holds(long element, long value) {
        return switch (this) {
            case EQ -> element == value;
            case NE -> element != value;
            case GT -> element > value;
            case GE -> element >= value;
            case LT -> element < value;
            case LE -> element <= value;
            case GT_UNSIGNED -> Long.compareUnsigned(element, value) > 0;
            case GE_UNSIGNED -> Long.compareUnsigned(element, value) >= 0;
            case LT_UNSIGNED -> Long.compareUnsigned(element, value) < 0;
            case LE_UNSIGNED -> Long.compareUnsigned(element, value) <= 0;
        };
    }

    /** Whether it takes both sides as unsigned numbers. */
    private boolean isUnsigned() {
        return compareTo(LE) > 0;
    }

    /** What it asks of an element of so many bytes, for people: {@code >= 5}. */
    String describe(long value, int elementBytes) {
        final String sign = switch (this) {
            case EQ -> "==";
            case NE -> "!=";
            case GT, GT_UNSIGNED -> ">";
            case GE, GE_UNSIGNED -> ">=";
            case LT, LT_UNSIGNED -> "<";
            case LE, LE_UNSIGNED -> "<=";
        };
        return sign + " " + number(value, elementBytes) + (isUnsigned() && value < 0 ? " (unsigned)" : "");
    }

    /** A number as it takes it. */
    String number(long value, int elementBytes) {
        if (!isUnsigned()) {
            return Long.toString(value);
        }
        return elementBytes == Integer.BYTES ? Integer.toUnsignedString((int) value) : Long.toUnsignedString(value);
    }

    /** The same with unsigned order. */
    Cmp unsigned() {
        return switch (this) {
            case GT -> GT_UNSIGNED;
            case GE -> GE_UNSIGNED;
            case LT -> LT_UNSIGNED;
            case LE -> LE_UNSIGNED;
            default -> this;
        };
    }
}
