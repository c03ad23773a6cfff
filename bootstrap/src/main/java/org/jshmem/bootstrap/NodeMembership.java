package org.jshmem.bootstrap;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.posix.Libc;

/**
 * Tells which PEs of this node have joined the job and are alive. Foreign launchers do not report the PEs for which
 * they wait.
 *
 * <p>A PE that joins binds an abstract Unix socket address and keeps it bound until its process ends. All PEs of the
 * job can compute the names of these addresses. The kernel's list of bound addresses is therefore the list of live PEs,
 * however a process ends, and no file is left behind. Any thread may call.
 */
final class NodeMembership implements Membership {
    private static final Path ADDRESSES = Path.of("/proc/net/unix");

    /** How long a PE of a complete node delays its report of missing PEs. */
    private static final int SECONDS_FOR_NODES = 4;

    /** How long a PE delays its report if a lower PE of its node is alive. */
    private static final int SECONDS_FOR_NEIGHBOURS = 2;

    private final String job;
    private final int me;
    private final int nPes;
    private final int[] neighbours;

    /**
     * Joins.
     *
     * @param job what the launcher has told all PEs of this node's part of the job, and no other process
     * @param pe this PE
     * @param nPes the number of PEs of the job
     * @param neighbours the PEs that the launcher has placed on this node, this one included, in order
     */
    NodeMembership(String job, int pe, int nPes, int[] neighbours) {
        this.job = job;
        this.me = pe;
        this.nPes = nPes;
        this.neighbours = neighbours.clone();
        // If the address cannot be bound, the others report this PE as missing; this is no reason to fail.
        Libc.listenAbstract(name(pe), 1);
    }

    private String name(int pe) {
        return ProcessClaim.name("membership " + job + " " + pe);
    }

    /** The PEs of this node that are not alive in the job, in order. */
    int[] missing() {
        final int[] present = present();
        return Arrays.stream(neighbours)
                .filter(pe -> Arrays.binarySearch(present, pe) < 0)
                .toArray();
    }

    /** Whether no PE of this node with a lower number is alive in the job. */
    boolean isFirst(int pe) {
        return Arrays.stream(present()).allMatch(other -> other >= pe);
    }

    /** Names the missing PEs of this node, or the PEs of other nodes, some of which must then be missing. */
    @Override
    public String describe() {
        final int[] missing = missing();
        if (missing.length > 0) {
            return "not there: " + PeNames.of(missing) + " of this node";
        }
        final int[] others = IntStream.range(0, nPes)
                .filter(pe -> Arrays.binarySearch(neighbours, pe) < 0)
                .toArray();
        return "all of this node are there"
                + (others.length == 0 ? "" : "; not all of " + PeNames.of(others) + " on other nodes");
    }

    /** Lets one PE of each node report first, and PEs of nodes on which nobody is missing last. */
    @Override
    public int reportDelaySeconds() {
        return (missing().length == 0 ? SECONDS_FOR_NODES : 0) + (isFirst(me) ? 0 : SECONDS_FOR_NEIGHBOURS);
    }

    private int[] present() {
        try {
            final Set<String> taken = Files.readAllLines(ADDRESSES, StandardCharsets.ISO_8859_1).stream()
                    .map(line -> line.substring(line.lastIndexOf('@') + 1))
                    .collect(Collectors.toSet());
            return Arrays.stream(neighbours)
                    .filter(pe -> taken.contains(name(pe)))
                    .toArray();
        } catch (IOException e) {
            return neighbours.clone(); // unknown: assume that all are alive
        }
    }
}
