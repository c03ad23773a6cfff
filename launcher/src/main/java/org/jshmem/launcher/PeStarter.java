package org.jshmem.launcher;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Starts the processes of the PEs and their output pumps. The kernel ends a PE when the thread that started it ends, so the
 * caller must be a thread that lives as long as the launcher.
 */
final class PeStarter {
    private static final File NO_INPUT = new File("/dev/null");

    private final PeCommand command;
    private final LaunchOptions options;
    private final Consumer<JobEvent> events;
    private final LineWriter standardOutput;
    private final LineWriter standardError;
    private final List<OutputPump> pumps = new ArrayList<>();

    PeStarter(final PeCommand command, final LaunchOptions options, final Consumer<JobEvent> events) {
        this.command = command;
        this.options = options;
        this.events = events;
        final ReentrantLock lock = new ReentrantLock();
        standardOutput = new LineWriter(new FileOutputStream(FileDescriptor.out), lock, events);
        standardError = new LineWriter(new FileOutputStream(FileDescriptor.err), lock, events);
    }

    PeProcess start(final int pe) throws IOException {
        final boolean readsTerminal = pe == 0 && ProcFiles.stdinIsTerminal();
        final ProcessBuilder builder = new ProcessBuilder(command.arguments(pe));
        builder.environment().putAll(command.environment(pe));
        builder.redirectInput(input(pe, readsTerminal));
        final Process process = builder.start();
        final var _ = process.onExit().thenAccept(ended -> exited(pe, ended.exitValue()));
        pump(pe, process);
        if (readsTerminal) {
            new StdinPump(process.getOutputStream()).start();
        }
        return new PeProcess(pe, process);
    }

    private void exited(final int pe, final int status) {
        events.accept(job -> job.exited(pe, status));
    }

    private static Redirect input(final int pe, final boolean readsTerminal) {
        if (pe != 0) {
            return Redirect.from(NO_INPUT);
        }
        return readsTerminal ? Redirect.PIPE : Redirect.INHERIT;
    }

    private void pump(final int pe, final Process process) {
        pumps.add(new OutputPump(
                process, process.getInputStream(), standardOutput, tag(pe, "stdout"), options.npes() > 1));
        pumps.add(new OutputPump(
                process, process.getErrorStream(), standardError, tag(pe, "stderr"), options.npes() > 1));
        pumps.get(pumps.size() - 2).start();
        pumps.get(pumps.size() - 1).start();
    }

    private byte[] tag(final int pe, final String stream) {
        return options.tagOutput()
                ? ("[" + pe + "]<" + stream + ">: ").getBytes(StandardCharsets.US_ASCII)
                : new byte[0];
    }

    /** Waits until all output is written; false when a stream is still open after that time. */
    boolean finishOutput(final long millis) throws InterruptedException {
        final long deadlineNs = System.nanoTime() + millis * 1_000_000;
        boolean finished = true;
        for (final OutputPump pump : pumps) {
            finished &= pump.finish((deadlineNs - System.nanoTime()) / 1_000_000);
        }
        return finished;
    }
}
