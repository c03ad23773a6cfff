package org.jshmem.mutation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Prints, when a test class ends, {@link #MARK}, whether all of it passed and something ran, milliseconds and its name.
 */
final class SurveyListener implements TestExecutionListener {
    static final String MARK = "SURVEY ";

    private final Map<String, Long> started = new HashMap<>();
    private final Set<String> passed = new HashSet<>();
    private final Set<String> failed = new HashSet<>();

    @Override
    public void executionStarted(TestIdentifier test) {
        started.put(test.getUniqueId(), System.nanoTime());
    }

    @Override
    @SuppressWarnings("checkstyle:systemout") // what it is for
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        final String name = className(test);
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            failed.add(name);
        } else if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
            passed.add(name);
        }
        if (test.getSource().orElse(null) instanceof ClassSource) {
            final long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started.get(test.getUniqueId()));
            System.out.println(MARK + (passed.contains(name) && !failed.contains(name)) + " " + ms + " " + name);
        }
    }

    private static String className(TestIdentifier test) {
        return switch (test.getSource().orElse(null)) {
            case ClassSource source -> source.getClassName();
            case MethodSource source -> source.getClassName();
            case null, default -> "";
        };
    }
}
