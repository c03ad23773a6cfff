package org.jshmem.junit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.LauncherDiscoveryListener;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.MultipleFailuresError;

/** Runs the tests of {@link Samples} as a build tool does, and looks at what it would report. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ShmemTestTest {
    private static List<TestExecutionResult> run(String method) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Samples.class, method))
                .execute()
                .testEvents()
                .finished()
                .stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .toList();
    }

    private static Throwable failure(String method) {
        final List<TestExecutionResult> results = run(method);
        assertEquals(1, results.size());
        assertEquals(Status.FAILED, results.getFirst().getStatus());
        return results.getFirst().getThrowable().orElseThrow();
    }

    private static void assertSuccessful(int tests, List<TestExecutionResult> results) {
        assertEquals(tests, results.size());
        results.forEach(result -> assertEquals(Status.SUCCESSFUL, result.getStatus(), result::toString));
    }

    @Test
    void shouldRunAMethodOnEachNumberOfPes() {
        assertSuccessful(3, run("passes"));
    }

    @Test
    void shouldNameTheNumberOfPes() {
        final List<String> names = EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Samples.class, "passesOnRoutes"))
                .execute()
                .testEvents()
                .started()
                .stream()
                .map(Event::getTestDescriptor)
                .map(descriptor -> descriptor.getDisplayName())
                .toList();
        assertEquals(List.of("2 PEs, AUTO", "2 PEs, CMA"), names);
    }

    @Test
    void shouldRunWhatBelongsToTheMethodOnPesOnly() {
        assertSuccessful(1, run("hasBeforeEach"));
    }

    /** {@link BuildToolListener} kills a PE that has it. */
    @Test
    void shouldLeaveWhatBuildToolsAddToTheirOwnJvm() {
        final Set<Class<?>> services = Set.of(
                LauncherDiscoveryListener.class,
                LauncherSessionListener.class,
                PostDiscoveryFilter.class,
                TestExecutionListener.class);
        for (Class<?> service : services) {
            assertTrue(
                    ServiceLoader.load(service).stream()
                            .anyMatch(provider -> provider.type() == BuildToolListener.class),
                    service::getName);
        }
        assertSuccessful(1, run("hasBeforeEach"));
    }

    @Test
    void shouldNotWaitForThreadsThatATestLeaves() {
        assertSuccessful(1, run("leavesAThread"));
    }

    @Test
    void shouldPassSettings() {
        assertSuccessful(1, run("hasSettings"));
    }

    @Test
    void shouldReportTheFailureOfAPeWhileOthersWaitForIt() {
        final Throwable failure = failure("failsOnOne");
        assertTrue(assertInstanceOf(AssertionFailedError.class, failure).isExpectedDefined(), "what was expected");
        assertTrue(
                failure.getMessage().startsWith("PE 1: org.opentest4j.AssertionFailedError: of one"),
                failure::getMessage);
        assertEquals("5", ((AssertionFailedError) failure).getExpected().getStringRepresentation());
        assertEquals("6", ((AssertionFailedError) failure).getActual().getStringRepresentation());
        assertTrue(
                List.of(failure.getStackTrace()).stream()
                        .anyMatch(element -> element.getMethodName().equals("failsOnOne")),
                "the stack of the PE");
    }

    @Test
    void shouldReportTheFailureOfAPeThatDoesNotComeToTheCollectivesOfOthers() {
        final String message = failure("failsWhileOthersWait").getMessage();
        assertTrue(message.startsWith("PE 1: org.opentest4j.AssertionFailedError: of one"), message);
    }

    @Test
    void shouldReportTheFailuresOfAllPes() {
        final MultipleFailuresError failure = assertInstanceOf(MultipleFailuresError.class, failure("failsOnAll"));
        assertTrue(failure.getMessage().startsWith("on 3 of 3 PEs (3 failures)"), failure::getMessage);
        assertArrayEquals(failure.getFailures().getFirst().getStackTrace(), failure.getStackTrace());
        assertEquals(3, failure.getFailures().size());
        for (int pe = 0; pe < 3; pe++) {
            final Throwable ofPe = failure.getFailures().get(pe);
            final List<String> lines = ofPe.getMessage().lines().toList();
            assertEquals("PE " + pe + ": java.lang.IllegalStateException: of PE " + pe, lines.getFirst());
            assertTrue(lines.get(1).contains("failsOnAll(Samples.java:"), ofPe::getMessage);
            assertEquals("java.io.IOException: below", ofPe.getCause().getMessage());
        }
    }

    @Test
    void shouldShowTheLineThatTheLibraryRefuses() {
        final MultipleFailuresError failure = assertInstanceOf(MultipleFailuresError.class, failure("isRefused"));
        for (Throwable ofPe : failure.getFailures()) {
            final List<String> lines = ofPe.getMessage().lines().toList();
            assertTrue(
                    lines.getLast().contains("at org.jshmem.junit.Samples.isRefused(Samples.java:"), ofPe::getMessage);
        }
    }

    @Test
    void shouldSayHowAPeEndedThatSaidNothing() {
        final String message = failure("isKilled").getMessage();
        assertTrue(message.contains("ended with status 137") && message.contains("PE 1 (pid"), message);
    }

    @Test
    void shouldSayWherePesWaitInVain() {
        final String message = failure("waitsInVain").getMessage();
        assertTrue(message.contains("status 124") && message.contains("Samples.waitsInVain(Samples.java:"), message);
        assertTrue(message.contains("waits for element 0 of SymmetricLongs[length="), message);
        assertTrue(message.contains("to be == 7; it is "), message);
    }

    @Test
    void shouldEndAJobThatHangs() {
        final String message = failure("hangs").getMessage();
        assertTrue(message.contains("status 124") && message.contains("--timeout=8"), message);
    }

    @Test
    void shouldAbortWhereAnAssumptionDoesNotHold() {
        final TestExecutionResult result = run("assumes").getFirst();
        assertEquals(Status.ABORTED, result.getStatus());
        assertTrue(result.getThrowable().orElseThrow().getMessage().contains("on Sundays"), result::toString);
    }

    @Test
    void shouldAbortThoughOthersWaitForThePeWhoseAssumptionDoesNotHold() {
        final TestExecutionResult result = run("assumesWhileOthersWait").getFirst();
        assertEquals(Status.ABORTED, result.getStatus(), result::toString);
        assertTrue(result.getThrowable().orElseThrow().getMessage().contains("on Mondays"), result::toString);
    }

    @Test
    void shouldFailIfAPeEndsWhileAnAssumptionOfAnotherDoesNotHold() {
        final String message = failure("assumesBeforeAPeIsKilled").getMessage();
        assertTrue(message.contains("ended with status 137") && message.contains("PE 0 (pid"), message);
    }

    @Test
    void shouldRefuseASettingWithoutAName() {
        assertTrue(failure("hasAWrongSetting").getMessage().contains("environment=\"=5\""));
    }
}
