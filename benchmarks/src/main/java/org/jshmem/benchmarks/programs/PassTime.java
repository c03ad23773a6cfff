package org.jshmem.benchmarks.programs;

import java.util.Map;
import java.util.Optional;
import org.jshmem.benchmarks.JsonLine;

/**
 * One pass of a program.
 *
 * @param pass 1, 2, 3 …
 * @param ns how long the slowest PE took
 * @param check the sum that C and Java have to agree on
 * @param allocatedBytes Java heap allocated meanwhile, the most of any PE; 0 in C
 */
public record PassTime(int pass, long ns, long check, long allocatedBytes) {
    /**
     * A pass that allocates nothing.
     *
     * @param pass 1, 2, 3 …
     * @param ns how long the slowest PE took
     * @param check the sum that C and Java have to agree on
     */
    public PassTime(int pass, long ns, long check) {
        this(pass, ns, check, 0);
    }

    String line() {
        return "{\"pass\": " + pass + ", \"ns\": " + ns + ", \"check\": \"" + Long.toHexString(check)
                + "\", \"allocatedBytes\": " + allocatedBytes + "}";
    }

    /**
     * Reads back one line of either program.
     *
     * @param line a line of the output
     * @return what it says, or nothing if it says something else
     */
    public static Optional<PassTime> parse(String line) {
        final Map<String, String> members = JsonLine.members(line);
        if (!members.containsKey("pass")) {
            return Optional.empty();
        }
        return Optional.of(new PassTime(
                Integer.parseInt(members.get("pass")),
                Long.parseLong(members.get("ns")),
                Long.parseUnsignedLong(members.get("check"), 16),
                Long.parseLong(members.getOrDefault("allocatedBytes", "0"))));
    }
}
