package org.jshmem.junit;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.MultipleFailuresError;
import org.opentest4j.TestAbortedException;

/** Runs a job in place of a test method, and reports what its PEs do. */
final class JobInvocation implements InvocationInterceptor {
    private final Setup setup;

    JobInvocation(Setup setup) {
        this.setup = setup;
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        invocation.skip();
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        invocation.skip();
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws IOException, InterruptedException {
        invocation.skip();
        final Path reports = Files.createTempDirectory("jshmem-test");
        try {
            run(reports, context.getUniqueId());
        } finally {
            delete(reports);
        }
    }

    private void run(Path reports, String selection) throws IOException, InterruptedException {
        final LastLines lastWords = new LastLines();
        final int status = setup.launch(reports, selection)
                .output(System.out::println, line -> {
                    System.err.println(line);
                    lastWords.add(line);
                })
                .run();
        final List<PeReport> all = new ArrayList<>();
        for (int pe = 0; pe < setup.pes(); pe++) {
            all.add(PeReport.read(reports, pe));
        }
        judge(status, all, lastWords);
    }

    private void judge(int status, List<PeReport> all, LastLines lastWords) {
        final List<Throwable> failures =
                all.stream().flatMap(report -> report.failures().stream()).collect(Collectors.toList());
        if (failures.size() == 1) {
            throw (AssertionError) failures.getFirst();
        }
        if (!failures.isEmpty()) {
            throw several(all, failures);
        }
        for (PeReport report : all) {
            if (report.outcome() == PeReport.Outcome.ABORTED && (status == 0 || status == TestedPe.ABORTED)) {
                throw new TestAbortedException(report.text());
            }
        }
        if (status != 0 || all.stream().anyMatch(report -> report.outcome() != PeReport.Outcome.PASSED)) {
            final boolean hasPassed = all.stream().allMatch(report -> report.outcome() == PeReport.Outcome.PASSED);
            throw new AssertionFailedError("the job of " + setup.displayName() + " ended with status " + status
                    + (hasPassed ? " after the test had passed" : " before the test had ended")
                    + " on all PEs; its last words:" + System.lineSeparator()
                    + lastWords.text());
        }
    }

    /** As one, with the stack of the first. */
    private MultipleFailuresError several(List<PeReport> all, List<Throwable> failures) {
        final String missing = IntStream.range(0, all.size())
                .filter(pe -> all.get(pe).outcome() == PeReport.Outcome.MISSING)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(", "));
        final MultipleFailuresError several = new MultipleFailuresError(
                "on "
                        + all.stream()
                                .filter(report -> report.outcome() == PeReport.Outcome.FAILED)
                                .count()
                        + " of " + setup.displayName()
                        + (missing.isEmpty() ? "" : ", and before PE " + missing + " could say how its test ended"),
                failures);
        several.setStackTrace(failures.getFirst().getStackTrace());
        return several;
    }

    private static void delete(Path directory) throws IOException {
        try (var files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
