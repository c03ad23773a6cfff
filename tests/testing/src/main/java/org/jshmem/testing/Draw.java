package org.jshmem.testing;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The part of the similar tests that one build runs. Similar tests are, in the conformance kit, the cases on heaps that
 * PEs copy by the kernel, the cases of other element types than long, the set-ups over the network and the planted
 * defects; tests on a bare machine; and tests with the tag {@value #DRAWN}. All of them together would take longer than
 * all other tests, and hardly one ever fails alone. A build therefore runs one of 48 parts and prints which part it
 * ran. The part follows from the commit ({@link CommitNumber}): two builds of one commit run the same tests, and 48
 * commits in a row cover all of them. {@code -Djshmem.draw=all} runs all parts, {@code -Djshmem.draw=2} the second
 * part.
 */
public final class Draw {
    /**
     * The tag of methods, or of classes for all of their methods, each of which is in one part ({@link DrawFilter}).
     */
    public static final String DRAWN = "drawn";

    /** The property that says which part. */
    public static final String PROPERTY = "jshmem.draw";

    /** All parts. */
    public static final Draw ALL = new Draw(null);

    /** Maven's test JVMs have it; an IDE takes over the settings of the build, too, and runs what somebody picks. */
    private static final String SUREFIRE = "surefire.test.class.path";

    private static final String NAME_OF_ALL = "all";
    private static final String BY_COMMIT = "commit";
    private static final int PARTS = 48;

    /** From 0; null for all. */
    private final Integer part;

    private Draw(Integer part) {
        this.part = part;
    }

    /**
     * The part that this build runs.
     *
     * @return what the property says; all, if it says nothing, {@code -Dtest} picks tests, or it is no build that runs
     *     them
     * @throws ExceptionInInitializerError if the property makes no sense
     */
    public static Draw ofThisBuild() {
        return ThisBuild.DRAW;
    }

    /** Asks Git only once. */
    private static final class ThisBuild {
        static final Draw DRAW = isBuild() ? of(System.getProperty(PROPERTY, NAME_OF_ALL)) : ALL;

        private static boolean isBuild() {
            return System.getProperty(SUREFIRE) != null && System.getProperty("test") == null;
        }
    }

    /**
     * Reads the property.
     *
     * @param text "all"; the number of a part, from 1; or "commit" for the part of the commit that is checked out,
     *     which is all parts where there is no Git repository
     */
    public static Draw of(String text) {
        if (text.equals(NAME_OF_ALL)) {
            return ALL;
        }
        if (text.equals(BY_COMMIT)) {
            final OptionalLong number = CommitNumber.ofHead(Path.of(""));
            return number.isPresent() ? ofCommit(number.getAsLong()) : ALL;
        }
        for (int part = 0; part < PARTS; part++) {
            if (text.equals(Integer.toString(part + 1))) {
                return new Draw(part);
            }
        }
        throw new IllegalArgumentException(
                "-D" + PROPERTY + "=" + text + ": pass all, commit, or the number of a part, 1 to " + PARTS);
    }

    static Draw ofCommit(long number) {
        return new Draw((int) Math.floorMod(number, (long) PARTS));
    }

    /**
     * Whether a test is of this part.
     *
     * @param name the test's; those of a kind spread over all parts
     * @return true for each name in exactly one part
     */
    public boolean has(String name) {
        return has(name, PARTS);
    }

    /**
     * Whether a test is of this part, for a kind of tests of which each build runs a larger share.
     *
     * @param name the test's
     * @param share 4 if each build runs a quarter of them
     * @return true for each name in one of {@code share} parts in a row
     */
    public boolean has(String name, int share) {
        return part == null || Math.floorMod(name.hashCode(), share) == part % share;
    }

    /**
     * Deals out things that take about equally long, one to each part in turn, and returns those of this part.
     *
     * @param name the name of the list. It decides which part gets the first element, so that the first elements of all
     *     lists are not in the same part
     * @param all the list
     * @param <T> what they are
     * @return in the same order
     */
    public <T> List<T> from(String name, List<T> all) {
        return part == null
                ? all
                : IntStream.iterate(Math.floorMod(part - name.hashCode(), PARTS), i -> i < all.size(), i -> i + PARTS)
                        .mapToObj(all::get)
                        .toList();
    }

    /**
     * Picks one of a few things for this part. Parts in a row pick them in turn.
     *
     * @param all at least one
     * @param <T> what they are
     * @return a list of the one; of all, if this build runs all parts
     */
    public <T> List<T> oneOf(List<T> all) {
        return part == null ? all : List.of(all.get(part % all.size()));
    }

    @Override
    public String toString() {
        return part == null
                ? "all similar tests"
                : "part " + (part + 1) + " of " + PARTS + " of the similar tests (-D" + PROPERTY + "=" + (part + 1)
                        + " runs it again, all runs all)";
    }
}
