package org.jshmem.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the processes of a command do that does not end: for the message of a test that has waited too long. */
public final class ProcessTree {
    private static final Path PROC = Path.of("/proc");
    private static final int MOST_OF_COMMAND = 160;
    private static final int MOST_FRAMES = 12;
    private static final String LIMIT_SECONDS = "10";

    private ProcessTree() {}

    /**
     * Describes a process and all that it has started.
     *
     * @param root the process
     * @return for each of them its number, its state as in {@code /proc/PID/stat} and its command, and for a JVM what
     *     its main thread does
     */
    public static String of(ProcessHandle root) {
        return Stream.concat(Stream.of(root), root.descendants())
                .map(ProcessTree::one)
                .collect(Collectors.joining("\n"));
    }

    private static String one(ProcessHandle process) {
        final String command = read(process, "cmdline").replace('\0', ' ');
        final String head = process.pid() + " " + state(process) + " "
                + (command.length() <= MOST_OF_COMMAND
                        ? command
                        : command.substring(0, MOST_OF_COMMAND / 2) + " ... "
                                + command.substring(command.length() - MOST_OF_COMMAND / 2));
        return process.info()
                .command()
                .filter(file -> file.endsWith("/bin/java"))
                .map(java -> head + "\n" + stack(java, process.pid()))
                .orElse(head);
    }

    /** Behind the name of the program, which is in parentheses and may have some itself. */
    private static String state(ProcessHandle process) {
        final String stat = read(process, "stat");
        final int end = stat.lastIndexOf(')');
        return end < 0 ? "ended" : stat.substring(end + 2, end + 3);
    }

    private static String read(ProcessHandle process, String file) {
        try {
            return Files.readString(PROC.resolve(Long.toString(process.pid())).resolve(file));
        } catch (IOException e) {
            return ""; // it has ended meanwhile
        }
    }

    private static String stack(String java, long pid) {
        final String jcmd = java.substring(0, java.length() - "java".length()) + "jcmd";
        try {
            final Process dump = new ProcessBuilder("timeout", LIMIT_SECONDS, jcmd, Long.toString(pid), "Thread.print")
                    .redirectErrorStream(true)
                    .start();
            dump.getOutputStream().close();
            final List<String> lines;
            try (Stream<String> all = dump.inputReader().lines()) {
                lines = all.dropWhile(line -> !line.startsWith("\"main\""))
                        .takeWhile(line -> !line.isBlank())
                        .toList();
            }
            return lines.stream().limit(MOST_FRAMES).collect(Collectors.joining("\n"));
        } catch (IOException e) {
            return "no stack: " + e.getMessage();
        }
    }
}
