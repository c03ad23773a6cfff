package org.jshmem.benchmarks.calls;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jshmem.benchmarks.JsonLine;

/**
 * What calls of an operation took in a phase of the program.
 *
 * @param operation the operation's name
 * @param phase when the calls were made
 * @param calls how many calls PE 0 made
 * @param meanNs mean time of a call, over all PEs
 * @param p50Ns median of the calls of PE 0; 0 where calls were not timed one by one
 * @param p99Ns 99th percentile of the same
 */
public record CallTimes(String operation, Phase phase, long calls, double meanNs, double p50Ns, double p99Ns) {
    /** A part of a program's time. */
    public enum Phase {
        /** The first quarter of a second. */
        FIRST("first"),
        /** After half a second, each call timed by itself. */
        STEADY("steady"),
        /** After that, calls back to back, with a clock around many. */
        BACK_TO_BACK("back to back");

        private final String label;

        Phase(String label) {
            this.label = label;
        }

        @Override
        public String toString() {
            return label;
        }

        private static Phase of(String label) {
            for (Phase phase : values()) {
                if (phase.label.equals(label)) {
                    return phase;
                }
            }
            throw new IllegalArgumentException("phase=" + label + " is none of those that are measured");
        }
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "{\"operation\": \"%s\", \"phase\": \"%s\", \"calls\": %d, \"meanNs\": %.1f, \"p50Ns\": %.0f,"
                        + " \"p99Ns\": %.0f}",
                operation,
                phase,
                calls,
                meanNs,
                p50Ns,
                p99Ns);
    }

    /**
     * Reads back one line of either program.
     *
     * @param line a line of the output
     * @return what it says, or nothing if it says something else
     */
    public static Optional<CallTimes> parse(String line) {
        Map<String, String> members = JsonLine.members(line);
        if (!members.containsKey("phase") || !members.containsKey("calls")) {
            return Optional.empty();
        }
        return Optional.of(new CallTimes(
                members.get("operation"),
                Phase.of(members.get("phase")),
                Long.parseLong(members.get("calls")),
                Double.parseDouble(members.get("meanNs")),
                Double.parseDouble(members.get("p50Ns")),
                Double.parseDouble(members.get("p99Ns"))));
    }
}
