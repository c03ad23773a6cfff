package org.jshmem.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import jdk.jshell.SourceCodeAnalysis;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReader.Option;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;

/** The user's terminal: input with completion, history and several lines, and output. */
final class TerminalInput implements Input, Screen, AutoCloseable {
    private static final String HISTORY = ".jshmem_history";
    private static final String PROMPT = "shmem> ";
    private static final String FURTHER_PROMPT = "  ...> ";

    private final Terminal terminal;
    private final LineReader reader;

    /**
     * Opens the terminal of this process.
     *
     * @param analysis of the session
     * @throws IOException if it cannot be used
     */
    TerminalInput(Supplier<SourceCodeAnalysis> analysis) throws IOException {
        terminal = TerminalBuilder.builder().name("shmemrun").system(true).build();
        reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .parser(new SnippetParser(analysis))
                .completer(new SnippetCompleter(analysis))
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, FURTHER_PROMPT)
                .variable(LineReader.HISTORY_FILE, history())
                .option(Option.DISABLE_EVENT_EXPANSION, true) // an exclamation mark is Java's
                .build();
    }

    private static Path history() {
        final String home = System.getenv("HOME");
        return Path.of(home == null ? System.getProperty("user.home") : home, HISTORY);
    }

    /** Has Ctrl-C act while no line is edited. */
    void onInterrupt(Runnable act) {
        terminal.handle(Signal.INT, _ -> act.run());
    }

    @Override
    public String next() {
        while (true) {
            try {
                return reader.readLine(PROMPT);
            } catch (UserInterruptException e) {
                // Ctrl-C drops the line.
            } catch (EndOfFileException e) {
                return null;
            }
        }
    }

    @Override
    public void print(String text) {
        if (reader.isReading()) {
            reader.printAbove(text);
        } else {
            terminal.writer().println(text);
            terminal.flush();
        }
    }

    @Override
    public void close() throws IOException {
        terminal.close();
    }
}
