package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Exceptions that leave the block between init and shutdown on one PE, while others are in it: they are shown, and end
 * the job.
 */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class ThrowerTest {
    private static final int FAILED = 1;
    private static final int OF_GLOBAL_EXIT = 9;
    private static final int TIMED_OUT = 124;
    private static final String EXCEPTION = "java.lang.IllegalStateException: no luck on PE 1";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain compute",
                "plain wait",
                "plain barrier",
                "resources compute",
                "resources barrier-late",
                "finally wait",
                "finally barrier-before",
                "wrapped wait",
                "updates barrier",
                "nested compute"
            })
    void shouldEndTheJobWithAnExceptionThatLeavesTheBlock(String program) throws Exception {
        assertThrown(run(FAILED, program, "-np", "2"));
    }

    /** The other PE cannot be in the flow's end, and says so by its barrier. */
    @ParameterizedTest
    @ValueSource(strings = {"barrier", "barrier-late"})
    void shouldLeaveAFlowForWhichNobodyElseComes(String others) throws Exception {
        final String output = run(FAILED, "flow " + others, "-np", "2");
        assertThrown(output);
        assertLeaves(output, ", and another PE waits for this one in a collective; the other PEs cannot end it");
    }

    @Test
    void shouldSayThatAFlowWaitsForOthersBeforeTheExceptionIsShown() throws Exception {
        final String output = run(FAILED, "flow close-later", "-np", "2");
        assertShown(output);
        assertLeaves(output, ", and is shown when the other PEs have come to the end of that block, too");
    }

    private static void assertLeaves(String output, String what) {
        assertTrue(
                output.matches("(?s)(.*\n)?jshmem: PE 1: an exception leaves the block of the flow made at"
                        + " Thrower.java:\\d+" + what + "\n.*"),
                output);
    }

    /** The other PE has left its block, too, if it gets there before the job ends; the job has failed all the same. */
    @Test
    void shouldFailEvenIfTheOtherPeIsAtTheEndOfItsBlock() throws Exception {
        assertShown(run(FAILED, "plain close-late", "-np", "2"));
    }

    @Test
    void shouldEndTheJobWhereHeapsAreNotMapped() throws Exception {
        assertThrown(run(FAILED, "resources wait", "-np", "3", "-x", "SHMEM_SHR=cma"));
    }

    @Test
    void shouldEndAJobWithATool() throws Exception {
        assertThrown(run(FAILED, "plain compute", "-np", "2", "-x", "SHMEM_TOOL=profile"));
    }

    /** Nobody will ever come to the end of the team; the end of the job must not wait for that. */
    @ParameterizedTest
    @ValueSource(strings = {"close", "close-late"})
    void shouldEndAJobWhoseTeamOnlyOnePeDestroys(String others) throws Exception {
        assertShown(run(FAILED, "team " + others, "-np", "2"));
    }

    /** Threads of the program's own must not keep its JVM. */
    @Test
    void shouldEndTheJobOfAClassThatCannotBeInitialised() throws Exception {
        final String output = Command.run(
                directory,
                FAILED,
                "-np",
                "2",
                "-cp",
                Path.of("target/test-classes").toAbsolutePath().toString(),
                Uninitialised.class.getName());
        assertContains(output, "Exception in thread \"main\" java.lang.IllegalStateException: no luck");
        assertTrue(
                output.matches("(?s).*shmemrun: PE [01] \\(pid \\d+\\) failed: uncaught"
                        + " java.lang.IllegalStateException: no luck\n"),
                output);
    }

    private static void assertThrown(String output) {
        assertShown(output);
        assertFalse(output.contains("fine\n"), output);
    }

    private static void assertShown(String output) {
        assertContains(output, "Exception in thread \"main\" " + EXCEPTION);
        assertContains(output, "\tat org.jshmem.system.Thrower.throwOn(Thrower.java:");
        assertTrue(output.matches("(?s).*shmemrun: PE 1 \\(pid \\d+\\) failed: uncaught " + EXCEPTION + "\n"), output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"caught", "exit"})
    void shouldFailEvenIfTheProgramEndsWell(String form) throws Exception {
        final String output = run(FAILED, form + " compute", "-np", "3");
        assertContains(output, "caught no luck on PE 1");
        assertTrue(
                output.matches(
                        "(?s).*shmemrun: PE 1 \\(pid \\d+\\) failed: an exception ended its block between init\\(\\)"
                                + " and shutdown\\(\\), which PE 0, PE 2 had not left\n"),
                output);
    }

    @Test
    void shouldLetTheProgramEndTheJobItself() throws Exception {
        final String output = run(OF_GLOBAL_EXIT, "globalExit compute", "-np", "2");
        assertContains(output, "called globalExit(9)");
    }

    @Test
    void shouldShowAnExceptionOfAllPes() throws Exception {
        assertContains(run(FAILED, "resources all", "-np", "2"), "IllegalStateException: no luck on PE");
    }

    @Test
    void shouldShowTheExceptionOfTheOnlyPe() throws Exception {
        final String output = run(FAILED, "resources all", "-np", "1");
        assertContains(output, "Exception in thread \"main\" java.lang.IllegalStateException: no luck on PE 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "all-late"})
    void shouldStartAgainIfAllPesCatchTheirs(String others) throws Exception {
        final String output = run(0, "again " + others, "-np", "2");
        assertEquals(
                List.of("fine", "fine"), output.lines().filter("fine"::equals).toList());
        assertEquals(
                4,
                output.lines().filter(line -> line.startsWith("caught no luck")).count(),
                output);
    }

    /** The profile is gathered by those who wait, and by the thread that waits in place of one that has gone on. */
    @Test
    void shouldStartAgainWithATool() throws Exception {
        final String output = run(0, "again all-late", "-np", "2", "-x", "SHMEM_TOOL=profile");
        assertEquals(4, output.lines().filter("profile of 2 PEs"::equals).count(), output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "cma"})
    void shouldGoOnWithAnExceptionThatIsCaughtInside(String path) throws Exception {
        final String output = run(0, "inside", "-np", "3", "-x", "SHMEM_SHR=" + path);
        assertEquals(3, output.lines().filter("fine"::equals).count(), output);
        assertContains(output, "round 2 of 10223");
    }

    @Test
    void shouldShowWhereEachPeIsThatCallsSomethingElse() throws Exception {
        final String output = run(FAILED, "plain different", "-np", "2");
        assertTrue(
                output.matches("(?s).*the PEs are calling different collectives:\n"
                        + "  PE 0: calloc of 40 bytes for long elements at Thrower.guilty\\(Thrower.java:\\d+\\)\n"
                        + "  PE 1: barrierAll\\(\\) at Thrower.innocent\\(Thrower.java:\\d+\\)\n.*"),
                output);
    }

    /** The exception comes before what it has caused: that another PE waits elsewhere. */
    @ParameterizedTest
    @ValueSource(strings = {"finally barrier-before", "resources barrier-before"})
    void shouldShowTheExceptionAndThenWhereTheOthersAre(String program) throws Exception {
        final String output = run(FAILED, program, "-np", "2");
        assertTrue(
                output.matches("(?s)Exception in thread \"main\" " + EXCEPTION + "\n"
                        + "(\t[^\n"
                        + "]*\n"
                        + ")+jshmem: the exception has left a block of"
                        + " PE 1 while others wait elsewhere: [^\n"
                        + "]*\n"
                        + "  PE 0: barrierAll\\(\\) at"
                        + " Thrower.body\\(Thrower.java:\\d+\\)\n"
                        + "  PE 1: [^\n"
                        + "]* at Thrower.\\w+\\(Thrower.java:\\d+\\),"
                        + " as an exception leaves its block\n"
                        + ".*"),
                output);
    }

    @Test
    void shouldSayForWhomAShutdownWaits() throws Exception {
        final String output = run(0, "plain no-throw-late", "-np", "3");
        assertEquals(
                1,
                output.lines()
                        .filter(line -> line.matches(
                                "jshmem: PE 0 has waited in shutdown\\(\\) for PE 1, PE 2 for \\d+ seconds; .*"))
                        .count(),
                output);
    }

    @Test
    void shouldSayThatAnExceptionHasLeftTheBlockIfNobodyElseDoes() throws Exception {
        final String output = run(TIMED_OUT, "swallowed", "-np", "2", "--timeout", "20");
        assertContains(
                output,
                "jshmem: PE 1 has left its block between init() and shutdown() by an exception; PE 0 has not for ");
    }

    private String run(int status, String program, String... options) throws Exception {
        final List<String> arguments = new ArrayList<>(Arrays.asList(options));
        arguments.addAll(
                List.of("-cp", Path.of("target/test-classes").toAbsolutePath().toString()));
        arguments.add(Thrower.class.getName());
        arguments.addAll(Arrays.asList(program.split(" ", -1)));
        return Command.run(directory, status, arguments.toArray(String[]::new));
    }

    private static void assertContains(String text, String part) {
        assertTrue(text.contains(part), text);
    }
}
