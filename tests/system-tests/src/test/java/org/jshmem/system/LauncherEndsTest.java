package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.jshmem.system.ForeignLauncher.Result;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs on this machine by the launchers of clusters: every way to end. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class LauncherEndsTest {
    private static final int KILLED_BY_HYDRA = 9;
    private static final int KILLED = 128 + 9;
    private static final int TERMINATED = 128 + 15;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI", "OSHRUN"})
    void shouldEndTheJobOfAPeThatThrows(ForeignLauncher launcher) throws Exception {
        final Result result = launcher.ends(directory, "throw");
        assertEquals(1, result.status(), result.text());
        result.assertContains("java.lang.IllegalStateException: no luck");
        assertFalse(result.text().contains("fine"), result.text());
    }

    /** PE 0 computes, and never comes to the end of its block. */
    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI", "OSHRUN"})
    void shouldEndTheJobOfAnExceptionThatLeavesTheBlock(ForeignLauncher launcher) throws Exception {
        final Result result =
                launcher.run(directory, 2, ForeignLauncher.java(Thrower.class.getName(), "resources", "compute"));
        assertEquals(1, result.status(), result.text());
        result.assertContains("java.lang.IllegalStateException: no luck on PE 1");
        result.assertContains("at org.jshmem.system.Thrower.throwOn(Thrower.java:");
        assertFalse(result.text().contains("fine"), result.text());
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI", "OSHRUN"})
    void shouldEndTheJobOfAnExceptionThatIsCaughtOutsideOfTheBlock(ForeignLauncher launcher) throws Exception {
        final Result result =
                launcher.run(directory, 2, ForeignLauncher.java(Thrower.class.getName(), "exit", "compute"));
        assertEquals(1, result.status(), result.text());
        assertTrue(
                result.text()
                        .matches("(?s).*jshmem: PE 1 \\(pid \\d+\\) failed: an exception ended its block between"
                                + " init\\(\\) and shutdown\\(\\), which PE 0 had not left\n.*"),
                result.text());
        assertFalse(result.text().contains("ended without shutdown"), result.text());
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI", "OSHRUN"})
    void shouldStartAgainAfterAnExceptionOnAllPes(ForeignLauncher launcher) throws Exception {
        final Result result =
                launcher.run(directory, 2, ForeignLauncher.java(Thrower.class.getName(), "again", "all-late"));
        assertEquals(0, result.status(), result.text());
        assertEquals(2, result.text().lines().filter("fine"::equals).count(), result.text());
    }

    @ParameterizedTest
    @MethodSource("endsWithoutShutdown")
    void shouldEndTheJobOfAPeThatEndsWithoutShutdown(ForeignLauncher launcher, String how) throws Exception {
        final Result result = launcher.ends(directory, how);
        assertEquals(1, result.status(), result.text());
        assertTrue(
                result.text().matches("(?s).*jshmem: PE 1 \\(pid \\d+\\) ended without shutdown\\(\\): .*"),
                result.text());
        assertFalse(result.text().contains("fine"), result.text());
    }

    static Stream<Arguments> endsWithoutShutdown() {
        return Stream.of(ForeignLauncher.HYDRA, ForeignLauncher.OPEN_MPI, ForeignLauncher.OSHRUN)
                .flatMap(
                        launcher -> Stream.of("return", "exit", "againReturn").map(how -> Arguments.of(launcher, how)));
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI", "OSHRUN"})
    void shouldEndTheJobOfAPeThatIsKilled(ForeignLauncher launcher) throws Exception {
        final Result result = launcher.ends(directory, "kill");
        assertEquals(launcher == ForeignLauncher.HYDRA ? KILLED_BY_HYDRA : KILLED, result.status(), result.text());
        assertFalse(result.text().contains("fine"), result.text());
    }

    @ParameterizedTest
    @CsvSource({
        "HYDRA, HUP, 129",
        "HYDRA, INT, 130",
        "HYDRA, TERM, 143",
        "HYDRA_PORT, TERM, 143",
        "OPEN_MPI, TERM, 143",
        "OSHRUN, HUP, 129",
        "OSHRUN, INT, 130",
        "OSHRUN, TERM, 143"
    })
    void shouldEndTheJobOfAPeThatASignalEnds(ForeignLauncher launcher, String signal, int status) throws Exception {
        final Result result = launcher.ends(directory, signal);
        assertEquals(status, result.status(), result.text());
        assertTrue(
                result.text().matches("(?s).*jshmem: PE 1 \\(pid \\d+\\) was ended by SIG" + signal + "\n.*"),
                result.text());
        assertFalse(result.text().contains("fine"), result.text());
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI", "OSHRUN"})
    void shouldNameAPeThatASignalEndsInInit(ForeignLauncher launcher) throws Exception {
        final Result result = launcher.run(directory, 3, ForeignLauncher.java(Absent.class.getName(), "TERM", "3"));
        assertEquals(TERMINATED, result.status(), result.text());
        assertTrue(result.text().matches("(?s).*jshmem: PE 2 \\(pid \\d+\\) was ended by SIGTERM\n.*"), result.text());
    }

    /** The other PEs are ended after the program's own shutdown hooks. */
    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI", "OSHRUN"})
    void shouldLetTheProgramsShutdownHooksEndFirst(ForeignLauncher launcher) throws Exception {
        final Result result = launcher.ends(directory, "hook");
        assertEquals(TERMINATED, result.status(), result.text());
        result.assertContains("saved");
        result.assertContains("was ended by SIGTERM");
    }

    /** The launcher passes the signal on to all PEs. */
    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "HYDRA_PORT", "OPEN_MPI", "OSHRUN"})
    void shouldSayNothingWhenTheLauncherIsEnded(ForeignLauncher launcher) throws Exception {
        final Result result = launcher.ends(directory, "launcher");
        assertNotEquals(0, result.status(), result.text());
        assertFalse(result.text().contains("jshmem"), result.text());
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "HYDRA_PORT", "OPEN_MPI", "OSHRUN"})
    void shouldTakeTheStatusOfGlobalExit(ForeignLauncher launcher) throws Exception {
        final Result result = launcher.ends(directory, "globalExit42");
        assertEquals(42, result.status(), result.text());
        assertTrue(
                result.text().matches("(?s)jshmem: PE 1 \\(pid \\d+\\) called globalExit\\(42\\)\n.*"), result.text());
        final Result good = launcher.ends(directory, "globalExit0");
        assertEquals(0, good.status(), good.text());
        assertFalse(good.text().contains("fine"), good.text());
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI", "OSHRUN"})
    void shouldFailAfterGlobalExitWithWhatNoStatusHolds(ForeignLauncher launcher) throws Exception {
        final Result result = launcher.ends(directory, "globalExit256");
        assertEquals(255, result.status(), result.text());
        result.assertContains("called globalExit(256); ");
    }

    @ParameterizedTest
    @EnumSource(names = {"HYDRA", "OPEN_MPI", "OSHRUN"})
    void shouldLeaveTheStatusOfAProgramThatHasShutDown(ForeignLauncher launcher) throws Exception {
        final Result result = launcher.ends(directory, "late");
        assertEquals(3, result.status(), result.text());
        result.assertContains("fine");
    }
}
