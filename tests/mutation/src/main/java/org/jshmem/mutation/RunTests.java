package org.jshmem.mutation;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.Arrays;
import java.util.List;
import org.jshmem.mutation.probe.LineProbe;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs test classes, which are its arguments, without Maven. */
public final class RunTests {
    private static final int FAILED = 1;
    private static final int NOTHING_RAN = 2;

    private RunTests() {}

    private static DiscoverySelector selector(String name) {
        return name.indexOf('#') < 0 ? selectClass(name) : selectMethod(name);
    }

    private static void run(List<String> names, TestExecutionListener listener) {
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(
                                        names.stream().map(RunTests::selector).toList())
                                .build(),
                        listener);
    }

    /**
     * Ends with status 1 as soon as a test has failed, as others may hang for the same reason, and with 2 if there is
     * no test. If lines are noted, all tests run nevertheless.
     *
     * @param args names of classes, or of their methods behind a {@code #}
     */
    public static void main(String[] args) {
        final List<String> names = Arrays.asList(args);
        final SummaryGeneratingListener listener = new SummaryGeneratingListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                super.executionFinished(test, result);
                if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                    fail(test, result.getThrowable().orElseThrow());
                }
            }
        };
        run(names, listener);
        if (listener.getSummary().getTotalFailureCount() > 0) {
            System.exit(FAILED);
        }
        System.exit(listener.getSummary().getTestsSucceededCount() == 0 ? NOTHING_RAN : 0);
    }

    @SuppressWarnings("checkstyle:systemout") // what it is for
    private static void fail(TestIdentifier test, Throwable failure) {
        System.out.println("FAILED " + className(test) + ": " + test.getDisplayName() + ": " + failure);
        if (System.getenv(LineProbe.DIRECTORY) == null) {
            System.exit(FAILED);
        }
    }

    private static String className(TestIdentifier test) {
        return switch (test.getSource().orElse(null)) {
            case ClassSource source -> source.getClassName();
            case MethodSource source -> source.getClassName();
            case null, default -> "a test";
        };
    }
}
