package org.jshmem.junit;

import org.opentest4j.AssertionFailedError;
import org.opentest4j.ValueWrapper;

/**
 * A failure on a PE, with the stack that it had there. The exception itself stays on the PE, as its class or what it
 * refers to may not be serializable.
 */
final class PeFailure extends AssertionFailedError {
    private static final long serialVersionUID = 1;

    /**
     * @param message says where, and what it was
     * @param expected what an assertion expected, or null if it did not say
     * @param actual what it had instead, likewise
     * @param cause what had caused it there, or null
     */
    PeFailure(String message, String expected, String actual, PeFailure cause, StackTraceElement... stack) {
        super(message, wrapped(expected), wrapped(actual), cause);
        setStackTrace(stack);
    }

    private static ValueWrapper wrapped(String text) {
        return text == null ? null : ValueWrapper.create(text, text);
    }

    @Override
    public boolean isExpectedDefined() {
        return isThere(getExpected());
    }

    @Override
    public boolean isActualDefined() {
        return isThere(getActual());
    }

    /** The superclass wraps a null, too. */
    private static boolean isThere(ValueWrapper value) {
        return value != null && value.getValue() != null;
    }
}
