package org.jshmem.transport.ofi;

import java.util.Optional;

/**
 * The other PEs of this node. When one of them ends because the network has failed, their launcher may not hear of it, nor may it reach
 * this PE, which perhaps talks to no other node itself; so this PE looks whether they are still there. At the end of the job that is
 * {@link Trouble}'s to ignore.
 */
final class NeighbourWatch {
    private final Trouble trouble;

    /** By PE; null for this PE and those of other nodes. */
    private final ProcessHandle[] processes;

    NeighbourWatch(Trouble trouble, int pes) {
        this.trouble = trouble;
        this.processes = new ProcessHandle[pes];
    }

    /** Another PE of this node, before anything can have failed. */
    void add(int pe, long pid) {
        final Optional<ProcessHandle> process = ProcessHandle.of(pid);
        process.ifPresent(found -> processes[pe] = found);
    }

    /** Looks whether they are there; a call into the kernel for each. */
    void look() {
        for (int pe = 0; pe < processes.length; pe++) {
            if (processes[pe] != null && !processes[pe].isAlive()) {
                trouble.failNeighbour(pe);
            }
        }
    }
}
