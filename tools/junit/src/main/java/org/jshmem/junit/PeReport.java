package org.jshmem.junit;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jshmem.spi.LibraryClasses;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.ValueWrapper;

/**
 * What a PE says of its test: a file that the PE writes, and the JVM that reports reads when the job has ended.
 *
 * @param outcome how the test has ended
 * @param text of an aborted test, why
 * @param failures those of a failed test
 */
record PeReport(Outcome outcome, String text, List<PeFailure> failures) {
    /** What is not the user's, beside the library. */
    private static final List<String> OTHERS = List.of(
            "java.",
            "jdk.",
            "org.junit.",
            "org.opentest4j.",
            "org.assertj.",
            "org.hamcrest.",
            TestedPe.class.getName(),
            PeInvocation.class.getName());

    /** How a test has ended. */
    enum Outcome {
        /** It has not, as the PE ended before. */
        MISSING,
        PASSED,
        ABORTED,
        FAILED
    }

    private static Path file(Path directory, int pe) {
        return directory.resolve("pe-" + pe);
    }

    /** Whether a PE has written a report. */
    static boolean exists(Path directory, int pe) {
        return Files.exists(file(directory, pe));
    }

    /** Writes that of a test that has not failed. */
    static void write(Path directory, int pe, Outcome outcome, String text) throws IOException {
        write(directory, pe, outcome, text, List.of());
    }

    /** Writes that of a test that has failed. */
    static void write(Path directory, int pe, List<Throwable> failures) throws IOException {
        write(directory, pe, Outcome.FAILED, "", failures);
    }

    private static void write(Path directory, int pe, Outcome outcome, String text, List<Throwable> failures)
            throws IOException {
        final Path unfinished = directory.resolve("unfinished-" + pe);
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(unfinished)))) {
            out.writeInt(outcome.ordinal());
            writeText(out, text);
            out.writeInt(failures.size());
            for (Throwable failure : failures) {
                writeFailure(
                        out,
                        "PE " + pe + ": " + failure + place(failure.getStackTrace()),
                        failure,
                        Collections.newSetFromMap(new IdentityHashMap<>()));
            }
        }
        Files.move(unfinished, file(directory, pe), StandardCopyOption.ATOMIC_MOVE);
    }

    /** The first line of the user's own, since build tools do not show the stacks of several failures. */
    private static String place(StackTraceElement... stack) {
        return Arrays.stream(stack)
                .filter(PeReport::isOfUser)
                .findFirst()
                .map(frame -> System.lineSeparator() + "    at " + frame)
                .orElse("");
    }

    private static boolean isOfUser(StackTraceElement frame) {
        return !LibraryClasses.have(frame.getClassName())
                && OTHERS.stream().noneMatch(frame.getClassName()::startsWith);
    }

    /** The frames up to the last one of the user, without those that have called the test. */
    private static List<StackTraceElement> untilTest(StackTraceElement... stack) {
        int end = stack.length;
        while (end > 0 && !isOfUser(stack[end - 1])) {
            end--;
        }
        return Arrays.asList(stack).subList(0, end == 0 ? stack.length : end);
    }

    /** @param written those that have been: a failure may be its own cause, by another one */
    private static void writeFailure(DataOutputStream out, String message, Throwable failure, Set<Throwable> written)
            throws IOException {
        written.add(failure);
        writeText(out, message);
        writeText(out, failure instanceof AssertionFailedError error ? value(error.getExpected()) : null);
        writeText(out, failure instanceof AssertionFailedError error ? value(error.getActual()) : null);
        final List<StackTraceElement> stack = untilTest(failure.getStackTrace());
        out.writeInt(stack.size());
        for (StackTraceElement element : stack) {
            writeText(out, element.getClassName());
            writeText(out, element.getMethodName());
            writeText(out, element.getFileName());
            out.writeInt(element.getLineNumber());
        }
        writeOthers(out, failure.getCause() == null ? List.of() : List.of(failure.getCause()), written);
        writeOthers(out, List.of(failure.getSuppressed()), written);
    }

    private static void writeOthers(DataOutputStream out, List<Throwable> all, Set<Throwable> written)
            throws IOException {
        final List<Throwable> others =
                all.stream().filter(other -> !written.contains(other)).toList();
        out.writeInt(others.size());
        for (Throwable other : others) {
            writeFailure(out, other.toString(), other, written);
        }
    }

    private static String value(ValueWrapper value) {
        return value == null ? null : value.getStringRepresentation();
    }

    /** A string of any length, or null. */
    private static void writeText(DataOutputStream out, String text) throws IOException {
        out.writeBoolean(text != null);
        if (text != null) {
            out.writeInt(text.length());
            out.writeChars(text);
        }
    }

    /** Reads the report of a PE. */
    static PeReport read(Path directory, int pe) throws IOException {
        if (!exists(directory, pe)) {
            return new PeReport(Outcome.MISSING, "", List.of());
        }
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file(directory, pe))))) {
            final Outcome outcome = Outcome.values()[in.readInt()];
            final String text = readText(in);
            return new PeReport(outcome, text, readFailures(in));
        }
    }

    private static List<PeFailure> readFailures(DataInputStream in) throws IOException {
        final List<PeFailure> failures = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            failures.add(readFailure(in));
        }
        return failures;
    }

    private static PeFailure readFailure(DataInputStream in) throws IOException {
        final String message = readText(in);
        final String expected = readText(in);
        final String actual = readText(in);
        final StackTraceElement[] stack = new StackTraceElement[in.readInt()];
        for (int i = 0; i < stack.length; i++) {
            stack[i] = new StackTraceElement(readText(in), readText(in), readText(in), in.readInt());
        }
        final List<PeFailure> cause = readFailures(in);
        final PeFailure failure =
                new PeFailure(message, expected, actual, cause.isEmpty() ? null : cause.getFirst(), stack);
        readFailures(in).forEach(failure::addSuppressed);
        return failure;
    }

    private static String readText(DataInputStream in) throws IOException {
        if (!in.readBoolean()) {
            return null;
        }
        final char[] text = new char[in.readInt()];
        for (int i = 0; i < text.length; i++) {
            text[i] = in.readChar();
        }
        return new String(text);
    }
}
