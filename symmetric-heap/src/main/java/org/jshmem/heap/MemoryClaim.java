package org.jshmem.heap;

import java.util.function.LongSupplier;
import org.jshmem.posix.Libc;

/**
 * Claims memory for parts of a mapped file, explicitly and checked, because a first touch that finds no memory would
 * end the process.
 *
 * <p>Memory is claimed in units of a huge page, some at a time. Where that is the faster way ({@link CollapsePolicy}),
 * one small page of each unit is claimed, then {@code MADV_COLLAPSE} makes it a huge page, which an ordinary user may
 * call where huge pages of shared memory are otherwise off. Whatever comes of that, the unit is then claimed in small
 * pages, which does nothing where a huge page is. Between two steps a thread can be interrupted. One thread at a time
 * may call.
 */
final class MemoryClaim {
    /** The unit in which memory is claimed, the size of a huge page. */
    static final long UNIT = 2L << 20;

    /** A claim asks again after so many bytes whether there is memory for the rest: others may have taken it. */
    static final long LOOK_BYTES = 256L << 20;

    private final BackingFile file;
    private final long fileOffset;
    private final long base;
    private final long bytes;
    private final LongSupplier clock;

    /** Null if nobody wants huge pages. */
    private final CollapsePolicy policy;

    /** Whether the system knows that it may make huge pages later. */
    private boolean isAdvised;

    /** Whether a part was not claimed in huge pages. */
    private volatile boolean hasSmallPages;

    /**
     * Claims for a mapped range of a file.
     *
     * @param file the file
     * @param fileOffset where the range starts in the file
     * @param base where the range is mapped
     * @param bytes its length
     * @param hugePages whether to ask for huge pages
     */
    MemoryClaim(BackingFile file, long fileOffset, long base, long bytes, boolean hugePages) {
        this(file, fileOffset, base, bytes, hugePages, System::nanoTime);
    }

    MemoryClaim(BackingFile file, long fileOffset, long base, long bytes, boolean hugePages, LongSupplier clock) {
        this.file = file;
        this.fileOffset = fileOffset;
        this.base = base;
        this.bytes = bytes;
        this.clock = clock;
        this.policy = hugePages ? new CollapsePolicy() : null;
    }

    /** Claims whole units, whatever other PEs claim meanwhile. */
    boolean claim(long offset, long length, ClaimProgress progress) {
        return claim(offset, length, progress, () -> Long.MAX_VALUE);
    }

    /**
     * Claims whole units.
     *
     * @param offset bytes from the start of the range, a multiple of {@link #UNIT}
     * @param length a multiple of {@link #UNIT}
     * @param progress told if it takes long
     * @param available the bytes that there are for everybody at the moment
     * @return false if there is not enough memory; the memory of the whole part is given back then
     */
    boolean claim(long offset, long length, ClaimProgress progress, LongSupplier available) {
        final long start = clock.getAsLong();
        long toldNs = 0;
        long nextLook = 0;
        long step;
        for (long done = 0; done < length; done += step) {
            final boolean isEnough = done < nextLook || available.getAsLong() >= length - done;
            nextLook = done < nextLook ? nextLook : done + LOOK_BYTES;
            step = isEnough ? claimSome(offset + done, length - done) : 0;
            if (step == 0) {
                release(offset, length);
                return false;
            }
            final long elapsedNs = clock.getAsLong() - start;
            if (elapsedNs - toldNs >= ClaimProgress.INTERVAL_NS && done + step < length) {
                progress.claimed(done + step, length, elapsedNs);
                toldNs = elapsedNs;
            }
        }
        return true;
    }

    /** Claims a first part; returns its size, 0 if there is no memory. */
    private long claimSome(long offset, long length) {
        if (policy == null) {
            hasSmallPages = true;
            final long some = Math.min(length, CollapsePolicy.MOST_PLAIN_UNITS * UNIT);
            return file.claim(fileOffset + offset, some) ? some : 0;
        }
        final CollapsePolicy.Step step = policy.next(length / UNIT);
        final long some = step.units() * UNIT;
        final boolean isClaimed =
                step.collapses() ? collapse(offset, step.units()) : claimPlainly(offset, step.units()) >= 0;
        return isClaimed ? some : 0;
    }

    /** Claims units in huge pages, or in small ones, which the policy then finds dear; false if there is no memory. */
    private boolean collapse(long offset, long units) {
        final long start = Libc.threadCpuNs();
        for (long unit = 0; unit < units; unit++) {
            if (!file.claim(fileOffset + offset + unit * UNIT, BackingFile.SMALL_PAGE)) {
                return false;
            }
        }
        final boolean isHuge = Libc.madvise(base + offset, units * UNIT, Libc.MADV_COLLAPSE) >= 0;
        final long collapseNs = Libc.threadCpuNs() - start;
        final long plainNs = isHuge ? claimRest(offset, units) : claimPlainly(offset, units);
        policy.collapsed(units, collapseNs + (isHuge ? plainNs : 2 * plainNs)); // in vain, so twice
        return plainNs >= 0;
    }

    /** Claims what is not claimed of units; returns the cost, or −1. */
    private long claimRest(long offset, long units) {
        final long start = Libc.threadCpuNs();
        return file.claim(fileOffset + offset, units * UNIT) ? Libc.threadCpuNs() - start : -1;
    }

    /** Claims units in small pages, and touches those of the first; returns the cost of claim and touch, or −1. */
    private long claimPlainly(long offset, long units) {
        hasSmallPages = true;
        if (!isAdvised) {
            isAdvised = true;
            Libc.madvise(base, bytes, Libc.MADV_HUGEPAGE); // later, by the system, where it does so
        }
        final long claimNs = claimRest(offset, units);
        if (claimNs < 0) {
            return -1;
        }
        final long start = Libc.threadCpuNs();
        Memory.clear(base + offset, UNIT);
        final long costNs = claimNs + units * (Libc.threadCpuNs() - start);
        policy.plain(units, costNs);
        return costNs;
    }

    /** Whether a part could not be claimed in huge pages so far. Any thread may call. */
    boolean hasSmallPages() {
        return hasSmallPages;
    }

    /**
     * Claims a few small pages; memory that this or another PE has claimed before keeps its content.
     *
     * @param offset bytes from the start of the range
     * @param length how many
     * @return false if there is not enough memory
     */
    boolean claimPages(long offset, long length) {
        return file.claimPages(fileOffset + offset, length);
    }

    /**
     * Gives memory back. It reads as zeros until it is claimed again.
     *
     * @param offset bytes from the start of the range
     * @param length how many
     */
    void release(long offset, long length) {
        file.release(fileOffset + offset, length);
    }
}
