package org.jshmem.transport.ofi.failure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jshmem.bootstrap.Locality;

/**
 * Checks whether the processes of the other PEs of this node are alive, and ends the job if one is not. The launcher
 * may not notice that a PE has ended because the network failed or without a word, or may be unable to reach this PE;
 * and this PE may not communicate with any other node. {@link FailureReporter} ignores the failure during shutdown.
 */
public final class LocalProcessWatch {
    private final FailureReporter failures;

    /** The PEs of this node, in order, and the index of this one. */
    private final int[] local;

    private final int me;

    private final long own = Locality.process();

    /**
     * By index in {@link #local}; null for this PE, for PEs in pid namespaces of their own, and for processes that had
     * ended when they were added.
     */
    private final ProcessHandle[] processes;

    /** Creates the watch of PE {@code me}, one of the PEs of this node, which are given in order. */
    public LocalProcessWatch(FailureReporter failures, int me, int[] local) {
        this.failures = failures;
        this.local = local;
        this.me = Arrays.binarySearch(local, me);
        this.processes = new ProcessHandle[local.length];
    }

    /** Adds another PE of this node, by its {@link Locality#process}; called at wire-up. */
    public void add(int pe, long process) {
        final long pid = Locality.pidOf(process, own);
        if (pid > 0) {
            ProcessHandle.of(pid).ifPresent(found -> processes[Arrays.binarySearch(local, pe)] = found);
        }
    }

    /** Checks all PEs of this node; this takes a few system calls for each. */
    public void look() {
        for (int index = 0; index < processes.length; index++) {
            look(index);
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

    private void look(int index) {
        if (processes[index] != null && !isAlive(processes[index])) {
            failures.failNeighbour(local[index]);
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
