package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which main method a PE runs, and how it ends; here without a library that is in use. */
@Timeout(60)
class PeMainTest {
    private static final List<String> CALLED = new ArrayList<>();

    @TempDir
    private Path directory;

    /** A main method of each kind; the names of the classes say which. */
    static class WithArguments {
        static void main(String[] args) {
            CALLED.add("static " + Arrays.toString(args));
        }
    }

    static final class Inherited extends WithArguments {}

    /** The one with arguments is taken first, even from above. */
    static final class InheritedBeforeOwn extends WithArguments {
        static void main() {
            CALLED.add("own");
        }
    }

    static final class Both {
        static void main() {
            CALLED.add("without");
        }

        static void main(String[] args) {
            CALLED.add("both " + args.length);
        }
    }

    static final class Without {
        static void main() {
            CALLED.add("without");
        }
    }

    static final class Own extends WithArguments {
        static void main(String[] args) {
            CALLED.add("own " + args.length);
        }
    }

    static final class OfAnObject {
        private final String made = "made";

        private OfAnObject() {}

        void main(String[] args) {
            CALLED.add(made + " " + args.length);
        }
    }

    static final class OfAnObjectWithout {
        void main() {
            CALLED.add("object without");
        }
    }

    /** What looks like a main method, and is none. */
    @SuppressWarnings("unused") // by the name
    static final class Decoys {
        private static void main(String[] args) {
            CALLED.add("private");
        }

        static void main(int number) {
            CALLED.add("of a number");
        }

        static void mains(String[] args) {
            CALLED.add("another name");
        }

        static void main() {
            CALLED.add("the only one");
        }
    }

    @SuppressWarnings("IncorrectMainMethod") // which is what the test is about
    static final class ReturnsSomething {
        static int main(String[] args) {
            CALLED.add("with a result");
            return args.length;
        }

        static void main() {
            CALLED.add("without a result");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "WithArguments      | static [a, b]",
                "Inherited          | static [a, b]",
                "InheritedBeforeOwn | static [a, b]",
                "Both               | both 2",
                "Without            | without",
                "Own                | own 2",
                "OfAnObject         | made 2",
                "OfAnObjectWithout  | object without",
                "Decoys             | the only one",
                "ReturnsSomething   | without a result",
            })
    void shouldRunTheMainMethodThatJavaRuns(String name, String expected) {
        CALLED.clear();
        PeMain.main(new String[] {PeMainTest.class.getName() + "$" + name, "a", "b"});
        assertEquals(List.of(expected), CALLED);
    }

    @Test
    void shouldSayThatAProgramIsMissing() {
        final var error = assertThrows(IllegalArgumentException.class, () -> PeMain.main(new String[0]));
        assertTrue(error.getMessage().startsWith("usage: PeMain <main class> [arguments]"), error.getMessage());
    }

    static final class NoMain {
        private NoMain() {}
    }

    static final class Throws {
        private Throws() {}

        @SuppressWarnings("DoNotCallSuggester") // called by reflection
        static void main() {
            throw new IllegalStateException("thrown");
        }
    }

    static final class CannotBeInitialised {
        private static final int NUMBER = Integer.parseInt("none");

        private CannotBeInitialised() {}

        static void main() {
            System.out.println(NUMBER);
        }
    }

    static final class FailsToBeInitialised {
        private static final int NUMBER = fail();

        private FailsToBeInitialised() {}

        @SuppressWarnings("DoNotCallSuggester")
        private static int fail() {
            throw new AssertionError("failed");
        }

        static void main() {
            System.out.println(NUMBER);
        }
    }

    /** Shows the exception once, without those that reflection puts around it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Throws              | java.lang.IllegalStateException: thrown",
                "CannotBeInitialised | java.lang.NumberFormatException: For input string: \"none\"",
                "FailsToBeInitialised | java.lang.AssertionError: failed",
                "NoMain              | java.lang.NoSuchMethodException: class "
                        + "org.jshmem.bootstrap.PeMainTest$NoMain has no main method",
            })
    @Tag(QuickFilter.FULL)
    void shouldEndTheJobOfAProgramThatThrows(String name, String thrown) throws Exception {
        final Process process = EndOfJvmTest.start(PeMain.class, PeMainTest.class.getName() + "$" + name);
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            assertEquals(
                    List.of("Exception in thread \"main\" " + thrown, "jshmem: uncaught " + thrown),
                    in.lines().filter(line -> !line.startsWith("\tat ")).toList());
            assertTrue(process.waitFor(30, TimeUnit.SECONDS));
            assertEquals(1, process.exitValue());
        } finally {
            process.destroyForcibly();
        }
    }

    /** Says who it is and then waits. */
    static final class Waits {
        private Waits() {}

        static void main() throws Exception {
            final String stat = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
            System.out.println(ProcessHandle.current().pid() + " of group "
                    + stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[2]);
            Thread.sleep(TimeUnit.MINUTES.toMillis(1));
        }
    }

    /** It has a process group of its own, and nothing that it ignores keeps it alive. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldEndWithItsLauncher() throws Exception {
        final List<String> command = new ArrayList<>(
                List.of("sh", "-c", "trap '' TERM USR1; JSHMEM_LAUNCHER_PID=$$ \"$@\" & read -r _", "sh"));
        command.addAll(EndOfJvmTest.command(PeMain.class, Waits.class.getName()));
        final Path output = directory.resolve("output");
        final Process launcher = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            String said = "";
            while (!said.endsWith("\n")) {
                Thread.sleep(5);
                said = Files.readString(output);
            }
            final long pid = Long.parseLong(said.split(" ", -1)[0]);
            assertEquals(pid + " of group " + pid + "\n", said);
            final var ended = ProcessHandle.of(pid).orElseThrow().onExit();
            launcher.getOutputStream().close(); // ends it
            ended.get(30, TimeUnit.SECONDS);
            assertEquals(said, Files.readString(output), "it is killed and says nothing");
        } finally {
            launcher.destroyForcibly();
        }
    }

    /** The launcher has ended before the kernel was asked to tell. */
    @Test
    void shouldNotRunForALauncherThatHasEnded() throws Exception {
        final ProcessBuilder builder = new ProcessBuilder(EndOfJvmTest.command(PeMain.class, Waits.class.getName()));
        builder.environment().putAll(Map.of(LauncherProtocol.LAUNCHER_PID, "-1"));
        final Process process = builder.redirectErrorStream(true).start();
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            assertEquals(List.of(), in.lines().toList());
            assertTrue(process.waitFor(30, TimeUnit.SECONDS));
            assertEquals(1, process.exitValue());
        } finally {
            process.destroyForcibly();
        }
    }
}
