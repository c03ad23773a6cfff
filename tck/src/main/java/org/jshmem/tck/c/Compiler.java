package org.jshmem.tck.c;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The compiler wrapper of a C library, such as {@code oshcc}. */
public final class Compiler {
    private static final Pattern ERROR = Pattern.compile("^[^:]+:(\\d+):(?:\\d+:)? (?:fatal )?error: (.*)$");
    private static final long SECONDS = 120;

    private final List<String> words;

    /** @param command words */
    public Compiler(String command) {
        words = List.of(command.trim().split("\\s+"));
    }

    /** What a run of the compiler printed, and its exit status. */
    private record Output(int status, List<String> lines) {}

    /**
     * Compiles a file without output.
     *
     * @return the first error of each line that has one, by the number of the line from 1
     */
    Map<Integer, String> errors(Path source) throws IOException {
        final Output output = run(List.of(
                "-Werror=implicit-function-declaration",
                "-Werror=incompatible-pointer-types",
                "-Werror=int-conversion",
                "-fsyntax-only",
                source.toString()));
        final Map<Integer, String> errors = new TreeMap<>();
        for (String line : output.lines) {
            final Matcher matcher = ERROR.matcher(line);
            if (matcher.matches()) {
                errors.putIfAbsent(Integer.valueOf(matcher.group(1)), matcher.group(2));
            }
        }
        if (output.status != 0 && errors.isEmpty()) {
            throw failed(output);
        }
        return errors;
    }

    /** Makes a shared library of a file. */
    void link(Path source, Path library) throws IOException {
        require(List.of(
                "-w", "-O0", "-shared", "-fPIC", "-Wl,--no-as-needed", "-o", library.toString(), source.toString()));
    }

    /**
     * Makes a program of a file.
     *
     * @throws IllegalArgumentException if it does not compile
     */
    public void program(Path source, Path program) throws IOException {
        require(List.of("-w", "-O1", "-o", program.toString(), source.toString()));
    }

    private void require(List<String> arguments) throws IOException {
        final Output output = run(arguments);
        if (output.status != 0) {
            throw failed(output);
        }
    }

    private IllegalArgumentException failed(Output output) {
        return new IllegalArgumentException("--oshcc=" + String.join(" ", words) + " failed with status "
                + output.status + "; name the compiler wrapper of the library. It says:\n  "
                + String.join("\n  ", output.lines.subList(0, Math.min(output.lines.size(), 10))));
    }

    private Output run(List<String> arguments) throws IOException {
        final List<String> command = new ArrayList<>(words);
        command.addAll(arguments);
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        final Path said = Files.createTempFile("jshmem-compiler", ".txt");
        builder.redirectOutput(said.toFile());
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        try {
            final Process process = start(builder);
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalArgumentException(
                        "--oshcc=" + String.join(" ", words) + " has not ended in " + SECONDS + " seconds");
            }
            return new Output(
                    process.exitValue(),
                    new String(Files.readAllBytes(said), StandardCharsets.ISO_8859_1)
                            .lines()
                            .toList());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a compiler runs", e);
        } finally {
            Files.delete(said);
        }
    }

    private Process start(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--oshcc=" + words.getFirst() + " cannot be run: " + e.getMessage()
                            + "; name the compiler wrapper of the library",
                    e);
        }
    }
}
