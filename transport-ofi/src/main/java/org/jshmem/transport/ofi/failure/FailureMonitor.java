package org.jshmem.transport.ofi.failure;

import java.util.concurrent.TimeUnit;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.libfabric.Libfabric;

/**
 * What has been heard from each PE, and what happens when the network fails: this PE ends, and with it the job, with a
 * message that names the operation, the PE and the provider's words.
 */
public final class FailureMonitor {
    private static final int STATUS = 1;

    private final Bootstrap job;
    private final Libfabric library;
    private final String provider;
    private final int silenceSeconds;
    private final long[] heardNs;
    private final long startNs = System.nanoTime();
    private long nowNs = startNs;
    private volatile boolean isEnding;

    /**
     * An error, such as a {@link StackOverflowError}, that has struck where it left in doubt what is under way; null if
     * none has. A field and not a method, since who catches an error at the end of the stack cannot call anything. The
     * next poll of any thread ends the job.
     */
    public volatile Throwable brokenBy;

    /** For the job whose bootstrap reports failures; a PE that is silent for so long has failed. */
    public FailureMonitor(Bootstrap job, Libfabric library, String provider, int silenceSeconds) {
        this.job = job;
        this.library = library;
        this.provider = provider;
        this.silenceSeconds = silenceSeconds;
        this.heardNs = new long[job.nPes()];
        java.util.Arrays.fill(heardNs, nowNs);
    }

    /** Something has arrived: reads the clock once for all that. */
    public void heard() {
        nowNs = System.nanoTime();
    }

    /** It was from a PE. */
    public void heardFrom(int pe) {
        heardNs[pe] = nowNs;
    }

    /** Whether anything was ever heard from a PE. */
    public boolean wasHeard(int pe) {
        return heardNs[pe] != startNs;
    }

    /** Nanoseconds since something was heard from a PE. */
    public long silenceNs(int pe) {
        return System.nanoTime() - heardNs[pe];
    }

    /** How long a PE may be silent. */
    public long limitNs() {
        return TimeUnit.SECONDS.toNanos(silenceSeconds);
    }

    /** From now on the endpoints of others may vanish. */
    public void ending() {
        isEnding = true;
    }

    /** Ends the job if an error has left it in doubt what is under way. */
    public void requireWhole() {
        final Throwable error = brokenBy;
        if (error != null) {
            failBroken(error);
        }
    }

    /**
     * Near the end of the stack this may overflow as well, which must leave no trace: a concatenation would never be
     * linked again.
     */
    private void failBroken(Throwable error) {
        final StringBuilder text = new StringBuilder("a ");
        text.append(error).append(" has struck in the middle of an operation on the network (");
        text.append(provider)
                .append("), and it is not known what became of that; no later operation could be relied on.");
        text.append(" The library needs some stack and memory to work: raise -Xss or -Xmx, or recurse less deeply");
        job.fail(STATUS, text.toString());
    }

    /** An operation has failed with a number. */
    public void fail(String operation, int pe, long result) {
        fail(operation, pe, library.strerror((int) result) + " (" + result + ")");
    }

    /** An operation has failed. */
    public void fail(String operation, int pe, String text) {
        if (!isEnding) {
            job.fail(
                    STATUS,
                    operation + (pe < 0 ? "" : " with PE " + pe) + " failed on the network (" + provider + "): "
                            + text);
        }
    }

    /** Another PE of this node has ended before its job. */
    public void failNeighbour(int pe) {
        if (!isEnding) {
            job.fail(
                    STATUS, "PE " + pe + ", on the same node, has ended; why is what it, or its launcher, said before");
        }
    }

    /** Not all PEs have come to the last barrier, or the launcher has not said so. */
    public void failBarrier() {
        job.fail(
                STATUS,
                "the last exchange of shutdown(), by the launcher, has not ended within " + silenceSeconds
                        + " seconds (SHMEM_TIMEOUT): another PE, or the way to the launcher, is gone");
    }

    /** A PE has not been heard of for too long. */
    public void failSilent(String operation, int pe) {
        if (!isEnding) {
            job.fail(
                    STATUS,
                    "the network (" + provider + ") has been silent for " + silenceSeconds
                            + " seconds (SHMEM_TIMEOUT), while this PE waited for " + operation
                            + (pe < 0 ? "" : " with PE " + pe));
        }
    }
}
