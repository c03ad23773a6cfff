package org.jshmem.tck;

import java.util.concurrent.TimeUnit;

/** How long cases go on that draw what they do: as long as {@code JSHMEM_TCK_RANDOM_SECONDS} says, if it is set. */
public final class RandomTime {
    private static final String VARIABLE = "JSHMEM_TCK_RANDOM_SECONDS";

    private RandomTime() {}

    /**
     * The time of a case.
     *
     * @param usualMs in milliseconds, if the variable is not set
     * @return in nanoseconds
     */
    public static long ns(long usualMs) {
        final long seconds = seconds();
        return seconds == 0 ? TimeUnit.MILLISECONDS.toNanos(usualMs) : TimeUnit.SECONDS.toNanos(seconds);
    }

    /** The seconds that the variable asks for; 0 if it is not set. */
    static long seconds() {
        final String given = System.getenv(VARIABLE);
        return given == null ? 0 : Long.parseLong(given);
    }
}
