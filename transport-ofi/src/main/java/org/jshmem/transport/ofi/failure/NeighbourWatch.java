package org.jshmem.transport.ofi.failure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The other PEs of this node. When one of them ends because the network has failed, or without a word, their launcher
 * may not hear of it, nor may it reach this PE, which perhaps talks to no other node itself; so this PE looks whether
 * they are still there. At the end of the job that is {@link FailureMonitor}'s to ignore.
 */
public final class NeighbourWatch {
    private final FailureMonitor failures;
    private final int me;

    /** By PE; null for this PE and those of other nodes. */
    private final ProcessHandle[] processes;

    /** For PE {@code me} of {@code pes}. */
    public NeighbourWatch(FailureMonitor failures, int me, int pes) {
        this.failures = failures;
        this.me = me;
        this.processes = new ProcessHandle[pes];
    }

    /** Another PE of this node, before anything can have failed. */
    public void add(int pe, long pid) {
        final Optional<ProcessHandle> process = ProcessHandle.of(pid);
        process.ifPresent(found -> processes[pe] = found);
    }

    /** Looks whether they are there; some calls into the kernel for each. */
    public void look() {
        for (int pe = 0; pe < processes.length; pe++) {
            look(pe);
        }
    }

    /** Looks whether the next one is there, so that together the PEs of a node look at each once. */
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

    /** One that has ended and that its launcher has not taken notice of is there, without memory. */
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
