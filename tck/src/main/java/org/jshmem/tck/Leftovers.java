package org.jshmem.tck;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.spi.ResourceUse;
import org.jshmem.spi.ShmemProvider;

/**
 * Compares the resources that a PE holds before and after a case. Each {@code free} and {@code close}, and each call
 * that fails, must leave nothing behind. Where the implementation is held to more than the specification, a case that
 * starts and ends the library must leave nothing of it in this process ({@link ProcessUse}).
 */
final class Leftovers {
    private static final long GRACE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);

    /** What the shared heap keeps for later allocations, and the pieces with what messages keep for later ones. */
    private static final long KEPT_BYTES = 68L << 20;

    private static final String SPACES = "matching spaces";
    private static final String CLAIMED = "bytes claimed for free blocks";

    private final ResourceUse before = use();
    private final boolean countsProcess;

    /** Sockets that a process keeps from the first start on: to its launcher, or to the other PEs of its node. */
    private final int sockets;

    private final Map<String, Long> measured;

    private Leftovers(boolean countsProcess, int sockets) {
        this.countsProcess = countsProcess;
        this.sockets = sockets;
        this.measured = measure();
    }

    /** Begins; all PEs are in the same barrier before and after. */
    static Leftovers start() {
        return new Leftovers(false, 0);
    }

    /** Begins before a case that starts and ends the library. */
    static Leftovers outside(Checks checks) {
        return new Leftovers(checks.isStrict(), checks.nPes());
    }

    private static ResourceUse use() {
        return ShmemProvider.current().resourceUse();
    }

    private Map<String, Long> measure() {
        final Map<String, Long> all = new LinkedHashMap<>();
        final ResourceUse now = use();
        // Contexts that an earlier case has left may have been collected as garbage meanwhile.
        all.put("contexts", now.contexts());
        all.put(SPACES, now.matchingSpaces());
        all.put("bytes of shared memory in use", now.sharedBytesInUse());
        all.put(CLAIMED, now.claimedBytes());
        all.put("records of messages", now.sendRecords());
        all.put("open requests", now.openRequests());
        if (countsProcess) {
            all.putAll(ProcessUse.withMaps());
        }
        return all;
    }

    /** Checks, when all PEs have ended the case. */
    void check(Checks checks) {
        final ResourceUse after = use();
        checks.equal(before.symmetricBlocks(), after.symmetricBlocks(), "symmetric blocks after the case");
        checks.equal(before.symmetricBytes(), after.symmetricBytes(), "bytes of symmetric blocks after the case");
        checks.equal(before.sharedBlocks(), after.sharedBlocks(), "shared blocks after the case");
        checks.equal(before.sharedBytes(), after.sharedBytes(), "bytes of shared blocks after the case");
        final Map<String, Long> left = left();
        checks.that(left.isEmpty(), "more after the case than before: " + left + ", before: " + measured);
    }

    /** What there is more of than before, still after a while: threads need some time to end, for instance. */
    private Map<String, Long> left() {
        final long start = System.nanoTime();
        Map<String, Long> left = more();
        while (!left.isEmpty() && System.nanoTime() - start < GRACE_NS) {
            LockSupport.parkNanos(PAUSE_NS);
            left = more();
        }
        return left;
    }

    private Map<String, Long> more() {
        final Map<String, Long> more = measure();
        more.entrySet().removeIf(entry -> entry.getValue() <= limit(entry.getKey()));
        return more;
    }

    private long limit(String what) {
        final long had = measured.getOrDefault(what, 0L);
        if (what.equals(CLAIMED)) {
            return Math.max(had, KEPT_BYTES);
        }
        if (what.equals(ProcessUse.SOCKETS)) {
            return had + sockets;
        }
        return what.equals(SPACES) ? Math.max(had, 1) : had; // made for all when the first is needed
    }
}
