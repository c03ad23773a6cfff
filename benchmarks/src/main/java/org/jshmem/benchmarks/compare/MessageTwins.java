package org.jshmem.benchmarks.compare;

import java.util.Set;

/** Which operation in C is the twin of one in Java. */
final class MessageTwins {
    private static final Set<String> WAYS = Set.of("shared memory", "Java arrays", "messages", "visited", "one-sided");
    private static final String SEPARATOR = ", ";

    private MessageTwins() {}

    /** Several ways to do it in Java have the same twin. */
    static String inC(String operation) {
        final int end = operation.lastIndexOf(SEPARATOR);
        return end >= 0 && WAYS.contains(operation.substring(end + SEPARATOR.length()))
                ? operation.substring(0, end)
                : operation;
    }
}
