package org.jshmem.oshmem;

import java.util.Locale;

/** The atomic routines, for signed or unsigned integers as every library has them. */
public enum AtomicFunction {
    /** Returns the value. */
    FETCH(""),
    /** Stores the operand. */
    SET(""),
    /** Stores the operand, and returns the value before. */
    SWAP(""),
    /** Stores the operand if the value is the expected one, and returns the value before. */
    COMPARE_SWAP(""),
    /** Adds the operand. */
    ADD(""),
    /** Adds the operand, and returns the value before. */
    FETCH_ADD(""),
    /** Combines by AND. */
    AND("u"),
    /** Combines by AND, and returns the value before. */
    FETCH_AND("u"),
    /** Combines by OR. */
    OR("u"),
    /** Combines by OR, and returns the value before. */
    FETCH_OR("u"),
    /** Combines by XOR. */
    XOR("u"),
    /** Combines by XOR, and returns the value before. */
    FETCH_XOR("u");

    private final String sign;

    AtomicFunction(String sign) {
        this.sign = sign;
    }

    /** The part of its name that follows {@code shmem_}. */
    String suffix(String type) {
        return sign + type + "_atomic_" + name().toLowerCase(Locale.ROOT);
    }
}
