package org.jshmem.mutation;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Who is to see a defect.
 *
 * @param kind whether it is a part of the kit or some tests
 * @param transport where the kit runs, as {@link SetUp#place} says
 * @param selection cases of the kit, as a regular expression; or names of test classes of the module, with commas, or
 *     of methods, as in {@code SomeTest#shouldDoIt}; those of another module as
 *     {@code tests/schedules/SomeTest,AnotherTest}
 */
record Judge(Kind kind, String transport, String selection) {
    enum Kind {
        KIT,
        TEST
    }

    static Judge kit(String line) {
        final int blank = line.indexOf(' ');
        if (blank < 0) {
            throw new IllegalArgumentException("\"kit: " + line + "\" is to be \"kit: TRANSPORT REGEX\"");
        }
        return new Judge(
                Kind.KIT, line.substring(0, blank), line.substring(blank + 1).strip());
    }

    static Judge test(String line) {
        return new Judge(Kind.TEST, "", line);
    }

    /**
     * What has to pass without a defect: the tests; for the kit, which passes as every build shows, one case, so that
     * jobs are known to run on its transport here.
     */
    Judge control() {
        return kind == Kind.TEST ? this : new Judge(Kind.KIT, transport, "put:Longs");
    }

    /** Where the tests are, if not in the module that has the defect. */
    Path module(Path other) {
        final int slash = kind == Kind.TEST ? selection.lastIndexOf('/') : -1;
        return slash < 0 ? other : Path.of(selection.substring(0, slash));
    }

    /** The tests, without their module. */
    List<String> tests() {
        return Arrays.stream(selection.substring(selection.lastIndexOf('/') + 1).split(","))
                .map(String::strip)
                .toList();
    }

    @Override
    public String toString() {
        return kind == Kind.KIT ? "kit, " + transport + ": " + selection : "test " + selection;
    }
}
