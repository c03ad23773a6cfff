package org.jshmem.flow;

import java.util.concurrent.TimeUnit;
import org.jshmem.spi.RawOperations;
import org.jshmem.spi.ShmemProvider;

/**
 * Looks, while a PE waits in {@code close()} or {@code drain()} of a group, whether it is there because an exception
 * leaves a block. The exception can only be shown, or caught, after the call.
 *
 * <p>If another PE of the team waits for this PE in a collective meanwhile, that PE does not end the group before this
 * PE comes to the collective, so both would wait for ever: this PE leaves the call. Otherwise the other PEs may still
 * come, as they do if the program catches the exception around the block; if they are late, this PE says why the
 * exception is not shown yet.
 */
final class UnwindingWatch {
    private static final long NOTICE_NS = TimeUnit.SECONDS.toNanos(2);

    /** Time between two looks at the words of all PEs. */
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final FlowGroup group;
    private final ShmemProvider provider;
    private final long startNs = System.nanoTime();
    private long lookedNs = startNs;
    private boolean hasLooked;
    private boolean isUnwinding;
    private boolean hasTold;

    UnwindingWatch(FlowGroup group, ShmemProvider provider) {
        this.group = group;
        this.provider = provider;
    }

    /** Whether this PE leaves the call; to be asked again and again in a long wait. */
    boolean mustLeave() {
        final long now = System.nanoTime();
        if (now - lookedNs < PAUSE_NS) {
            return false;
        }
        lookedNs = now;
        final boolean isLong = now - startNs > NOTICE_NS;
        final boolean isMissed = RawOperations.isMissed(group.team);
        if (!hasLooked && (isMissed || isLong)) { // takes milliseconds, and does not change
            hasLooked = true;
            isUnwinding = provider.isUnwinding();
        }
        final boolean mustLeave = isUnwinding && isMissed;
        if (mustLeave) {
            tell(", and another PE waits for this one in a collective; the other PEs cannot end it");
        } else if (isUnwinding && isLong && !hasTold) {
            hasTold = true;
            tell(", and is shown when the other PEs have come to the end of that block, too");
        }
        return mustLeave;
    }

    private void tell(String what) {
        System.err.println("jshmem: PE " + provider.myPe() + ": an exception leaves the block of " + group + what);
    }
}
