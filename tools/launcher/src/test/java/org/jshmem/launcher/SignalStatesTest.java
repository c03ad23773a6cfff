package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jnr.constants.platform.Signal;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each signal in each state of a job of two PEs: what the launcher says, its status, and that nothing is left. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(60)
class SignalStatesTest {
    private static final String BOTH = "(?s)pid=(\\d+).*pid=\\d+\\s.*";
    private static final String SLEEP = "sleep:60000";

    @TempDir
    static Path home;

    private static LauncherProcess launch;

    /** How a job came to be so, and what its output then matches. */
    enum State {
        NOT_INITIALISED(BOTH, SLEEP),
        WAITING_FOR_A_PE(BOTH, "on:0:gather", SLEEP),
        INITIALISED(BOTH + "gathered.*gathered", "gather", SLEEP),
        SHUT_DOWN(BOTH + "over.*over", "gather", "finalize", "print:over", SLEEP),
        ONE_HAS_ENDED(BOTH + "over", "gather", "on:1:finalize", "on:1:exit:0", "sleep:1000", "print:over", SLEEP),
        WITH_CHILDREN(BOTH + "child.*child=\\d+\\s", "gather", "child", SLEEP),
        STOPPED(BOTH + "ready.*ready", "gather", "print:ready", "kill:STOP", SLEEP),
        NOT_LISTENING(BOTH + "ready.*ready", "gather", "ignoreTerm", "print:ready", SLEEP);

        private final String reached;
        private final String words;

        State(String reached, String... words) {
            this.reached = reached;
            this.words = "pid " + String.join(" ", words);
        }
    }

    @BeforeAll
    static void makeDistribution() throws IOException {
        launch = new LauncherProcess(home);
    }

    @ParameterizedTest
    @EnumSource(State.class)
    void shouldEnd(State state) throws Exception {
        try (Running job = new Running(state)) {
            job.awaitState();
            job.signal(Signal.SIGTERM);
            job.endsBy(Signal.SIGTERM);
        }
    }

    /** Signals that end no job, in states in which PEs do not handle them. */
    @ParameterizedTest
    @EnumSource(State.class)
    void shouldGoOnAfterOthers(State state) throws Exception {
        try (Running job = new Running(state)) {
            job.awaitState();
            for (Signal signal : List.of(Signal.SIGUSR1, Signal.SIGUSR2, Signal.SIGUSR1)) {
                job.signal(signal);
            }
            assertFalse(job.launcher.waitFor(200, TimeUnit.MILLISECONDS), "the launcher has ended");
            job.signal(Signal.SIGINT);
            job.endsBy(Signal.SIGINT);
        }
    }

    /** A second signal kills at once those that take their time; a JVM may handle the two in any order. */
    @ParameterizedTest
    @EnumSource(State.class)
    void shouldEndByOneOfTwo(State state) throws Exception {
        try (Running job = new Running(state)) {
            job.awaitState();
            job.signal(Signal.SIGHUP);
            LauncherProcess.signalIfAlive(Signal.SIGTERM, job.launcher);
            job.endsBy(Signal.SIGHUP, Signal.SIGTERM);
        }
    }

    /** A PE has failed already, and the other one takes its time; the failure's status is that of the job. */
    @ParameterizedTest
    @EnumSource(
            value = Signal.class,
            names = {"SIGTERM", "SIGINT", "SIGHUP"})
    void shouldKeepTheStatusOfAFailure(Signal signal) throws Exception {
        final Process launcher = launch.startScript(
                2, List.of(), "on:1:pid", "gather", "on:0:ignoreTerm", "print:ready", "on:1:exit:7", SLEEP);
        try {
            final StreamReader out = new StreamReader(launcher.getInputStream());
            final StreamReader err = new StreamReader(launcher.getErrorStream());
            LauncherProcess.assertEnded(out.awaitNumber("(?s)pid=(\\d+).*ready.*ready"));
            Thread.sleep(200); // until the launcher has heard of it
            LauncherProcess.signalIfAlive(signal, launcher);
            assertTrue(launcher.waitFor(20, TimeUnit.SECONDS), "the launcher does not end");
            assertEquals(7, launcher.exitValue(), err.text());
            assertTrue(err.text().contains("PE 1"), err.text());
            LauncherProcess.assertNoneAlive(out.text());
        } finally {
            LauncherProcess.kill(launcher);
        }
    }

    /** A job in a state. */
    private static final class Running implements AutoCloseable {
        private final State state;
        private final Process launcher;
        private final StreamReader out;
        private final StreamReader err;

        Running(State state) throws IOException {
            this.state = state;
            launcher = launch.startScript(2, List.of(), state.words.split(" ", -1));
            out = new StreamReader(launcher.getInputStream());
            err = new StreamReader(launcher.getErrorStream());
        }

        void awaitState() throws InterruptedException {
            out.awaitNumber(state.reached);
        }

        @Override
        public void close() {
            LauncherProcess.kill(launcher);
        }

        void signal(Signal signal) throws Exception {
            LauncherProcess.signal(signal.name().substring("SIG".length()), launcher.pid());
        }

        /** Status and message are those of one of the signals. */
        void endsBy(Signal... signals) throws Exception {
            assertTrue(launcher.waitFor(20, TimeUnit.SECONDS), "the launcher does not end");
            final List<String> right = Arrays.stream(signals)
                    .map(signal -> (128 + signal.intValue()) + ": shmemrun: the job was ended by signal "
                            + signal.intValue() + " (" + signal.name() + ")")
                    .toList();
            final String said = launcher.exitValue() + ": " + err.text().strip();
            assertTrue(right.contains(said), said);
            LauncherProcess.assertNoneAlive(out.text());
        }
    }
}
