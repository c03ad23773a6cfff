package org.jshmem.transport.ofi.domain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much memory this process may lock, and so a network may pin for it. */
public final class LockedMemory {
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final String NAME = "Max locked memory";

    private LockedMemory() {}

    /** Why memory cannot be registered, with the limit, and what to do about it. */
    public static String remedy() {
        return "there is too little memory, or the limit of locked memory is too low, " + limit()
                + " (ulimit -l): raise it on all nodes";
    }

    /** The limit in words, for messages. */
    static String limit() {
        try {
            for (String line : Files.readAllLines(LIMITS)) {
                if (line.startsWith(NAME)) {
                    final String soft = line.substring(NAME.length()).strip().split(" ")[0];
                    return soft.equals("unlimited") ? soft : soft + " bytes now";
                }
            }
        } catch (IOException e) {
            return "unknown";
        }
        return "unknown";
    }
}
