package org.jshmem.transport.ofi.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.jshmem.bootstrap.Bootstrap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A job of which the test plays the launcher. */
@Timeout(60)
class NeighbourWatchTest {
    private static final int PES = 6;

    private final FailureMonitor failures = new FailureMonitor(new Job(), null, "none", 1);
    private final NeighbourWatch watch = new NeighbourWatch(failures, 1, PES);

    private void assertFound(int pe, Runnable look) {
        assertEquals("PE " + pe, assertThrows(Failure.class, look::run).getMessage());
    }

    /** PEs dealt to two nodes in turn: 1, 3 and 5 are on this one. */
    @Test
    void shouldSeeThatTheNextOneHasEnded() throws IOException, InterruptedException {
        final Process living = new ProcessBuilder("sleep", "60").start();
        final Process ended = new ProcessBuilder("sleep", "60").start();
        try {
            watch.add(3, ended.pid());
            watch.add(5, living.pid());
            watch.lookAtNext();
            watch.look();
            ended.destroyForcibly().waitFor();
            assertFound(3, watch::lookAtNext);
            assertFound(3, watch::look);
            failures.ending();
            watch.look();
        } finally {
            ended.destroyForcibly();
            living.destroyForcibly().waitFor();
        }
    }

    /** The shell becomes a program that does not wait for the shell's children. */
    @Test
    void shouldSeeThatAProcessHasEndedThatNobodyHasReaped() throws IOException {
        final Process parent = new ProcessBuilder("sh", "-c", "sleep 0.2 & echo $!; exec sleep 60").start();
        try {
            final long child = Long.parseLong(parent.inputReader().readLine());
            watch.add(2, child);
            watch.look();
            assertFound(2, () -> {
                while (true) {
                    watch.look();
                    Thread.onSpinWait();
                }
            });
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void shouldIgnoreFailuresOfPesThatMayHaveEnded() {
        final List<Runnable> reports = List.of(
                () -> failures.fail("a put", 2, "text"),
                () -> failures.fail("a poll", -1, "text"),
                () -> failures.failSilent("a get", 3),
                () -> failures.failNeighbour(3));
        for (Runnable report : reports) {
            assertThrows(Failure.class, report::run);
        }
        failures.ending();
        reports.forEach(Runnable::run);
    }

    /** The exchange is over, and the program goes on. */
    @Test
    void shouldEndNoProgramThatGoesOnAfterTheLastExchange() throws InterruptedException {
        final Job job = new Job();
        new Deadline(new FailureMonitor(job, null, "none", 1)).close();
        Thread.sleep(1200);
        assertFalse(job.isAborted);
    }

    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        Failure(String message) {
            super(message);
        }
    }

    private static final class Job extends Bootstrap {
        private volatile boolean isAborted;

        @Override
        public int pe() {
            return 1;
        }

        @Override
        public int nPes() {
            return PES;
        }

        @Override
        public byte[][] allgather(byte[] mine) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void finish() {}

        @Override
        public void leaveEarly(Supplier<String> reason) {}

        @Override
        public void globalExit(int status) {}

        @Override
        public String describe() {
            return "a test";
        }

        @Override
        public void abort(int status, String message) {
            isAborted = true;
            throw new Failure(message.replaceAll("^(PE \\d+),.*", "$1"));
        }
    }
}
