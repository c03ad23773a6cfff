package org.jshmem.shell;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The commands of the shell. */
enum Command {
    PES("", "what each PE does, and who waits for whom"),
    HEAP("", "the blocks of the symmetric heap, which live until they are freed"),
    SAVE("FILE", "write a program with all snippets so far; shmemrun runs it"),
    OPEN("FILE", "run the snippets and commands of a file"),
    RESET("", "end the PEs and start the job again; all snippets are forgotten"),
    EXIT("", "shut down and leave; Ctrl-D does the same"),
    HELP("", "print this text");

    private static final String ABOUT = """
        A line of Java runs on all PEs, @0 expr on PE 0, @1,3 expr or @1-3 expr on some. Equal results are shown
        once, different ones by PE. Ctrl-C interrupts a snippet and reports who waits for what. Tab completes, and
        the arrow keys bring back earlier input.
        """;

    private final String argument;
    private final String does;

    Command(String argument, String does) {
        this.argument = argument;
        this.does = does;
    }

    /** What the user types. */
    String word() {
        return "/" + name().toLowerCase(Locale.ROOT);
    }

    boolean takesFile() {
        return !argument.isEmpty();
    }

    /**
     * The command that a word names.
     *
     * @throws PromptException if there is none
     */
    static Command of(String word) {
        return Arrays.stream(values())
                .filter(command -> command.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new PromptException(word + " is no command; there are "
                        + Arrays.stream(values()).map(Command::word).collect(Collectors.joining(", "))));
    }

    /** Describes all of them. */
    static String help() {
        return ABOUT
                + Arrays.stream(values())
                        .map(command ->
                                String.format("  %-11s %s", command.word() + " " + command.argument, command.does))
                        .collect(Collectors.joining("\n"));
    }
}
