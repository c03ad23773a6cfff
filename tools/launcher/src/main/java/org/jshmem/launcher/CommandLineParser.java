package org.jshmem.launcher;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import org.jshmem.launcher.LaunchOptions.Action;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The syntax of {@code shmemrun}. Everything from the program's name on belongs to the program.
 *
 * <p>The model is built by hand rather than from annotations: reflection would cost the start of every job.
 */
final class CommandLineParser {
    private static final String NPES = "-np";
    private static final String CLASS_PATH = "-cp";
    private static final String MODULE_PATH = "-p";
    private static final String JVM_OPTION = "-J";
    private static final String ENVIRONMENT = "-x";
    private static final String TAG_OUTPUT = "--tag-output";
    private static final String TIMEOUT = "--timeout";
    private static final String MONITOR = "--monitor";
    private static final String REPORT = "--report";
    private static final String TRACE = "--trace";
    private static final String TRACE_ALL = "--trace-all";
    private static final String SHELL = "--shell";
    private static final String TRAIN = "--train";
    private static final String CACHE = "--cache";
    private static final String SHOW = "--show";
    private static final String PRINT_JAVA_OPTIONS = "--print-java-options";
    private static final String LIST_EXAMPLES = "--list-examples";
    private static final String HELP = "--help";
    private static final String VERSION = "--version";

    private static final String ANY_PORT = "0";
    private static final int LAST_PORT = 65_535;

    /** What needs a number of PEs and a program. */
    private static final Set<Action> STARTING =
            EnumSet.of(Action.RUN, Action.SHELL, Action.TRAIN, Action.SHOW, Action.PRINT_JAVA_OPTIONS);

    private final CommandLine commandLine = new CommandLine(spec());
    private final Map<String, String> ownEnvironment;

    CommandLineParser(Map<String, String> ownEnvironment) {
        this.ownEnvironment = ownEnvironment;
    }

    LaunchOptions parse(String... arguments) {
        final ParseResult parsed = parseResult(arguments);
        final Action action = action(parsed);
        final boolean startsPes = STARTING.contains(action);
        final List<String> program = program(parsed, action);
        return new LaunchOptions(
                action,
                startsPes ? npes(parsed) : 0,
                parsed.matchedOptionValue(CLASS_PATH, null),
                parsed.matchedOptionValue(MODULE_PATH, null),
                values(parsed, JVM_OPTION),
                environment(values(parsed, ENVIRONMENT)),
                parsed.hasMatchedOption(TAG_OUTPUT),
                timeoutSeconds(parsed),
                watching(parsed, action),
                tracing(parsed, action),
                cache(parsed, action),
                program);
    }

    void printUsage(PrintStream out) {
        commandLine.usage(out, CommandLine.Help.Ansi.OFF);
    }

    /** All options, as they are told to the parser. */
    static CommandSpec spec() {
        final CommandSpec spec = CommandSpec.create().name("shmemrun");
        spec.parser()
                .stopAtUnmatched(true)
                .unmatchedArgumentsAllowed(true)
                .expandAtFiles(false)
                .trimQuotes(false)
                .posixClusteredShortOptionsAllowed(true);
        spec.addOption(value("N", "Number of PEs.", NPES, "-n"));
        spec.addOption(value(
                "PATH",
                "Class path of the program; default: $CLASSPATH, or the current directory.",
                CLASS_PATH,
                "--class-path"));
        spec.addOption(value(
                "PATH",
                "Module path of a program that is a module, which -m names; the library is then modules too.",
                MODULE_PATH,
                "--module-path"));
        spec.addOption(values(
                "OPTION",
                "Option of every PE's JVM, for instance -J-Xmx1g. %%{pe} in it becomes the PE's number.",
                JVM_OPTION));
        spec.addOption(values(
                "NAME[=VALUE]",
                "Set a variable in every PE's environment; without a value, pass the launcher's own, which must be"
                        + " set.",
                ENVIRONMENT));
        spec.addOption(flag("Start every line of output with [pe]<stream>.", TAG_OUTPUT));
        spec.addOption(value("SECONDS", "End the job with status 124 when it runs longer than this.", TIMEOUT));
        spec.addOption(OptionSpec.builder(MONITOR)
                .arity("0..1")
                .type(String.class)
                .fallbackValue(ANY_PORT)
                .preprocessor(CommandLineParser::takeOnlyWhatIsAttached)
                .paramLabel("PORT")
                .description("Print the address of a page for browsers that shows what the PEs do, and who waits for"
                        + " whom, while the job runs. It is served on the loopback interface, at a free port unless one"
                        + " is given.")
                .build());
        spec.addOption(value("FILE", "Write that page to a file at the end of the job.", REPORT));
        spec.addOption(value(
                "FILE",
                "Write a trace for Perfetto and shmem-trace: what all PEs did over time, and which operation ended"
                        + " which wait. At the end, print where the time went.",
                TRACE));
        spec.addOption(value("FILE", "The same with every operation, however short; the job is slower.", TRACE_ALL));
        spec.addOption(flag(
                "Start PEs without a program, and a prompt: a line of Java that is typed there runs on all PEs. -cp"
                        + " names classes that it can use.",
                SHELL));
        spec.addOption(value(
                "CACHE",
                "Run the program once and make a start cache of it, an AOT cache of the JVM that holds the program's"
                        + " classes and what was found hot. The class path must consist of jars.",
                TRAIN));
        spec.addOption(value(
                "CACHE",
                "Start the PEs with a cache that --train has made of the same jars. One that does not fit is not used,"
                        + " and a message says why.",
                CACHE));
        spec.addOption(flag("Print the command line of every PE and run nothing.", SHOW));
        spec.addOption(flag(
                "Print what to write after java when another launcher starts it, one word a line, and run nothing;"
                        + " -np is the number of PEs on one machine.",
                PRINT_JAVA_OPTIONS));
        spec.addOption(flag("Print the examples that can be run by name.", LIST_EXAMPLES));
        spec.addOption(flag("Print this help.", "-h", HELP));
        spec.addOption(flag("Print the version.", "-V", VERSION));
        addUsage(spec);
        return spec;
    }

