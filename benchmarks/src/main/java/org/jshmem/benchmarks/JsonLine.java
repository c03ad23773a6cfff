package org.jshmem.benchmarks;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A flat JSON object on a line of its own, as the programs in C and in Java print their results. */
public final class JsonLine {
    private static final Pattern MEMBER = Pattern.compile("\"(\\w+)\": (?:\"([^\"]*)\"|([-+.0-9eE]+))");

    private JsonLine() {}

    /**
     * Reads a line.
     *
     * @param line any line of the output
     * @return strings and numbers by name; empty if the line is no object
     */
    public static Map<String, String> members(String line) {
        Map<String, String> members = new HashMap<>();
        if (line.startsWith("{")) {
            Matcher matcher = MEMBER.matcher(line);
            while (matcher.find()) {
                members.put(matcher.group(1), matcher.group(2) != null ? matcher.group(2) : matcher.group(3));
            }
        }
        return members;
    }
}
