package org.jshmem.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import org.jshmem.monitor.JobLook;

/** Runs what is typed: snippets and commands. */
final class Interpreter {
    private static final int MOST_NESTED = 10;

    /** PEs publish what they do several times a second. */
    private static final long PUBLISH_MS = 250;

    private final PeGroup pes;
    private final LauncherLink launcher;
    private final String classPath;
    private final Screen screen;
    private final Recording recording = new Recording();
    private Session session;
    private int nested;
    private boolean isOver;

    /** Whether the end of the job would be a surprise. */
    private volatile boolean isInJob;

    /**
     * An interpreter without a session; see {@link #begin}.
     *
     * @param classPath that of the PEs
     */
    Interpreter(PeGroup pes, LauncherLink launcher, String classPath, Screen screen) {
        this.pes = pes;
        this.launcher = launcher;
        this.classPath = classPath;
        this.screen = screen;
    }

    /** Begins a session while the PEs start, and waits for them; returns false if they do not come. */
    boolean begin() throws InterruptedException {
        session = new Session(pes, classPath);
        isInJob = pes.awaitAll();
        return isInJob;
    }

    /** The job has ended; called by any thread, after the launcher has said why. */
    void jobEnded() {
        if (isInJob) {
            screen.print("the job has ended; /reset starts it again");
        }
    }

    Session session() {
        return session;
    }

    /** Runs all of some input, until its end or {@code /exit}. */
    void runAll(Input input) throws InterruptedException {
        String next = isOver ? null : input.next();
        while (next != null) {
            try {
                run(next);
            } catch (PromptException | IllegalArgumentException e) {
                screen.print(e.getMessage());
            } finally {
                if (nested == 0) {
                    pes.endInput();
                }
            }
            next = isOver || pes.isStopped() ? null : input.next();
        }
    }

    private void run(String input) throws InterruptedException {
        if (SnippetText.isCommand(input)) {
            final String[] words = input.strip().split("\\s+", 2);
            run(Command.of(words[0]), words.length > 1 ? words[1] : "");
        } else {
            final Selection selection = Selection.of(input);
            final SortedSet<Integer> selected = selection.pes(pes.size());
            evaluate(selection.snippet(), selected, selection.words().isEmpty() ? null : selected);
        }
    }

    /**
     * Runs snippets.
     *
     * @param recorded the PEs for {@code /save}; null for all
     */
    private void evaluate(String source, SortedSet<Integer> selected, SortedSet<Integer> recorded) {
        final EventText text = new EventText(session.shell());
        for (Session.Evaluation evaluation : session.eval(source, selected)) {
            text.lines(evaluation).forEach(screen::print);
            if (EventText.isFine(evaluation)) {
                evaluation.events().stream()
                        .filter(event -> event.causeSnippet() == null)
                        .map(SnippetEvent::snippet)
                        .forEach((Snippet snippet) -> recording.add(snippet, recorded));
            }
        }
    }

    private void run(Command command, String argument) throws InterruptedException {
        if (command.takesFile() == argument.isEmpty()) {
            throw new PromptException(command.word()
                    + (argument.isEmpty()
                            ? " needs the name of a file: write " + command.word() + " session.java"
                            : " " + argument + ": this command takes no argument; write " + command.word()));
        }
        switch (command) {
            case PES -> {
                Thread.sleep(PUBLISH_MS);
                screen.print(JobLook.table(pes.pids()).stripTrailing());
            }
            case HEAP -> {
                Thread.sleep(PUBLISH_MS);
                HeapTable.lines(pes, session).forEach(screen::print);
            }
            case SAVE -> save(Path.of(argument));
            case OPEN -> open(Path.of(argument));
            case RESET -> reset();
            case EXIT -> isOver = true;
            case HELP -> screen.print(Command.help());
        }
    }

    private void save(Path file) {
        try {
            Files.writeString(file, recording.program(session.shell()));
        } catch (IOException e) {
            throw new PromptException("/save " + file + ": the file cannot be written (" + e
                    + "); name a file in a directory that you may write to");
        }
        screen.print("wrote " + file + "; run it by shmemrun -np " + pes.size() + " " + file);
    }

    private void open(Path file) throws InterruptedException {
        if (nested == MOST_NESTED) {
            throw new PromptException("/open " + file + ": files open each other; remove /open from one of them");
        }
        nested++;
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            runAll(new TextInput(reader, () -> session.analysis()));
        } catch (IOException | UncheckedIOException e) {
            throw new PromptException("/open " + file + ": the file cannot be read (" + e + "); correct its name");
        } finally {
            nested--;
        }
    }

    private void reset() throws InterruptedException {
        isInJob = false;
        launcher.endJob();
        pes.forget();
        launcher.startJob();
        session.close();
        recording.clear();
        if (!begin()) {
            isOver = true;
            return;
        }
        screen.print("the job was started again; variables, methods and symmetric memory are gone");
    }

    /** Has the PEs shut down; those that are still busy are ended. */
    void end() throws InterruptedException {
        isInJob = false;
        if (session != null) {
            session.close();
        }
        if (pes.isIdle()) {
            pes.tellAll(new Request.Exit());
            launcher.awaitEnd();
        } else {
            launcher.endJob();
        }
    }
}
