package org.jshmem.transport.ofi.failure;

import java.util.concurrent.TimeUnit;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.libfabric.Libfabric;
import org.jshmem.spi.RuntimeEvents;

/**
 * Ends this PE, and with it the job, when the network fails. The message names the operation, the PE and the provider's
 * text. Has the clock by which other PEs are silent.
 *
 * <p>Threads set the clock without synchronization; a lost update only makes a PE look silent for a little longer.
 */
public final class FailureReporter {
    private static final int STATUS = 1;

    private final Bootstrap job;
    private final Libfabric library;
    private final String provider;

    /** How long a PE may be silent. */
    private final int silenceSeconds;

    private final ListeningClock clock = new ListeningClock();

    private final long startNs = clock.nowNs();

    /** The time of the last poll that found completions. */
    private long heardNs = startNs;

    /** Whether shutdown has begun; failures of the network are ignored then. */
    private volatile boolean isEnding;

    /**
     * An error, such as a {@link StackOverflowError}, after which the operations under way are unknown; null if there
     * was none. It is assigned directly, because code that catches an error at the end of the stack cannot make a call.
     * The next operation or poll of any thread ends the job.
     */
    public volatile Throwable brokenBy;

    /**
     * Creates the reporter of a job. The bootstrap reports failures; a PE has failed when it is silent for
     * {@code silenceSeconds}.
     */
    public FailureReporter(Bootstrap job, Libfabric library, String provider, int silenceSeconds) {
        this.job = job;
        this.library = library;
        this.provider = provider;
        this.silenceSeconds = silenceSeconds;
    }

    /** Reads the clock, once for all completions of a poll. */
    public void heard() {
        heardNs = clock.nowNs();
    }

    /** The time of the last poll that found completions, by this PE's clock. */
    public long heardNs() {
        return heardNs;
    }

    /** Reads the clock, which does not count the time for which this PE was stopped ({@link ListeningClock}). */
    public long nowNs() {
        return clock.nowNs();
    }

    /** When the clock was started, which stands for never. */
    public long startNs() {
        return startNs;
    }

    /** The limit of silence: how long a PE may be silent, in nanoseconds. */
    public long limitNs() {
        return TimeUnit.SECONDS.toNanos(silenceSeconds);
    }

    /** Announces shutdown: from now on other PEs may close their endpoints. */
    public void ending() {
        isEnding = true;
    }

    /** Tells the tools that a heartbeat of a PE takes long. */
    public void slow(int pe) {
        if (!isEnding) {
            RuntimeEvents.ALL.problem("the network (" + provider + ") is slow: a read of 8 bytes from PE " + pe
                    + " takes more than a second");
        }
    }

    /** Ends the job if an error has left the operations under way unknown. */
    public void failIfBroken() {
        final Throwable error = brokenBy;
        if (error != null) {
            failBroken(error);
        }
    }

    /**
     * Ends the job. Near the end of the stack this method may overflow as well, and must not leave a trace. Therefore
     * it uses no string concatenation: a call site whose linking fails would never be linked again.
     */
    private void failBroken(Throwable error) {
        final StringBuilder text = new StringBuilder("a ");
        text.append(error).append(" has struck in the middle of an operation on the network (");
        text.append(provider)
                .append("), and it is not known what became of that; no later operation could be relied on.");
        text.append(" The library needs some stack and memory to work: raise -Xss or -Xmx, or recurse less deeply");
        job.fail(STATUS, text.toString());
    }

    /** Ends the job: an operation failed with an error number. */
    public void fail(String operation, int pe, long result) {
        fail(operation, pe, library.strerror((int) result) + " (" + result + ")");
    }

    /** Ends the job: an operation failed with this text. {@code pe} is −1 if the PE is unknown. */
    public void fail(String operation, int pe, String text) {
        if (!isEnding) {
            job.fail(
                    STATUS,
                    operation + (pe < 0 ? "" : " with PE " + pe) + " failed on the network (" + provider + "): "
                            + text);
        }
    }

    /** Ends the job: another PE of this node has ended before its shutdown. */
    public void failNeighbour(int pe) {
        if (!isEnding) {
            job.fail(
                    STATUS, "PE " + pe + ", on the same node, has ended; why is what it, or its launcher, said before");
        }
    }

    /** Ends the job: the last exchange of shutdown has not completed. */
    public void failBarrier() {
        job.fail(
                STATUS,
                "the last exchange of shutdown(), by the launcher, has not ended within " + silenceSeconds
                        + " seconds (SHMEM_TIMEOUT): another PE, or the way to the launcher, is gone");
    }

    /** Ends the job: a PE has been silent for too long. */
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
