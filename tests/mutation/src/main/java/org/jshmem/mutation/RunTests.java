package org.jshmem.mutation;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.Arrays;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs test classes, which are its arguments, without Maven. */
public final class RunTests {
    private static final int FAILED = 1;
    private static final int NOTHING_RAN = 2;

    private RunTests() {}

    private static DiscoverySelector selector(String name) {
        return name.indexOf('#') < 0 ? selectClass(name) : selectMethod(name);
    }

    /**
     * Ends with status 1 if a test fails, and 2 if there is none.
     *
     * @param args names of classes, or of their methods behind a {@code #}
     */
    @SuppressWarnings("checkstyle:systemout") // what it is for
    public static void main(String[] args) {
        final SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(Arrays.stream(args)
                                        .map(RunTests::selector)
                                        .toList())
                                .build(),
                        listener);
        final TestExecutionSummary summary = listener.getSummary();
        summary.getFailures()
                .forEach(failure -> System.out.println(
                        "FAILED " + failure.getTestIdentifier().getDisplayName() + ": " + failure.getException()));
        if (summary.getTotalFailureCount() > 0) {
            System.exit(FAILED);
        }
        System.exit(summary.getTestsSucceededCount() == 0 ? NOTHING_RAN : 0);
    }
}
