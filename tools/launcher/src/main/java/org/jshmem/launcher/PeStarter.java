package org.jshmem.launcher;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Starts the processes of the PEs and their output pumps. The kernel ends a PE when the thread that started it ends, so
 * the caller must be a thread that lives as long as the launcher.
 */
final class PeStarter {
    private static final File NO_INPUT = new File("/dev/null");

    /** Between two looks at a stream whose end is awaited. */
    private static final long LOOK_MILLIS = 10;

    private final PeCommand command;
    private final LaunchOptions options;
    private final Consumer<JobEvent> events;
    private final LineWriter standardOutput;
    private final LineWriter standardError;
    private final LineMemory lineMemory = LineMemory.ofHeap();
    private final List<OutputPump> pumps = new ArrayList<>();

    PeStarter(PeCommand command, LaunchOptions options, Consumer<JobEvent> events) {
        this.command = command;
        this.options = options;
        this.events = events;
        final ReentrantLock lock = new ReentrantLock();
        standardOutput = new LineWriter(StandardStream.OUTPUT, lock, events);
        standardError = new LineWriter(StandardStream.ERROR, lock, events);
    }

    PeProcess start(int pe) throws IOException {
        final boolean readsTerminal = pe == 0 && !isShell() && ProcFiles.stdinIsControllingTerminal();
        final ProcessBuilder builder = new ProcessBuilder(command.arguments(pe));
        builder.environment().putAll(command.environment(pe));
        builder.redirectInput(input(pe, readsTerminal));
        final Process process = builder.start();
        try {
            serve(pe, process, readsTerminal);
        } catch (OutOfMemoryError e) { // of threads
            process.destroyForcibly();
            throw e;
        }
        return new PeProcess(pe, process);
    }

    private void serve(int pe, Process process, boolean readsTerminal) {
        pump(process, process.getInputStream(), standardOutput, tag(pe, "stdout"));
        pump(process, process.getErrorStream(), standardError, tag(pe, "stderr"));
        if (readsTerminal) {
            new StdinPump(process.getOutputStream()).start();
        }
        final var _ = process.onExit().thenAccept(ended -> exited(pe, ended.exitValue()));
    }

    private void exited(int pe, int status) {
        events.accept(job -> job.exited(pe, status));
    }

    /** Whether the input is that of the shell. */
    private boolean isShell() {
        return options.action() == LaunchOptions.Action.SHELL;
    }

    private Redirect input(int pe, boolean readsTerminal) {
        if (pe != 0 || isShell()) {
            return Redirect.from(NO_INPUT);
        }
        return readsTerminal ? Redirect.PIPE : Redirect.INHERIT;
    }

    private void pump(Process process, InputStream in, LineWriter writer, byte[] tag) {
        final OutputPump pump = new OutputPump(process, in, writer, lineMemory, tag, options.npes() > 1, events);
        pumps.add(pump);
        pump.start();
    }

    private byte[] tag(int pe, String stream) {
        return options.tagOutput()
                ? ("[" + pe + "]<" + stream + ">: ").getBytes(StandardCharsets.US_ASCII)
                : new byte[0];
    }

    /**
     * Waits until all output is written.
     *
     * @param millis how long that may take; a stream stays open while a program that a PE has started holds it
     * @param isPatient whether it may take longer while those who read the output do not
     * @return false when a stream is still open after that time
     */
    boolean finishOutput(long millis, boolean isPatient) throws InterruptedException {
        long leftMillis = millis;
        boolean finished = true;
        for (OutputPump pump : pumps) {
            int writes = pump.writes();
            while (!pump.finish(Math.min(leftMillis, LOOK_MILLIS)) && leftMillis > 0) {
                final int before = writes;
                writes = pump.writes();
                final boolean isHeldUp = writes == before && writes % 2 != 0;
                leftMillis -= isPatient && isHeldUp ? 0 : LOOK_MILLIS;
            }
            finished &= pump.finish(0);
        }
        return finished;
    }
}
