package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jshmem.ShmemException;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A PE that a foreign launcher has started ends in many ways. In each, these tests compare what the PE prints and what
 * it reports to the launcher. Each PE has a JVM of its own, and the launcher is a stand-in that prints the reports.
 */
@Timeout(60)
class ManagedEndsTest {
    /** PE 3 of 4. */
    private static final class Told extends ProcessManager {
        private final boolean isBroken;
        private final boolean namesProcesses;
        private final Membership membership;

        Told(String options) {
            isBroken = options.contains("broken");
            namesProcesses = options.contains("names");
            membership = new Neighbours(
                    options.contains("job")
                            ? Membership.Extent.JOB
                            : options.contains("node") ? Membership.Extent.NODE : Membership.Extent.PE,
                    !options.contains("second"));
        }

        private void tell(String what) {
            System.out.println(what);
            System.out.flush();
            if (isBroken) {
                throw new ShmemException("the launcher has ended");
            }
        }

        @Override
        int pe() {
            return 3;
        }

        @Override
        int nPes() {
            return 4;
        }

        @Override
        Membership join() {
            return membership;
        }

        @Override
        int[] nodes() {
            return new int[] {0, 0, 1, 1};
        }

        @Override
        void put(String key, byte[] value) {}

        @Override
        void fence() {}

        @Override
        byte[] get(int pe, String key) {
            throw new AssertionError();
        }

        @Override
        void leave() {
            System.out.println("leave");
        }

        @Override
        void abort(int status, String reason) {
            tell("abort " + status + " " + reason);
        }

        @Override
        void finish() {
            tell("finish");
        }

        @Override
        boolean namesProcesses() {
            return namesProcesses;
        }

        @Override
        String describe() {
            return "told";
        }
    }

    private record Neighbours(Extent extent, boolean isReporter) implements Membership {
        @Override
        public String describe() {
            return "not there: PE 2";
        }

        @Override
        public int reportDelaySeconds() {
            return 4;
        }

        @Override
        public String ended() {
            return "PE 1";
        }

        @Override
        public Extent endBySignal(String signal) {
            System.out.println("signalled " + signal);
            return extent;
        }
    }

