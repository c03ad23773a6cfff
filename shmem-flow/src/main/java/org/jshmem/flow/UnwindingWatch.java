package org.jshmem.flow;

import java.util.concurrent.TimeUnit;
import org.jshmem.spi.RawOperations;
import org.jshmem.spi.ShmemProvider;

/**
 * Looks, while a PE waits in {@code close()} of a group, whether it is there because an exception leaves the block of
 * the group. The exception can only be shown, or caught, after the close.
 *
 * <p>If another PE of the team waits for this PE in a collective meanwhile, that PE does not close the group before
 * this PE comes to the collective, so both would wait for ever: this PE leaves the close. Otherwise the other PEs may
 * still come, as they do if the program catches the exception around the block; if they are late, this PE says why the
 * exception is not shown yet.
 */
final class UnwindingWatch {
    private static final long NOTICE_NS = TimeUnit.SECONDS.toNanos(2);

    private final FlowGroup group;
    private final ShmemProvider provider;
    private final long startNs = System.nanoTime();
    private boolean hasLooked;
    private boolean isUnwinding;
    private boolean hasTold;

    UnwindingWatch(FlowGroup group, ShmemProvider provider) {
        this.group = group;
        this.provider = provider;
    }

    /** Whether this PE leaves the close; to be asked now and then in a long wait. */
    boolean mustLeave() {
        final boolean isLong = System.nanoTime() - startNs > NOTICE_NS;
        final boolean isMissed = RawOperations.isMissed(group.team);
        if (!hasLooked && (isMissed || isLong)) { // takes milliseconds, and does not change
            hasLooked = true;
            isUnwinding = provider.isUnwinding();
        }
        if (isUnwinding && isLong && !isMissed && !hasTold) {
            hasTold = true;
            System.err.println("jshmem: PE " + provider.myPe() + ": an exception leaves the block of " + group
                    + ", and is shown when the other PEs have come to the end of that block, too");
        }
        return isUnwinding && isMissed;
    }
}
