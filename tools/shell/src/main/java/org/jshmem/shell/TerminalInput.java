package org.jshmem.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import jdk.jshell.SourceCodeAnalysis;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReader.Option;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.Signals;

/**
 * The user's terminal: input with completion, history and several lines, and output.
 *
 * <p><b>Ctrl-C.</b> Signals come by threads of their own, at any time. While a line is edited, one is for the line
 * reader, which drops the line; at any other time it is for the input that runs. Which of them is decided under a lock,
 * and the lock is held while the line reader is told, so that none reaches the prompt's thread later. The line reader
 * may not notice one that comes after Enter; then the line is dropped here. Handlers of the line reader's own library
 * are not used: it exchanges them for each line, and a signal between two of them is lost.
 */
final class TerminalInput implements Input, Screen, AutoCloseable {
    private static final String HISTORY = ".jshmem_history";
    private static final String PROMPT = "shmem> ";
    private static final String FURTHER_PROMPT = "  ...> ";

    private final Terminal terminal;
    private final LineReader reader;
    private final PeGroup pes;
    private final Interrupter interrupter;

    /** A line is edited. */
    private boolean isEditing;

    /** The line reader cannot be told now that Ctrl-C was pressed. */
    private boolean isShielded;

    /** Ctrl-C was pressed while the line was edited. */
    private boolean isDropped;

    /**
     * Opens the terminal of this process.
     *
     * @param analysis of the session
     * @param pes what Ctrl-C interrupts
     * @throws IOException if it cannot be used
     */
    TerminalInput(Supplier<SourceCodeAnalysis> analysis, PeGroup pes) throws IOException {
        final SnippetParser parser = new SnippetParser(analysis);
        final SnippetCompleter completer = new SnippetCompleter(analysis);
        terminal = TerminalBuilder.builder()
                .name("shmemrun")
                .system(true)
                .nativeSignals(false)
                .build();
        reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .parser((line, cursor, context) -> analysed(() -> parser.parse(line, cursor, context)))
                .completer((by, line, candidates) -> analysed(() -> {
                    completer.complete(by, line, candidates);
                    return null;
                }))
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, FURTHER_PROMPT)
                .variable(LineReader.HISTORY_FILE, history())
                .option(Option.DISABLE_EVENT_EXPANSION, true) // an exclamation mark is Java's
                .build();
        this.pes = pes;
        reader.getWidgets().put(LineReader.CALLBACK_INIT, this::keepSignals);
        interrupter = new Interrupter(pes, this);
        Signals.register(Signal.INT.name(), this::interrupted);
        for (Signal signal : List.of(Signal.WINCH, Signal.CONT)) {
            Signals.register(signal.name(), () -> terminal.raise(signal));
        }
    }

    private static Path history() {
        final String home = System.getenv("HOME");
        return Path.of(home == null ? System.getProperty("user.home") : home, HISTORY);
    }

    /** The line reader would get Ctrl-C as a character; one after Enter would lie there until the next line is read. */
    private boolean keepSignals() {
        final Attributes attributes = terminal.getAttributes();
        attributes.setLocalFlag(LocalFlag.ISIG, true);
        terminal.setAttributes(attributes);
        passOn();
        return true;
    }

    /** Interrupts the line reader if Ctrl-C was pressed when it could not be. */
    private synchronized void passOn() {
        isShielded = false;
        if (isDropped) {
            terminal.raise(Signal.INT);
        }
    }

    /** The compiler reads jars, and a jar that an interrupted thread reads is closed for the rest of the session. */
    private <T> T analysed(Supplier<T> work) {
        shield();
        try {
            return work.get();
        } finally {
            passOn();
        }
    }

    private synchronized void shield() {
        Thread.interrupted(); // Ctrl-C has just been pressed
        isShielded = true;
    }

    /** Ctrl-C was pressed. */
    private synchronized void interrupted() {
        if (isEditing) {
            isDropped = true;
            if (!isShielded) {
                terminal.raise(Signal.INT);
            }
        } else {
            interrupter.interrupt();
        }
    }

    @Override
    public String next() {
        while (true) {
            beginLine();
            try {
                final String line = reader.readLine(PROMPT);
                if (endLine(true)) {
                    return line;
                }
                print(PromptException.NOT_RUN);
            } catch (UserInterruptException e) {
                endLine(false); // Ctrl-C drops the line
            } catch (EndOfFileException e) {
                endLine(false);
                return null;
            }
        }
    }

    private synchronized void beginLine() {
        isEditing = true;
        isShielded = true; // until the line reader handles signals
        isDropped = false;
    }

    /** The line is edited no longer; returns whether it is to run. From here on, Ctrl-C is for what runs. */
    private synchronized boolean endLine(boolean isRead) {
        final boolean isToRun = isRead && !isDropped;
        isEditing = false;
        Thread.interrupted(); // the line reader may leave that behind
        if (isToRun) {
            pes.beginInput();
        }
        return isToRun;
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
