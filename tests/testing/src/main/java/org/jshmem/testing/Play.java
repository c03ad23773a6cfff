package org.jshmem.testing;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs test classes without Maven: prints what failed, and exits with 0 if nothing did. */
public final class Play {
    private Play() {}

    /**
     * Runs tests.
     *
     * @param args names of classes
     */
    public static void main(String[] args) {
        final SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(Stream.of(args)
                                        .map(name -> selectClass(name))
                                        .toList())
                                .build(),
                        listener);
        final var summary = listener.getSummary();
        final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        summary.printFailuresTo(out, 20);
        out.println(summary.getTestsSucceededCount() + " passed, " + summary.getTestsAbortedCount() + " left out, "
                + summary.getTotalFailureCount() + " failed");
        System.exit(summary.getTotalFailureCount() == 0 && summary.getTestsFoundCount() > 0 ? 0 : 1);
    }
}