    /** Ends in the way of its first argument; the second one is about the launcher. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) throws Exception {
            if (args[0].equals("handler of all")) {
                Thread.setDefaultUncaughtExceptionHandler((_, thrown) -> System.out.println("all " + thrown));
            }
            final ManagedBootstrap job = new ManagedBootstrap(new Told(args[1]));
            switch (args[0]) {
                case "good" -> job.finish();
                case "forgotten" -> System.out.println("program");
                case "throws" -> throw new IllegalStateException("thrown");
                case "throws afterwards" -> {
                    job.finish();
                    throw new IllegalStateException("thrown");
                }
                case "a thread throws" -> {
                    final Thread thread = new Thread(() -> {
                        throw new IllegalStateException("thrown");
                    });
                    thread.start();
                    thread.join();
                    job.finish();
                }
                case "own handler" -> {
                    Thread.currentThread()
                            .setUncaughtExceptionHandler((_, thrown) -> System.out.println("own " + thrown));
                    throw new IllegalStateException("thrown");
                }
                case "handler of all" -> throw new IllegalStateException("thrown");
                case "abort" -> job.abort(Integer.parseInt(args[2]), "no memory");
                case "fail" -> job.fail(Integer.parseInt(args[2]), "no memory");
                case "globalExit" -> job.globalExit(Integer.parseInt(args[2]));
                case "exit" -> System.exit(Integer.parseInt(args[2]));
                case "leaves early" -> job.leaveEarly(() -> args[2].equals("back") ? null : "left before PE 0");
                case "asks" ->
                    System.out.println(job.pe() + " " + job.nPes() + " " + job.missing() + " " + job.ended() + " "
                            + job.reportDelaySeconds() + " " + job.isReporter() + " " + job.isSpread() + " "
                            + job.describe());
                case "sleep" -> {
                    System.out.println("ready");
                    Thread.sleep(TimeUnit.MINUTES.toMillis(1));
                }
                default -> throw new IllegalArgumentException(args[0]);
            }
            if (args[0].equals("leaves early") && args[2].equals("back") || args[0].equals("asks")) {
                job.finish();
            }
        }
    }

    private static String said(BufferedReader in) {
        return in.lines()
                .filter(line -> !line.startsWith("\tat "))
                .map(line -> line.replaceAll("\\(pid \\d+\\)", "(pid)"))
                .collect(Collectors.joining("|"));
    }

    private static final String PE = "jshmem: PE 3 (pid) ";
    private static final String THROWN = "Exception in thread \"main\" java.lang.IllegalStateException: thrown";
    private static final String FORGOTTEN = "ended without shutdown(): it called init() and then its program ended";

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "good; 0; leave|finish",
                "forgotten; 1; program|PE FORGOTTEN|abort 1 FORGOTTEN",
                "throws; 1; THROWN|PE failed: uncaught java.lang.IllegalStateException: thrown"
                        + "|abort 1 failed: uncaught java.lang.IllegalStateException: thrown",
                "throws afterwards; 1; leave|THROWN|finish",
                "a thread throws; 0; THREAD|leave|finish",
                "own handler; 1; own java.lang.IllegalStateException: thrown|PE FORGOTTEN|abort 1 FORGOTTEN",
                "handler of all; 1; all java.lang.IllegalStateException: thrown"
                        + "|PE failed: uncaught java.lang.IllegalStateException: thrown"
                        + "|abort 1 failed: uncaught java.lang.IllegalStateException: thrown",
                "abort 7; 0; PE failed: no memory|abort 7 failed: no memory",
                "abort 0; 0; PE failed: no memory|abort 1 failed: no memory",
                "fail 7; 7; PE failed: no memory|abort 7 failed: no memory",
                "globalExit 5; 5; PE called globalExit(5)|abort 5 called globalExit(5)",
                "globalExit 0; 0; abort 0 called globalExit(0)",
                "exit 4; 1; PE FORGOTTEN|abort 1 FORGOTTEN",
                "leaves early away; 1; PE failed: left before PE 0|abort 1 failed: left before PE 0",
                "leaves early back; 0; leave|finish",
                "asks; 0; 3 4 not there: PE 2 PE 1 4 true true told, 2 nodes|leave|finish",
            })
    void shouldTellItsLauncher(String end, int status, String expected) throws Exception {
        shouldTell(end, "", status, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "good; 0; leave|finish|jshmem: the launcher has ended",
                "abort 7; 0; PE failed: no memory|abort 7 failed: no memory|jshmem: the launcher has ended",
                "globalExit 5; 5; PE called globalExit(5)|abort 5 called globalExit(5)|jshmem: the launcher has ended",
            })
    void shouldEndWithALauncherThatDoesNotListen(String end, int status, String expected) throws Exception {
        shouldTell(end, "broken", status, expected);
    }

    private static void shouldTell(String end, String options, int status, String expected) throws Exception {
        final String name = end.replaceAll(" (\\d+|away|back)$", "");
        final Process process = EndOfJvmTest.start(
                Program.class,
                name,
                options,
                name.equals(end) ? "" : end.substring(name.length()).strip());
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            assertEquals(
                    expected.replaceAll("\\bPE (?=[a-zF])", PE)
                            .replace("FORGOTTEN", FORGOTTEN)
                            .replace("THROWN", THROWN)
                            .replace("THREAD", THROWN.replace("main", "Thread-0")),
                    said(in));
        }
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        assertEquals(status, process.exitValue());
    }

    /** By what the signal ends beside this PE, and by who tells of it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "TERM; pe; PE was ended by SIGTERM|abort 143 was ended by SIGTERM",
                "HUP; pe; PE was ended by SIGHUP|abort 129 was ended by SIGHUP",
                "INT; pe second; PE was ended by SIGINT|abort 130 was ended by SIGINT",
                "TERM; node; PE was ended by SIGTERM|abort 143 was ended by SIGTERM",
                "TERM; node second; abort 143 was ended by SIGTERM",
                "TERM; node names; abort 143 was ended by SIGTERM",
                "INT; node; abort 130 was ended by SIGINT",
                "TERM; job; ''",
                "INT; job; ''",
            })
    @Tag(QuickFilter.FULL)
    void shouldTellOfASignal(String signal, String options, String expected) throws Exception {
        final Process process = EndOfJvmTest.start(Program.class, "sleep", options);
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("ready", in.readLine());
            final Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
            assertEquals(0, kill.waitFor());
            assertEquals("signalled SIG" + signal, in.readLine());
            assertEquals(expected.replaceAll("\\bPE (?=w)", PE), said(in));
        } finally {
            process.destroyForcibly();
        }
    }
}
