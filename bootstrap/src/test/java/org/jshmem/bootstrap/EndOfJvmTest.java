package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a JVM says, and in which order, when it ends in one way or another: each in a JVM of its own. */
@Timeout(60)
class EndOfJvmTest {
    /** A program that ends in the way that its argument says. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) throws Exception {
            switch (args[0]) {
                case "return" -> {
                    LastWords.add(() -> System.out.println("first"));
                    LastWords.add(() -> System.out.println("second"));
                    System.out.println("program");
                }
                case "throw" -> {
                    Thread.currentThread().setUncaughtExceptionHandler(LastWords::show);
                    LastWords.add(() -> System.out.println("words"));
                    throw new IllegalStateException("thrown");
                }
                case "hook" ->
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                        LastWords.add(() -> System.out.println("words"));
                        System.out.println("hook");
                    }));
                case "go on" -> {
                    final CountDownLatch said = new CountDownLatch(1);
                    LastWords.add(() -> {
                        System.out.println("words");
                        said.countDown();
                    });
                    System.out.println("program");
                    System.out.println("heard " + said.await(30, TimeUnit.SECONDS));
                }
                case "now" -> {
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("a hook")));
                    final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
                    System.setOut(new PrintStream(new BufferedOutputStream(out), false, StandardCharsets.UTF_8));
                    System.out.println("program");
                    Exit.now(Integer.parseInt(args[1]));
                }
                case "globalExit" -> new SingleBootstrap().globalExit(Integer.parseInt(args[1]));
                case "exit" -> {
                    Exit.atEnd("the end", () -> System.out.println("signal <" + Exit.signal() + ">"));
                    System.exit(Integer.parseInt(args[1]));
                }
                case "signal" -> {
                    System.out.println("atEnd "
                            + Exit.atEnd("the end", () -> System.out.println("signal <" + Exit.signal() + ">")));
                    System.out.flush();
                    Thread.sleep(TimeUnit.MINUTES.toMillis(1));
                }
                default -> throw new IllegalArgumentException(args[0]);
            }
        }
    }

    private static Process start(String... words) throws IOException {
        return start(Program.class, words);
    }

    /** Starts a program in a JVM of its own, with one stream for all that it prints. */
    static Process start(Class<?> program, String... words) throws IOException {
        return new ProcessBuilder(command(program, words))
                .redirectErrorStream(true)
                .start();
    }

    /** Starts one that can open so many files. */
    static Process startWithFiles(int most, Class<?> program) throws IOException {
        final List<String> command =
                new ArrayList<>(List.of("bash", "-c", "ulimit -n " + most + " && exec \"$@\"", "bash"));
        command.addAll(command(program));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** The command line by which {@link #start} starts a program. */
    static List<String> command(Class<?> program, String... words) {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(List.of(words));
        return command;
    }

    private static List<String> said(Process process) throws IOException {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            return in.lines().filter(line -> !line.startsWith("\tat ")).toList();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "return, 0, program|first|second",
        "throw, 1, 'Exception in thread \"main\" java.lang.IllegalStateException: thrown|words'",
        "hook, 0, words|hook",
        "go on, 0, program|words|heard true",
    })
    @Tag(QuickFilter.FULL)
    void shouldSayLastWordsInTheirTurn(String end, int status, String expected) throws Exception {
        final Process process = start(end);
        assertEquals(List.of(expected.split("\\|")), said(process));
        assertEquals(status, process.waitFor());
    }

    @Test
    void shouldFlushAndRunNoHooks() throws Exception {
        final Process process = start("now", "42");
        assertEquals(List.of("program"), said(process));
        assertEquals(42, process.waitFor());
    }

    /** The status that a process can have, and a word where that is another than was given. */
    @ParameterizedTest
    @CsvSource({
        "5, 5, ''",
        "300, 44, 'jshmem: PE 0 called globalExit(300); a process can exit only with 0 to 255, so the job ends with 44'"
    })
    void shouldEndAJobOfOnePeByGlobalExit(String given, int status, String expected) throws Exception {
        final Process process = start("globalExit", given);
        assertEquals(expected, String.join("|", said(process)));
        assertEquals(status, process.waitFor());
    }

    @Test
    void shouldNotTakeAnExitForASignal() throws Exception {
        final Process process = start("exit", "3");
        assertEquals(List.of("signal <>"), said(process));
        assertEquals(3, process.waitFor());
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130", "HUP, 129"})
    void shouldNameTheSignal(String signal, int status) throws Exception {
        final Process process = start("signal");
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("atEnd true", in.readLine());
            final Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
            assertEquals(0, kill.waitFor());
            assertEquals("signal <SIG" + signal + ">", in.readLine());
            assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        }
        assertEquals(status, process.exitValue());
    }
}
