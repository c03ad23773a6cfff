package org.jshmem.shell;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jshmem.monitor.JobLook;
import org.jshmem.monitor.PeNumbers;

/**
 * What Ctrl-C does while a snippet runs: it reports who waits for what, and brings the PEs back to the prompt.
 *
 * <p><b>Protocol.</b> All PEs that run the snippet are interrupted: this ends waits for variables, locks and messages,
 * sleeps, and loops of snippets. One PE alone cannot leave a collective, because the others find it in their barriers.
 * So PEs that are idle join the collective, by another call on the same team. If the calls differ, all PEs of the team
 * throw; otherwise the collective is complete. In both cases all PEs have left it, and the team can be used again. A PE
 * is asked twice whether it is in the same call, since it may be about to leave. If idle PEs join a collective that has
 * ended meanwhile, then the PEs that are missing are idle soon and join, too.
 */
final class Interrupter {
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long LOOK_MS = 100;
    private static final long ANSWER_MS = 500;

    private final PeGroup pes;
    private final Screen screen;

    Interrupter(PeGroup pes, Screen screen) {
        this.pes = pes;
        this.screen = screen;
    }

    /** Interrupts in a thread of its own; does nothing while that is in progress. PEs that start are given up. */
    void interrupt() {
        if (!pes.giveUpStart() && pes.beginInterrupt()) {
            Thread.ofPlatform().daemon().name("shmem-shell-interrupt").start(this::work);
        }
    }

    private void work() {
        try {
            try {
                report();
            } finally {
                bringBack();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            pes.endInterrupt();
        }
    }

    private void report() throws InterruptedException {
        final List<PeLink> busy = pes.current();
        pes.ask(busy, ANSWER_MS);
        final List<String> waits = JobLook.waits(pes.pids());
        waits.forEach(screen::print);
        final List<Integer> outside = busy.stream()
                .filter(link -> pes.doing(link) != null && !pes.doing(link).isInLibrary())
                .map(link -> link.pe)
                .toList();
        if (!outside.isEmpty()) {
            screen.print(PeNumbers.text(outside) + (outside.size() == 1 ? " is" : " are") + " outside of the library");
        }
    }

    private void bringBack() throws InterruptedException {
        final long deadline = System.nanoTime() + LIMIT_NS;
        final Map<Integer, Long> seen = new HashMap<>();
        List<PeLink> busy = pes.current();
        pes.interrupt(busy);
        while (!busy.isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(LOOK_MS);
            busy = pes.current();
            pes.ask(busy, ANSWER_MS);
            for (PeLink link : busy) {
                joinIfStuck(link, seen);
            }
            busy = pes.current();
        }
        for (PeLink link : busy) {
            screen.print("PE " + link.pe + " cannot be interrupted: it is " + place(pes.doing(link))
                    + "; /reset starts the job again");
        }
    }

    private void joinIfStuck(PeLink link, Map<Integer, Long> seen) {
        final Answer.Doing doing = pes.doing(link);
        if (doing != null && doing.call() != null) {
            final Long before = seen.put(link.pe, doing.call().number());
            if (before != null && before == doing.call().number()) {
                pes.join(doing.call());
            }
        }
    }

    private static String place(Answer.Doing doing) {
        if (doing == null) {
            return "at a standstill";
        }
        if (doing.call() != null) {
            return "in " + doing.call().operation();
        }
        return doing.isInLibrary() ? "in a wait of the library" : "outside of the library";
    }
}