    private static void addUsage(CommandSpec spec) {
        spec.usageMessage()
                .sortOptions(false)
                .width(100)
                .customSynopsis(
                        "shmemrun -np N [options] (Class | File.java | -jar app.jar | -m module[/Class] | example-name)"
                                + " [arguments]",
                        "shmemrun -np N [options] --shell")
                .description("Starts N PEs of a program on this machine and ends with the job's exit status.", "")
                .footer(
                        "",
                        "Options stand before the program, in any order. -J and -x can be given several times; of a",
                        "variable that is set twice, the last value counts. Any other option twice is a mistake.",
                        "",
                        "Standard input goes to PE 0. When a PE fails the others are ended and one message says which",
                        "and how. Exit status: the first failing PE's, globalExit's, 128+signal for a killed PE or",
                        "launcher, 124 after --timeout, 74 if the output cannot be written, 2 for a mistake on the",
                        "command line.",
                        "",
                        "Environment: JSHMEM_JAVA_HOME names the JDK to use, 25 or later; JSHMEM_LAUNCHER_OPTIONS",
                        "has options for the JVM of the launcher itself.%n");
    }

    /** The word behind {@code --monitor} is the program, not a port. */
    private static boolean takeOnlyWhatIsAttached(
            Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> about) {
        if (" ".equals(about.get("separator"))) {
            words.push(ANY_PORT);
        }
        return false;
    }

    private static OptionSpec flag(String description, String... names) {
        return OptionSpec.builder(names)
                .arity("0")
                .type(boolean.class)
                .description(description)
                .build();
    }

    private static OptionSpec value(String label, String description, String... names) {
        return OptionSpec.builder(names)
                .arity("1")
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .build();
    }

    private static OptionSpec values(String label, String description, String... names) {
        return OptionSpec.builder(names)
                .arity("1")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel(label)
                .description(description)
                .build();
    }

    private ParseResult parseResult(String... arguments) {
        try {
            return commandLine.parseArgs(arguments);
        } catch (ParameterException e) {
            throw new UsageException(e.getMessage() + "; see shmemrun -h");
        }
    }

    private static Action action(ParseResult parsed) {
        if (parsed.hasMatchedOption(HELP)) {
            return Action.HELP;
        }
        if (parsed.hasMatchedOption(VERSION)) {
            return Action.VERSION;
        }
        if (parsed.hasMatchedOption(LIST_EXAMPLES)) {
            return Action.LIST_EXAMPLES;
        }
        if (parsed.hasMatchedOption(SHOW)) {
            return Action.SHOW;
        }
        if (parsed.hasMatchedOption(PRINT_JAVA_OPTIONS)) {
            return Action.PRINT_JAVA_OPTIONS;
        }
        if (parsed.hasMatchedOption(SHELL)) {
            return Action.SHELL;
        }
        return parsed.hasMatchedOption(TRAIN) ? Action.TRAIN : Action.RUN;
    }

    private static String cache(ParseResult parsed, Action action) {
        final String trained = parsed.matchedOptionValue(TRAIN, null);
        final String used = parsed.matchedOptionValue(CACHE, null);
        if (trained != null && (used != null || action != Action.TRAIN)) {
            throw new UsageException(TRAIN + " " + trained + " goes neither with " + CACHE + " nor with " + SHOW
                    + " and " + PRINT_JAVA_OPTIONS + "; train first");
        }
        return trained == null ? used : trained;
    }

    private static List<String> values(ParseResult parsed, String option) {
        return parsed.matchedOptionValue(option, List.of());
    }

