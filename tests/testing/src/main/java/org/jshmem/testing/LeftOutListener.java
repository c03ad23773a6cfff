package org.jshmem.testing;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Notes which tests of a JVM are left out, and why, whatever leaves them out: a {@link Requirement}, another
 * assumption, or an annotation. JUnit finds it as a service. At the end it says so, and writes {@link LeftOut#FILE}.
 */
public final class LeftOutListener implements TestExecutionListener {
    /** The property that names another file. */
    static final String FILE_PROPERTY = "jshmem.left-out.file";

    private final Map<LeftOut, Long> leftOut = new LinkedHashMap<>();
    private final Path file;
    private final PrintStream out;
    private TestPlan plan;
    private long tests;

    /** As JUnit makes it. */
    public LeftOutListener() {
        this(Path.of(System.getProperty(FILE_PROPERTY, LeftOut.FILE)), System.out);
    }

    LeftOutListener(Path file, PrintStream out) {
        this.file = file.toAbsolutePath();
        this.out = out;
    }

    @Override
    public synchronized void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public synchronized void executionSkipped(TestIdentifier test, String reason) {
        tests += leaves(test);
        add(other(reason), leaves(test));
    }

    @Override
    public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
        final boolean isAborted = result.getStatus() == TestExecutionResult.Status.ABORTED;
        final long count = test.isTest() ? 1 : isAborted ? leaves(test) : 0;
        tests += count;
        if (!isAborted) {
            return;
        }
        switch (result.getThrowable().orElse(null)) {
            case MissingRequirementException e -> add(e.row(), count);
            case Throwable e -> add(other(String.valueOf(e.getMessage())), count);
            case null -> add(other("for no reason"), count);
        }
    }

    /** The tests beneath a container as far as JUnit knows them now; those that it makes at run time are one. */
    private long leaves(TestIdentifier test) {
        return Stream.concat(Stream.of(test), plan.getDescendants(test).stream())
                .filter(one -> plan.getChildren(one).isEmpty())
                .count();
    }

    private static LeftOut other(String reason) {
        return new LeftOut("-", reason, "-", 0);
    }

    private void add(LeftOut row, long count) {
        leftOut.merge(row, count, Long::sum);
    }

    @Override
    public synchronized void testPlanExecutionFinished(TestPlan finished) {
        final List<LeftOut> rows = new ArrayList<>();
        leftOut.forEach((row, count) -> rows.add(new LeftOut(row.requirement(), row.reason(), row.packages(), count)));
        rows.forEach(out::println);
        final List<String> lines = new ArrayList<>(List.of(LeftOut.TESTS + "\t" + tests));
        rows.forEach(row -> lines.add(row.line()));
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
