package org.jshmem.tck.command;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.tck.Harness;

/** What came of a case on a C library. */
enum Verdict {
    /** All checks hold. */
    PASSED,
    /** A check does not hold, or the job ended in another way than it should. */
    FAILED,
    /** The library ended a process. */
    CRASHED,
    /** The job had to be killed. */
    HUNG,
    /** The library does not have a routine that the case calls, or does not make the context, as it may. */
    MISSING,
    /** The case calls a form that C does not have. */
    JAVA_ONLY;

    /** How the exceptions for routines that are not there begin. */
    private static final Pattern MISSING_ROUTINE = Pattern.compile("MissingRoutineException: missing (\\w+)"
            + "|ShmemException: (shmem_ctx_create|shmem_team_create_ctx) returned");

    private static final String BEYOND = "is beyond OpenSHMEM";

    /** How many checks of a PE failed. */
    private static final Pattern FAILURES = Pattern.compile("(\\d{1,9}) of \\d+ checks failed");

    /** The signals by their names, by their numbers as Hydra says them, and by the status of a shell. */
    private static final Pattern SIGNAL =
            Pattern.compile("SIG(SEGV|ABRT|BUS|FPE|ILL)|exited on signal|\\(signal (4|6|7|8|11)\\)"
                    + "|ended with status 1(3[0-9]|4[0-9])\\b");

    /**
     * @param missing a routine that is not there and that the case has called, which its message need not say; empty
     *     for none
     */
    static Verdict of(Harness.Result result, String missing) {
        final String message = result.message();
        if (result.passed()) {
            return PASSED;
        }
        if (!hasOtherFailures(message)) {
            if (MISSING_ROUTINE.matcher(message).find() || !missing.isEmpty()) {
                return MISSING;
            }
            if (message.contains(BEYOND)) {
                return JAVA_ONLY;
            }
        }
        if (message.contains("the job hung")) {
            return HUNG;
        }
        return SIGNAL.matcher(message).find() ? CRASHED : FAILED;
    }

    /** Whether more checks of a PE failed than the one that such an exception fails in each of its threads. */
    private static boolean hasOtherFailures(String message) {
        final Matcher failures = FAILURES.matcher(message);
        boolean hasMore = failures.find();
        while (hasMore) {
            final long count = Long.parseLong(failures.group(1));
            final int start = failures.end();
            hasMore = failures.find();
            final String ofPe = message.substring(start, hasMore ? failures.start() : message.length());
            if (count > 1 && count > MISSING_ROUTINE.matcher(ofPe).results().count()) {
                return true;
            }
        }
        return false;
    }

    /** The routine that is not there, as the message of {@link #MISSING} says it; empty if it does not. */
    static String missingRoutine(Harness.Result result) {
        return MISSING_ROUTINE
                .matcher(result.message())
                .results()
                .map(match -> match.group(1) == null ? "context from " + match.group(2) : match.group(1))
                .findFirst()
                .orElse("");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
