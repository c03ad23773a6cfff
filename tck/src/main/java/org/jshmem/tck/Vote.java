package org.jshmem.tck;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one PE says about one case: a line of its standard output, found anywhere in a line because launchers may put a
 * tag before it.
 *
 * @param heardNs when it was read, by {@link System#nanoTime()}
 */
record Vote(String id, int pe, int nPes, long checks, boolean passed, String message, long heardNs) {
    private static final Pattern LINE =
            Pattern.compile("jshmem-tck vote (\\S+) pe=(\\d+) npes=(\\d+) checks=(\\d+) (pass|fail)(?: (.*))?$");
    private static final int MOST = 3500;

    static Vote of(String id, int pe, int nPes, long checks, long failed, List<String> failures, String notes) {
        final String what = failed + " of " + checks + " checks failed: " + String.join(" | ", failures);
        return new Vote(id, pe, nPes, checks, failed == 0, failed == 0 ? notes : what, 0);
    }

    static Optional<Vote> parse(String line) {
        final Matcher matcher = LINE.matcher(line);
        if (!matcher.find()) {
            return Optional.empty();
        }
        return Optional.of(new Vote(
                matcher.group(1),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)),
                Long.parseLong(matcher.group(4)),
                matcher.group(5).equals("pass"),
                matcher.group(6) == null ? "" : matcher.group(6),
                System.nanoTime()));
    }

    /** Writes the line at once, so that no other text gets into it. */
    void print() {
        final String text = message.replaceAll("\\R", " / ");
        final String shown = text.length() > MOST ? text.substring(0, MOST) + "..." : text;
        System.out.print("jshmem-tck vote " + id + " pe=" + pe + " npes=" + nPes + " checks=" + checks + " "
                + ((passed ? "pass " : "fail ") + shown).strip() + System.lineSeparator());
        System.out.flush();
    }
}
