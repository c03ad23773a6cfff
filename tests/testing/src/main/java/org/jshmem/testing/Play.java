package org.jshmem.testing;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs tests without Maven: prints what failed, and exits with 0 if nothing did. */
public final class Play {
    private Play() {}

    /**
     * Runs tests.
     *
     * @param args names of classes, of which all tests run; and {@code Class#method}, which runs one
     */
    public static void main(String[] args) {
        final Set<String> all = Set.of(args);
        final PostDiscoveryFilter named =
                test -> FilterResult.includedIf(!(test.getSource().orElse(null) instanceof MethodSource method)
                        || all.contains(method.getClassName())
                        || all.contains(method.getClassName() + "#" + method.getMethodName()));
        final SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(Stream.of(args)
                                        .map(name -> name.replaceAll("#.*", ""))
                                        .distinct()
                                        .map(name -> selectClass(name))
                                        .toList())
                                .filters(named)
                                .build(),
                        listener);
        final var summary = listener.getSummary();
        final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        summary.printFailuresTo(out, 20);
        out.println(summary.getTestsSucceededCount() + " passed, " + summary.getTestsAbortedCount() + " left out, "
                + summary.getTotalFailureCount() + " failed");
        final long ran =
                summary.getTestsFoundCount() + summary.getContainersAbortedCount(); // or were left out together
        System.exit(summary.getTotalFailureCount() == 0 && ran > 0 ? 0 : 1);
    }
}
