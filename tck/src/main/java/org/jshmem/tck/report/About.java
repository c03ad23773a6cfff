package org.jshmem.tck.report;

import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.tck.CaseTable;
import org.jshmem.tck.Harness;

/**
 * What was run, and where.
 *
 * @param subject the implementation that was judged
 * @param selection what of the kit was asked for, as options
 * @param command the command with its options, but without those that say which cases are run on what
 * @param profiles what it was held to
 * @param seed what random programs, fuzzers and litmus tests begin with
 * @param began when
 * @param millis how long it took
 */
public record About(
        String subject, String selection, String command, String profiles, long seed, Instant began, long millis) {
    private static final Pattern SEED = Pattern.compile("(?i)seed[ =](-?\\d+)");

    /** The Java and the machine that the command runs on. */
    static String machine() {
        return "Java " + Runtime.version() + ", " + System.getProperty("os.name") + " "
                + System.getProperty("os.version") + ", " + System.getProperty("os.arch") + ", "
                + Runtime.getRuntime().availableProcessors() + " CPUs";
    }

    /** What runs a case again as it was; where a failure names a seed of its own, with that. */
    String again(Harness.Result result) {
        final String start = command + (hasTransport() ? " --transport " + result.transport() : "");
        if (CaseTable.ifAny(result.id()).isEmpty()) {
            return start + " --program '" + result.id() + "'";
        }
        final Matcher own = SEED.matcher(result.message().lines().findFirst().orElse(""));
        return start + " --seed " + (own.find() ? own.group(1) : seed) + " '" + result.id() + "'";
    }

    /** A C library of OpenSHMEM has no choice of ours. */
    private boolean hasTransport() {
        return command.startsWith("bin/tck run");
    }
}
