package org.jshmem.tck.command;

import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code bin/tck}. */
@Command(
        name = "tck",
        mixinStandardHelpOptions = true,
        description = "The conformance kit for OpenSHMEM in Java: runs cases as jobs of real PEs, and says what an"
                + " implementation gets wrong.",
        footer = {
            "",
            "Exit status: 0 if all cases passed, 1 if some failed, 2 if the command makes no sense.",
            "docs/conformance.md says how to judge another implementation."
        },
        subcommands = {RunCommand.class, JudgeCommand.class, ListCommand.class, ShowCommand.class, ProgramCommand.class
        })
public final class Tck {
    /** That all passed. */
    static final int PASSED = 0;

    /** That some failed. */
    static final int FAILED = 1;

    /** That the command makes no sense. */
    static final int WRONG_USE = 2;

    private Tck() {}

    /**
     * Runs it.
     *
     * @param args a command and its options
     */
    public static void main(String[] args) {
        System.exit(execute(args));
    }

    /** Runs it and says with which status to exit. */
    static int execute(String... args) {
        final CommandLine line = new CommandLine(new Tck());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler((thrown, words) -> complain(thrown.getMessage()));
        line.setExecutionExceptionHandler((thrown, command, words) -> {
            if (thrown instanceof UsageException || thrown instanceof UncheckedIOException) {
                return complain(thrown.getMessage());
            }
            throw thrown;
        });
        if (args.length == 0) {
            line.usage(System.err);
            return WRONG_USE;
        }
        return line.execute(args);
    }

    private static int complain(String message) {
        System.err.println("tck: " + message);
        return WRONG_USE;
    }
}
