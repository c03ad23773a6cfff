package org.jshmem.bootstrap;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.posix.Libc;

/**
 * Tells which PEs of this node have joined the job and are alive. Foreign launchers do not report the PEs for which
 * they wait, and not all of them notice each end of a process.
 *
 * <p>A PE that joins binds an abstract Unix socket address and keeps it bound until its process ends. All PEs of the
 * job can compute the names of these addresses. The kernel's list of bound addresses is therefore the list of live PEs,
 * however a process ends, and no file is left behind. A PE that a signal ends binds another address, by which the
 * others tell a signal to one PE from one to all. Any thread may call.
 */
final class NodeMembership implements Membership {
    private static final Path ADDRESSES = Path.of("/proc/net/unix");

    /** How long a PE of a complete node delays its report of missing PEs. */
    private static final int SECONDS_FOR_NODES = 4;

    /** How long a PE delays its report if a lower PE of its node is alive. */
    private static final int SECONDS_FOR_NEIGHBOURS = 2;

    /** How long a PE that a signal ends waits for the others to say the same. */
    private static final long SIGNAL_NS = TimeUnit.MILLISECONDS.toNanos(300);

    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final String job;
    private final int me;
    private final int nPes;
    private final int[] neighbours;

    /** The PEs of this node that were alive when this PE looked. */
    private final BitSet seen = new BitSet();

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

    /** Of a PE that a signal ends. */
    private String signalledName(int pe) {
        return ProcessClaim.name("signalled " + job + " " + pe);
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

    @Override
    public boolean isReporter() {
        return isFirst(me);
    }

    @Override
    public synchronized String ended() {
        final BitSet present = new BitSet();
        Arrays.stream(present()).forEach(present::set);
        seen.or(present);
        final int[] ended = seen.stream().filter(pe -> !present.get(pe)).toArray();
        return ended.length == 0 ? "" : PeNames.of(ended) + " of this node";
    }

    @Override
    public Extent endBySignal(String signal) {
        Libc.listenAbstract(signalledName(me), 1);
        final boolean isTyped = signal.equals("SIGINT");
        final long untilNs = System.nanoTime() + SIGNAL_NS;
        while (isAnyUnsignalled(isTyped)) {
            if (System.nanoTime() > untilNs) {
                return Extent.PE;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
        if (neighbours.length == nPes) {
            return Extent.JOB;
        }
        if (neighbours[0] > 0) {
            LockSupport.parkNanos(SIGNAL_NS); // if the signal ends all nodes, the first one is enough to say so
        }
        return Extent.NODE;
    }

    /**
     * Whether there is another PE of this node that no signal ends.
     *
     * @param isTyped whether PEs that have not joined are taken for ended: a signal that a user types reaches all
     */
    private synchronized boolean isAnyUnsignalled(boolean isTyped) {
        final Set<String> taken = taken();
        boolean isAny = false;
        for (int pe : neighbours) {
            final boolean isPresent = taken.contains(name(pe));
            seen.set(pe, isPresent || seen.get(pe));
            isAny |= pe != me && (isPresent ? !taken.contains(signalledName(pe)) : !isTyped && !seen.get(pe));
        }
        return isAny;
    }

    private int[] present() {
        final Set<String> taken = taken();
        return Arrays.stream(neighbours).filter(pe -> taken.contains(name(pe))).toArray();
    }

    /** The addresses of live PEs, with those of other jobs; those of this node if the kernel does not tell. */
    private Set<String> taken() {
        try {
            return Files.readAllLines(ADDRESSES, StandardCharsets.ISO_8859_1).stream()
                    .map(line -> line.substring(line.lastIndexOf('@') + 1))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            return Arrays.stream(neighbours).mapToObj(this::name).collect(Collectors.toSet());
        }
    }
}