    private static int npes(ParseResult parsed) {
        final String text = parsed.matchedOptionValue(NPES, null);
        if (text == null) {
            throw new UsageException("-np is missing: say how many PEs to start, for instance -np 4");
        }
        // -np2 is -n with the value p2, to the parser.
        return (int) positive(NPES, text.startsWith("p") ? text.substring(1) : text, Integer.MAX_VALUE);
    }

    private static long timeoutSeconds(ParseResult parsed) {
        final String text = parsed.matchedOptionValue(TIMEOUT, null);
        return text == null ? 0 : positive(TIMEOUT, text, Integer.MAX_VALUE);
    }

    private static LaunchOptions.Watching watching(ParseResult parsed, Action action) {
        final String port = parsed.matchedOptionValue(MONITOR, null);
        final String report = parsed.matchedOptionValue(REPORT, null);
        if (port == null && report == null) {
            return null;
        }
        if (action == Action.TRAIN || action == Action.SHOW || action == Action.PRINT_JAVA_OPTIONS) {
            throw new UsageException((port == null ? REPORT : MONITOR) + " watches a job that runs; leave it out");
        }
        if (port == null) {
            return new LaunchOptions.Watching(-1, report);
        }
        return new LaunchOptions.Watching(port.equals(ANY_PORT) ? 0 : (int) positive(MONITOR, port, LAST_PORT), report);
    }

    private static LaunchOptions.Tracing tracing(ParseResult parsed, Action action) {
        final String file = parsed.matchedOptionValue(TRACE, null);
        final String all = parsed.matchedOptionValue(TRACE_ALL, null);
        if (file == null && all == null) {
            return null;
        }
        if (file != null && all != null) {
            throw new UsageException(TRACE + " and " + TRACE_ALL + " both name a trace; leave one out");
        }
        if (action != Action.RUN) {
            throw new UsageException((file == null ? TRACE_ALL : TRACE) + " traces a program that runs; leave it out");
        }
        return new LaunchOptions.Tracing(file == null ? all : file, file == null);
    }

    private static long positive(String option, String text, long limit) {
        try {
            final long number = Long.parseLong(text);
            if (number >= 1 && number <= limit) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below with the other values that do not fit.
        }
        throw new UsageException(option + "=" + text + " must be a whole number from 1 to " + limit);
    }

    private Map<String, String> environment(List<String> settings) {
        final Map<String, String> environment = new LinkedHashMap<>();
        for (String setting : settings) {
            final int equals = setting.indexOf('=');
            final String name = equals < 0 ? setting : setting.substring(0, equals);
            if (name.isEmpty()) {
                throw new UsageException("-x " + setting + " has no variable name; write -x NAME=VALUE");
            }
            environment.put(name, equals < 0 ? ownValue(name) : setting.substring(equals + 1));
        }
        return environment;
    }

    private String ownValue(String name) {
        final String value = ownEnvironment.get(name);
        if (value == null) {
            throw new UsageException("-x " + name + " is not set here; set it, or write -x " + name + "=VALUE");
        }
        return value;
    }

    private static List<String> program(ParseResult parsed, Action action) {
        if (action == Action.SHELL) {
            requireNoProgram(parsed);
        }
        return STARTING.contains(action) && action != Action.SHELL ? program(parsed) : List.of();
    }

    private static void requireNoProgram(ParseResult parsed) {
        if (parsed.hasMatchedOption(TRAIN)) {
            throw new UsageException(TRAIN + " runs a program, and " + SHELL + " has none; leave out one of them");
        }
        if (!parsed.unmatched().isEmpty()) {
            throw new UsageException(SHELL + " starts a prompt in place of the program "
                    + parsed.unmatched().getFirst() + "; leave out one of them");
        }
        if (parsed.hasMatchedOption(MODULE_PATH)) {
            throw new UsageException(MODULE_PATH + " goes with a module, and not with " + SHELL + "; write -cp");
        }
    }

    private static List<String> program(ParseResult parsed) {
        final List<String> program = new ArrayList<>(parsed.unmatched());
        if (program.isEmpty()) {
            throw new UsageException(
                    "the program is missing: name a class, a source file, -jar app.jar, -m module or an"
                            + " example (--list-examples)");
        }
        final String first = program.get(0);
        final boolean isModule = ProgramFinder.MODULE.contains(first);
        if (!isModule && parsed.hasMatchedOption(MODULE_PATH)) {
            throw new UsageException(
                    MODULE_PATH + " goes with a module: write -m module/package.Class, or -cp for a class path");
        }
        if (first.startsWith("-") && !first.equals("-jar") && !isModule) {
            throw new UsageException("unknown option " + first + "; see shmemrun -h" + hint(first));
        }
        return program;
    }

    private static String hint(String option) {
        return Arrays.asList("-Xmx", "-Xms", "-XX", "-D").stream().anyMatch(option::startsWith)
                ? " (an option of the PEs' JVMs is written -J" + option + ")"
                : "";
    }
}
