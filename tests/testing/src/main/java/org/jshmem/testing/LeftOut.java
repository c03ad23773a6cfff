package org.jshmem.testing;

import java.util.List;

/**
 * Tests that were left out for one reason; a line of the file that each test JVM writes and {@link LeftOutTable} reads.
 *
 * @param requirement what was missing, "-" for a reason of another kind
 * @param reason why, in words
 * @param packages what to install on Debian, "-" if nothing helps
 * @param tests how many
 */
record LeftOut(String requirement, String reason, String packages, long tests) {
    /** Beneath a module's directory. */
    static final String FILE = "target/left-out.tsv";

    /** Begins the line with the number of all tests. */
    static final String TESTS = "tests";

    private static final int FIELDS = 4;

    String line() {
        return String.join("\t", requirement, reason.replaceAll("\\s+", " "), packages, Long.toString(tests));
    }

    static LeftOut parse(String line) {
        final String[] fields = line.split("\t", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("\"" + line + "\" is no line of " + FILE);
        }
        return new LeftOut(fields[0], fields[1], fields[2], Long.parseLong(fields[3]));
    }

    /** The same reason, and the tests of all. */
    static LeftOut sum(List<LeftOut> same) {
        final LeftOut first = same.getFirst();
        return new LeftOut(
                first.requirement,
                first.reason,
                first.packages,
                same.stream().mapToLong(LeftOut::tests).sum());
    }

    @Override
    public String toString() {
        return tests + (tests == 1 ? " test" : " tests") + " left out: " + reason
                + (packages.equals("-") ? "" : " (Debian: apt-get install " + packages + ")");
    }
}
