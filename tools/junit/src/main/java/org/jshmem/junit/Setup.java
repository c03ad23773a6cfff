package org.jshmem.junit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.jshmem.launcher.Launch;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** One of the jobs that a {@link ShmemTest} asks for. */
record Setup(ShmemTest test, int pes, Route route) {
    private static final String WAIT_LIMIT = "SHMEM_TIMEOUT";

    /** What PEs may take to start on a busy machine, and to write their stacks. */
    private static final int START_SECONDS = 15;

    static Stream<Setup> of(ShmemTest test) {
        if (test.pes().length == 0 || test.routes().length == 0) {
            throw new ExtensionConfigurationException("@ShmemTest has no pes or no routes; name at least one");
        }
        return Stream.of(test.routes())
                .flatMap(route -> java.util.Arrays.stream(test.pes()).mapToObj(pes -> new Setup(test, pes, route)));
    }

    /** Seconds of a wait after which all stacks are reported, before the test's time is over. */
    private static int waitLimit(int testSeconds) {
        return Math.max(Math.max(1, testSeconds / 2), testSeconds - START_SECONDS);
    }

    /** Tells this one from the others of its test. */
    String displayName() {
        final String number = pes == 1 ? "1 PE" : pes + " PEs";
        return test.routes().length == 1 ? number : number + ", " + route;
    }

    /** The job, whose PEs run a selection of tests. */
    Launch launch(Path reports, String selection) {
        final Launch launch = Launch.of(TestedPe.class)
                .pes(pes)
                .timeout(Duration.ofSeconds(test.timeoutSeconds()))
                .jvmOptions(test.jvmOptions())
                .environment("SHMEM_SHR", route.setting())
                .arguments(reports.toString(), test.threads().name(), selection);
        if (System.getenv(WAIT_LIMIT) == null) {
            launch.environment(WAIT_LIMIT, Integer.toString(waitLimit(test.timeoutSeconds())));
        }
        if (!test.heapSize().isEmpty()) {
            launch.environment("SHMEM_SYMMETRIC_SIZE", test.heapSize());
        }
        for (String variable : test.environment()) {
            final int end = variable.indexOf('=');
            if (end <= 0) {
                throw new ExtensionConfigurationException(
                        "@ShmemTest(environment=\"" + variable + "\") must be NAME=VALUE");
            }
            launch.environment(variable.substring(0, end), variable.substring(end + 1));
        }
        return launch;
    }
}
