package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jshmem.launcher.LaunchOptions.Action;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.OptionSpec;

/** Each option of {@code shmemrun}, by each of its names and in each form, at every place of the command line. */
@Timeout(60)
class OptionPlacesTest {
    private static final List<String> TWO_PES = List.of("-np", "2");
    private static final List<String> PROGRAM = List.of("Main", "word");
    private static final List<String> MODULE = List.of("-m", "a/b.C", "word");
    private static final Set<String> OF_MODULES = Set.of("-p", "--module-path");

    /** Of each kind of value that an option takes. */
    private static final Map<String, String> VALUES = Map.of(
            "N",
            "3",
            "PATH",
            "x:y",
            "OPTION",
            "-Xmx1g",
            "NAME[=VALUE]",
            "A=b",
            "SECONDS",
            "7",
            "PORT",
            "8080",
            "FILE",
            "f",
            "CACHE",
            "c.aot");

    private final CommandLineParser parser = new CommandLineParser(Map.of());

    /** The name of each option, and its words: the name and a value, together or not. */
    static Stream<Arguments> options() {
        return CommandLineParser.spec().options().stream()
                .flatMap(option -> Arrays.stream(option.names())
                        .flatMap(name -> forms(option, name).map(words -> Arguments.of(option, name, words))));
    }

    private static Stream<List<String>> forms(OptionSpec option, String name) {
        if (option.arity().max() == 0) {
            return Stream.of(List.of(name));
        }
        final String value = VALUES.get(option.paramLabel());
        return Stream.of(option.arity().min() == 0 ? List.of(name) : List.of(name, value), List.of(name + "=" + value));
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("options")
    void shouldMeanTheSameBeforeAndAfterTheNumberOfPes(OptionSpec option, String name, List<String> words) {
        final List<String> program = program(option, name);
        if (isNumberOfPes(option)) {
            assertEquals(3, parse(List.of(words, PROGRAM)).npes());
            return;
        }
        final LaunchOptions after = parse(List.of(TWO_PES, words, program));
        assertEquals(after, parse(List.of(words, TWO_PES, program)));
        assertNotEquals(plain(program), after);
        if (after.action() == Action.RUN) {
            assertEquals(2, after.npes());
            assertEquals(program, after.program());
        }
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("options")
    void shouldBeTheProgramsAfterItsName(OptionSpec option, String name, List<String> words) {
        for (List<String> program : List.of(PROGRAM.subList(0, 1), PROGRAM, List.of("-jar", "app.jar"))) {
            final LaunchOptions parsed = parse(List.of(TWO_PES, program, words));
            final List<String> all = new ArrayList<>(program);
            all.addAll(words);
            assertEquals(all, parsed.program());
            assertEquals(plain(program), parsed.withProgram(program, null));
            assertEquals(null, parsed.classPath());
        }
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("options")
    void shouldBeRefusedTwiceUnlessItCollects(OptionSpec option, String name, List<String> words) {
        final List<String> others = isNumberOfPes(option) ? List.of() : TWO_PES;
        final List<String> program = program(option, name);
        if (option.isMultiValue()) {
            final LaunchOptions parsed = parse(List.of(words, others, words, program));
            final boolean isOfJvms = name.equals("-J");
            assertEquals(isOfJvms ? List.of("-Xmx1g", "-Xmx1g") : List.of(), parsed.jvmOptions());
            assertEquals(isOfJvms ? Map.of() : Map.of("A", "b"), parsed.environment());
            return;
        }
        for (String other : option.names()) {
            final List<String> again = new ArrayList<>(words);
            again.set(0, words.getFirst().replaceFirst(name, other));
            final UsageException refused =
                    assertThrows(UsageException.class, () -> parse(List.of(words, others, again, program)), other);
            assertTrue(refused.getMessage().contains("only once"), refused.getMessage());
        }
    }

    private static boolean isNumberOfPes(OptionSpec option) {
        return option.paramLabel().equals("N");
    }

    /** What goes with an option. */
    private static List<String> program(OptionSpec option, String name) {
        if (name.equals("--shell")) {
            return List.of();
        }
        return OF_MODULES.containsAll(List.of(option.names())) ? MODULE : PROGRAM;
    }

    private LaunchOptions plain(List<String> program) {
        return parse(List.of(TWO_PES, program.isEmpty() ? PROGRAM : program));
    }

    private LaunchOptions parse(List<List<String>> parts) {
        return parser.parse(parts.stream().flatMap(List::stream).toArray(String[]::new));
    }
}
