package org.jshmem.tck.c;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The C stacks of a process in an OpenSHMEM library, by {@code gdb} or {@code eu-stack} if one of them is there. */
public final class CStacks {
    private static final int MOST_FRAMES = 24;
    private static final long SECONDS = 20;

    private static final Pattern THREAD = Pattern.compile("(Thread \\d+ \\(|TID \\d+:).*");
    private static final Pattern FRAME = Pattern.compile("#\\d+ .*");
    private static final Pattern LIBRARY = Pattern.compile(".*\\bp?shmemx?_\\w+.*");

    /** What takes this much of a line is arguments. */
    private static final int MOST_WIDTH = 160;

    private CStacks() {}

    /**
     * The stacks of the threads that are in a routine of OpenSHMEM.
     *
     * @return a line for each thread and each of its frames; a line that says why there is no stack; nothing, if no
     *     thread is in such a routine
     */
    public static List<String> of(long pid) throws IOException, InterruptedException {
        final String id = Long.toString(pid);
        final List<String> command;
        if (isThere("gdb")) {
            command = List.of("gdb", "-nx", "-batch", "-p", id, "-ex", "thread apply all bt " + MOST_FRAMES);
        } else if (isThere("eu-stack")) {
            command = List.of("eu-stack", "-n", Integer.toString(MOST_FRAMES), "-p", id);
        } else {
            return List.of("no C stacks: neither gdb nor eu-stack is on the PATH");
        }
        final Path said = Files.createTempFile("jshmem-stacks", ".txt");
        try {
            final Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .redirectInput(new File("/dev/null"))
                    .start();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            final List<String> lines =
                    Files.readString(said, StandardCharsets.ISO_8859_1).lines().toList();
            return lines.stream().anyMatch(FRAME.asMatchPredicate())
                    ? inLibrary(lines)
                    : List.of("no C stacks of process " + pid + ": " + (lines.isEmpty() ? "" : lines.getLast()));
        } finally {
            Files.delete(said);
        }
    }

    private static boolean isThere(String command) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, command)));
    }

    /** Of the lines of such a command those about threads that are in the library. */
    static List<String> inLibrary(List<String> lines) {
        final List<String> chosen = new ArrayList<>();
        final List<String> thread = new ArrayList<>();
        for (String line : lines) {
            if (THREAD.matcher(line).matches()) {
                choose(thread, chosen);
                thread.add(line.strip());
            } else if (FRAME.matcher(line).matches() && !thread.isEmpty()) {
                thread.add("  " + line.substring(0, Math.min(line.length(), MOST_WIDTH)));
            }
        }
        choose(thread, chosen);
        return chosen;
    }

    private static void choose(List<String> thread, List<String> chosen) {
        if (thread.stream().anyMatch(LIBRARY.asMatchPredicate())) {
            chosen.addAll(thread);
        }
        thread.clear();
    }
}
