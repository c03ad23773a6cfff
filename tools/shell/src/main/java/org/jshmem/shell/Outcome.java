package org.jshmem.shell;

import java.io.Serializable;
import java.util.List;

/** How a snippet has ended on one PE. */
sealed interface Outcome extends Serializable {
    /** It has a value, as text; null if the snippet has none. */
    record Value(String text) implements Outcome {}

    /**
     * It has thrown an exception.
     *
     * @param className the class of the exception
     * @param message its message, or null
     * @param stack where it was thrown
     */
    record Thrown(String className, String message, List<StackTraceElement> stack) implements Outcome {}

    /** It has used something whose declaration is missing; the number is that of the snippet that uses it. */
    record Unresolved(int snippet, List<StackTraceElement> stack) implements Outcome {}

    /**
     * It was interrupted.
     *
     * @param flow the call of a flow that was interrupted, or null
     */
    record Interrupted(String flow) implements Outcome {}

    /** It could not be run. */
    record Failed(String why) implements Outcome {}
}
