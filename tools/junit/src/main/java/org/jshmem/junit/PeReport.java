package org.jshmem.junit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    private static final List<String> OTHERS =
            List.of("java.", "jdk.", "org.junit.", "org.opentest4j.", "org.assertj.", "org.hamcrest.");

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
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(unfinished))) {
            out.writeInt(outcome.ordinal());
            writeText(out, text);
            out.writeInt(failures.size());
            for (Throwable failure : failures) {
                writeFailure(out, "PE " + pe + ": " + failure + place(failure.getStackTrace()), failure);
            }
        }
        Files.move(unfinished, file(directory, pe), StandardCopyOption.ATOMIC_MOVE);
    }

    /** The first line of the user's own, since build tools do not show the stacks of several failures. */
    private static String place(StackTraceElement... stack) {
        return Arrays.stream(stack)
                .filter(frame -> !LibraryClasses.have(frame.getClassName())
                        && OTHERS.stream().noneMatch(frame.getClassName()::startsWith))
                .findFirst()
                .map(frame -> System.lineSeparator() + "    at " + frame)
                .orElse("");
    }

    private static void writeFailure(DataOutputStream out, String message, Throwable failure) throws IOException {
        writeText(out, message);
        writeText(out, failure instanceof AssertionFailedError error ? value(error.getExpected()) : null);
        writeText(out, failure instanceof AssertionFailedError error ? value(error.getActual()) : null);
        final StackTraceElement[] stack = failure.getStackTrace();
        out.writeInt(stack.length);
        for (StackTraceElement element : stack) {
            writeText(out, element.getClassName());
            writeText(out, element.getMethodName());
            writeText(out, element.getFileName());
            out.writeInt(element.getLineNumber());
        }
        final Throwable cause = failure.getCause();
        out.writeBoolean(cause != null);
        if (cause != null) {
            writeFailure(out, cause.toString(), cause);
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
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file(directory, pe)))) {
            final Outcome outcome = Outcome.values()[in.readInt()];
            final String text = readText(in);
            final List<PeFailure> failures = new ArrayList<>();
            for (int i = in.readInt(); i > 0; i--) {
                failures.add(readFailure(in));
            }
            return new PeReport(outcome, text, failures);
        }
    }

    private static PeFailure readFailure(DataInputStream in) throws IOException {
        final String message = readText(in);
        final String expected = readText(in);
        final String actual = readText(in);
        final StackTraceElement[] stack = new StackTraceElement[in.readInt()];
        for (int i = 0; i < stack.length; i++) {
            stack[i] = new StackTraceElement(readText(in), readText(in), readText(in), in.readInt());
        }
        return new PeFailure(message, expected, actual, in.readBoolean() ? readFailure(in) : null, stack);
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
