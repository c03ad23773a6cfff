package org.jshmem.launcher;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jnr.constants.platform.Signal;
import jnr.posix.util.SunMiscSignal;

/**
 * Turns the launcher's signals into {@link JobEvent}s: those that ask it to end, the terminal's to stop, and a batch
 * system's warning. Those that were ignored at its start stay ignored. Should the supervisor not take one in
 * {@link #PATIENCE_SECONDS}, because it waits for somebody to read its messages for instance, the launcher ends at
 * once, and the kernel ends its PEs.
 */
final class LauncherSignals {
    private static final List<Signal> ENDING = List.of(Signal.SIGINT, Signal.SIGTERM, Signal.SIGHUP);

    private static final long PATIENCE_SECONDS = 3;

    private static volatile Runnable last = () -> {};

    private LauncherSignals() {}

    /**
     * From now on such a signal ends the launcher at once.
     *
     * @param act what is to be done before, also by a launcher that forwards signals and ends without its supervisor;
     *     what earlier calls have named is done after it
     */
    static void endAfter(Runnable act) {
        final Runnable earlier = last;
        last = () -> {
            try {
                act.run();
            } finally {
                earlier.run();
            }
        };
        for (Signal signal : ENDING) {
            SunMiscSignal.signal(signal, number -> halt(ExitStatus.ofSignal(number)));
        }
    }

    private static void halt(int status) {
        try {
            last.run();
        } finally {
            Runtime.getRuntime().halt(status);
        }
    }

    /** @param isShell whether Ctrl-C is for the shell, which gets it from the terminal, too */
    static void forwardTo(Consumer<JobEvent> events, boolean isShell) {
        for (Signal signal : ENDING) {
            SunMiscSignal.signal(signal, number -> {
                if (!isShell || number != Signal.SIGINT.intValue()) {
                    forward(number, events);
                }
            });
        }
        handle(Signal.SIGTSTP, () -> events.accept(JobEvent.Handler::stopped));
        handle(Signal.SIGUSR1, () -> events.accept(JobEvent.Handler::warned));
        handle(Signal.SIGUSR2, () -> {}); // which JVMs send themselves, and do not expect of others
    }

    /** Handles a signal unless it was ignored at the start. */
    static void handle(Signal signal, Runnable act) {
        if (!ProcFiles.ignores(signal.intValue())) {
            SunMiscSignal.signal(signal, _ -> act.run());
        }
    }

    /** Called in a thread of its own. */
    private static void forward(int number, Consumer<JobEvent> events) {
        final CountDownLatch taken = new CountDownLatch(1);
        events.accept(job -> {
            taken.countDown();
            job.signalled(number);
        });
        haltUnless(taken, ExitStatus.ofSignal(number));
    }

    /**
     * Limits the time for the last messages of a launcher that a signal or a time limit has ended. If nobody reads them
     * within {@link #PATIENCE_SECONDS}, the launcher ends without them.
     *
     * @return a latch to count down after the last message
     */
    static CountDownLatch limitLastWords(int status) {
        final CountDownLatch said = new CountDownLatch(1);
        final Thread thread = new Thread(() -> haltUnless(said, status), "shmemrun-end");
        thread.setDaemon(true);
        thread.start();
        return said;
    }

    private static void haltUnless(CountDownLatch latch, int status) {
        try {
            if (latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            // As if the time were over.
        }
        halt(status);
    }
}
