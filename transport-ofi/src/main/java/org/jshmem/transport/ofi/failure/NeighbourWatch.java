package org.jshmem.transport.ofi.failure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.bootstrap.Locality;

/**
 * Checks whether the processes of the other PEs of this node are alive, and ends the job if one is not. The launcher
 * may not notice that a PE has ended because the network failed or without a word, or may be unable to reach this PE;
 * and this PE may not communicate with any other node. {@link FailureMonitor} ignores the failure during shutdown.
 */
public final class NeighbourWatch {
    private final FailureMonitor failures;
    private final int me;

    private final long own = Locality.process();

    /**
     * By PE; null for this PE, for PEs of other nodes or in pid namespaces of their own, and for processes that had
     * ended when they were added.
     */
    private final ProcessHandle[] processes;

    /** Creates the watch of PE {@code me} in a job of {@code pes} PEs. */
    public NeighbourWatch(FailureMonitor failures, int me, int pes) {
        this.failures = failures;
        this.me = me;
        this.processes = new ProcessHandle[pes];
    }

    /** Adds another PE of this node, by its {@link Locality#process}; called at wire-up. */
    public void add(int pe, long process) {
        final long pid = Locality.pidOf(process, own);
        if (pid > 0) {
            ProcessHandle.of(pid).ifPresent(found -> processes[pe] = found);
        }
    }

    /** Checks all PEs of this node; this takes a few system calls for each. */
    public void look() {
        for (int pe = 0; pe < processes.length; pe++) {
            look(pe);
        }
    }

    /** Checks the next PE of this node, so that together the PEs of a node check each of them once. */
    public void lookAtNext() {
        int next = (me + 1) % processes.length;
        while (next != me && processes[next] == null) {
            next = (next + 1) % processes.length;
        }
        look(next);
    }

    private void look(int pe) {
        if (processes[pe] != null && !isAlive(processes[pe])) {
            failures.failNeighbour(pe);
        }
    }

    /** Whether a process runs. A process that has ended but is not reaped yet still exists, with a memory size of 0. */
    private static boolean isAlive(ProcessHandle process) {
        try {
            return process.isAlive()
                    && !Files.readString(Path.of("/proc/" + process.pid() + "/statm"), StandardCharsets.ISO_8859_1)
                            .startsWith("0 ");
        } catch (IOException e) {
            return process.isAlive();
        }
    }
}
