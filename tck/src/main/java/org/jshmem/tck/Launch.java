package org.jshmem.tck;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import org.jshmem.tck.c.CStacks;

/**
 * Starts jobs by a command given as a template of words:
 *
 * <ul>
 *   <li>{@code {n}} the number of PEs,
 *   <li>{@code {home}} the directory of this project's distribution,
 *   <li>{@code {cp}} the class path of the kit,
 *   <li>{@code {runtime}} the kit's class path and that of the library it is run against,
 *   <li>{@code {java}} the java command of this JVM,
 *   <li>{@code {main}} the main class and its arguments; a word of its own.
 * </ul>
 */
final class Launch {
    private static final int MOST_LINES = 400;
    private static final long DUMP_SECONDS = 2;
    private static final long LOOK_MILLIS = 200;

    /** The property that asks for them. */
    private static final String C_STACKS = "jshmem.tck.c.stacks";

    private static final int MOST_RUNS = 3;

    private final String template;
    private final String kitPath;
    private final String runtimePath;
    private final String ownFailure;

    Launch(String template, String kitPath, String runtimePath) {
        this(template, kitPath, runtimePath, null);
    }

    private Launch(String template, String kitPath, String runtimePath, String ownFailure) {
        this.template = template;
        this.kitPath = kitPath;
        this.runtimePath = runtimePath;
        this.ownFailure = ownFailure;
    }

    /** The same with more at the front of both class paths. */
    Launch with(Path classes) {
        return new Launch(
                template,
                classes + File.pathSeparator + kitPath,
                classes + File.pathSeparator + runtimePath,
                ownFailure);
    }

    /** The same with a launcher that now and then fails itself, which it says: such a job runs again. */
    Launch whoseLauncherSays(String failure) {
        return new Launch(template, kitPath, runtimePath, failure);
    }

    /**
     * How a job ended.
     *
     * @param startNs when it was started, by {@link System#nanoTime()}
     * @param endNs when it had ended
     * @param status its exit status
     * @param timedOut whether it was killed
     * @param leftBehind whether a process still held its output ten seconds after the end
     * @param output the last lines of what it wrote, standard output and error
     * @param votes what its PEs said
     */
    record Ended(
            long startNs,
            long endNs,
            int status,
            boolean timedOut,
            boolean leftBehind,
            List<String> output,
            List<Vote> votes) {
        boolean says(String text) {
            return output.stream().anyMatch(line -> line.contains(text));
        }

        /** In words, with the output but for the votes. */
        String how() {
            final String rest =
                    output.stream().filter(line -> Vote.parse(line).isEmpty()).collect(Collectors.joining("\n  "));
            return (timedOut ? "the job hung and was killed" : "the job ended with status " + status)
                    + (leftBehind ? ", and a process of it stayed behind" : "")
                    + "; its output:\n  " + rest;
        }
    }

    /**
     * Runs a job to its end, or kills it when it has been silent for too long.
     *
     * @param seconds how long it may go on without a vote, after so many votes
     */
    Ended run(int pes, Map<String, String> environment, IntToLongFunction seconds, List<String> mainWords) {
        Ended ended = runOnce(pes, environment, seconds, mainWords);
        for (int i = 1; i < MOST_RUNS && ownFailure != null && ended.says(ownFailure); i++) {
            ended = runOnce(pes, environment, seconds, mainWords);
        }
        return ended;
    }

    private Ended runOnce(int pes, Map<String, String> environment, IntToLongFunction seconds, List<String> mainWords) {
        final ProcessBuilder builder = new ProcessBuilder(command(pes, mainWords)).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        try {
            final long startNs = System.nanoTime();
            final Process process = builder.start();
            final List<String> output = Collections.synchronizedList(new ArrayList<>());
            final List<Vote> votes = Collections.synchronizedList(new ArrayList<>());
            final Thread reader = Thread.ofPlatform().daemon().start(() -> read(process, output, votes));
            final boolean ended = await(process, votes, seconds);
            if (!ended) {
                kill(process, output);
            }
            reader.join(TimeUnit.SECONDS.toMillis(10));
            return new Ended(
                    startNs,
                    System.nanoTime(),
                    process.waitFor(),
                    !ended,
                    reader.isAlive(),
                    List.copyOf(output),
                    List.copyOf(votes));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + builder.command(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a job runs", e);
        }
    }

    /** Whether it ended; not if no vote came for some time. */
    private static boolean await(Process process, List<Vote> votes, IntToLongFunction seconds)
            throws InterruptedException {
        int heard = 0;
        long since = System.nanoTime();
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            final long now = System.nanoTime();
            if (votes.size() > heard) {
                heard = votes.size();
                since = now;
            } else if (now - since > TimeUnit.SECONDS.toNanos(seconds.applyAsLong(heard))) {
                return false;
            }
        }
        return true;
    }

    List<String> command(int pes, List<String> mainWords) {
        final List<String> words = new ArrayList<>();
        for (String word : template.trim().split("\\s+")) {
            if (word.equals("{main}")) {
                words.addAll(mainWords);
            } else {
                words.add(word.replace("{n}", Integer.toString(pes))
                        .replace("{home}", System.getProperty("jshmem.home", "."))
                        .replace("{cp}", kitPath)
                        .replace("{runtime}", runtimePath)
                        .replace(
                                "{java}",
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString()));
            }
        }
        return words;
    }

    private static void read(Process process, List<String> output, List<Vote> votes) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Vote.parse(line).ifPresent(votes::add);
                if (output.size() >= MOST_LINES) {
                    output.remove(MOST_LINES / 2);
                }
                output.add(line);
            }
        } catch (IOException e) {
            output.add("(the output ends here: " + e + ")");
        }
    }

    /** Adds the stacks of the job's JVMs and in a C library to the job's output, then kills every process of it. */
    private static void kill(Process process, List<String> output) throws InterruptedException, IOException {
        final List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        final List<String> stacks = Boolean.getBoolean(C_STACKS) ? cStacks(all) : List.of();
        for (ProcessHandle handle : all) {
            if (handle.info().command().orElse("").endsWith("java")) {
                new ProcessBuilder("sh", "-c", "kill -QUIT " + handle.pid())
                        .start()
                        .waitFor();
            }
        }
        TimeUnit.SECONDS.sleep(DUMP_SECONDS);
        output.addAll(stacks); // behind those of the JVMs, since the middle of a long output is left out
        for (ProcessHandle handle : all) {
            handle.destroyForcibly();
        }
    }

    /** Before a signal, which may end a process that has the handlers of a C library. */
    private static List<String> cStacks(List<ProcessHandle> all) throws InterruptedException, IOException {
        final List<String> lines = new ArrayList<>();
        for (ProcessHandle handle : all) {
            final List<String> stacks = CStacks.of(handle.pid());
            if (!stacks.isEmpty()) {
                lines.add("C stacks of process " + handle.pid() + ":");
                lines.addAll(stacks);
            }
        }
        return lines;
    }
}
