package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jshmem.testing.ProcessTree;
import org.jshmem.testing.Requirement;

/** {@code shmemrun --shell} in a terminal, as a user types there. */
final class ShellSession implements AutoCloseable {
    static final String PROMPT = "shmem> ";

    /** Ctrl-C and Ctrl-D. */
    static final String INTERRUPT = "\u0003";

    static final String END = "\u0004";

    /** What the terminal draws besides text. */
    private static final Pattern CONTROLS = Pattern.compile("\u001b\\[[0-9;?<>=]*[$]?[a-zA-Z]|\u001b[=>]|[\b\u0007]");

    /** Four PEs and a compiler have to start. */
    private static final long START_SECONDS = 120;

    private static final long LIMIT_SECONDS = 40;
    private static final long LOOK_MS = 10;

    private final Process terminal;
    private final StringBuilder shown = new StringBuilder();

    /** Starts a job of four PEs; the history of lines is in the directory. */
    ShellSession(Path directory) throws IOException {
        Requirement.TERMINAL.need();
        final String line = "stty rows 50 cols 200; exec '" + Command.home() + "/bin/shmemrun' -np 4 --shell";
        final ProcessBuilder builder = new ProcessBuilder(
                        "script", "--quiet", "--return", "--flush", "--command", line, "/dev/null")
                .directory(directory.toFile());
        builder.environment().put("TERM", "xterm");
        builder.environment().put("HOME", directory.toString());
        terminal = builder.start();
        Thread.ofPlatform().daemon().start(this::read);
        awaitPrompt(START_SECONDS);
    }

    private void read() {
        final byte[] bytes = new byte[8192];
        try (InputStream in = terminal.getInputStream()) {
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                synchronized (shown) {
                    shown.append(new String(bytes, 0, count, StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            // As if it had ended.
        }
    }

    /** All that was shown since the last input, as text. */
    String text() {
        synchronized (shown) {
            return CONTROLS.matcher(shown).replaceAll("").replace("\r", "");
        }
    }

    /** Types keys and waits for nothing. */
    void type(String keys) throws IOException {
        synchronized (shown) {
            shown.setLength(0);
        }
        final OutputStream out = terminal.getOutputStream();
        out.write(keys.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Types the lines of a snippet, and returns the lines that are shown until the next prompt. */
    List<String> run(String snippet) throws IOException {
        type(snippet.replace('\n', '\r') + "\r");
        return awaitPrompt();
    }

    /** Pastes snippets as one input. */
    List<String> paste(String snippets) throws IOException {
        return run("\u001b[200~" + snippets + "\u001b[201~");
    }

    private String missing(String wanted) {
        return "no " + wanted + " in \"" + text() + "\" of " + shown.length() + " characters\n"
                + ProcessTree.of(terminal.toHandle());
    }

    /** Waits until a text is shown. */
    void await(String wanted) {
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!text().contains(wanted)) {
            assertTrue(System.nanoTime() < deadline, () -> missing(wanted));
            sleep();
        }
    }

    /** The lines that are shown between the input and the next prompt. */
    List<String> awaitPrompt() {
        return awaitPrompt(LIMIT_SECONDS);
    }

    private List<String> awaitPrompt(long limitSeconds) {
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(limitSeconds);
        while (!text().endsWith("\n" + PROMPT)) {
            assertTrue(System.nanoTime() < deadline, () -> missing("prompt"));
            sleep();
        }
        final List<String> lines = text().lines().toList();
        return lines.stream()
                .skip(1)
                .limit(Math.max(0, lines.size() - 2))
                .filter(line -> !line.startsWith("  ...> ") && !line.isBlank())
                .toList();
    }

    /** Types what ends the shell, and waits for its end. */
    int end(String keys) throws IOException, InterruptedException {
        type(keys);
        assertTrue(terminal.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), this::text);
        return terminal.exitValue();
    }

    List<ProcessHandle> processes() {
        return terminal.descendants().toList();
    }

    private static void sleep() {
        try {
            Thread.sleep(LOOK_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        terminal.descendants().forEach(ProcessHandle::destroyForcibly);
        terminal.destroyForcibly();
    }
}
