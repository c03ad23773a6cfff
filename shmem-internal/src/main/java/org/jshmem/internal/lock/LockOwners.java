package org.jshmem.internal.lock;

import java.util.Arrays;
import org.jshmem.ShmemException;

/**
 * Records which threads of this PE hold locks or wait for them. A lock belongs to a PE; the threads of the PE take
 * turns in the order of their calls.
 *
 * <p><b>Protocol.</b> There is a {@link Claim} for each lock that a thread of this PE holds or acquires. The first
 * thread makes the claim; later threads wait in its queue. A thread that has cleared the lock, or failed to get it,
 * hands the claim to the first waiting thread, or removes it. The PE queues again behind the other PEs for every
 * thread, so a PE with many threads gets no larger share.
 *
 * <p><b>Failure.</b> After an error it may be unknown whether this PE is in the queue of PEs. The claim then stays, and
 * all calls on its lock throw.
 *
 * <p><b>Threads.</b> There are few claims, so a look-up is a linear search; their objects are reused. If
 * {@code multiple} is set, other threads of this PE may call at the same time, and every look-up holds the monitor of
 * this object. No thread holds the monitor while it waits for its turn. If {@code multiple} is not set, the program
 * orders the calls, and no monitor is used, because it would be half of the cost of an uncontended lock.
 */
public final class LockOwners {
    private static final int FIRST_CLAIMS = 8;

    /** The first {@link #used} elements are in use; the others are kept for reuse, or null. */
    private Claim[] claims = new Claim[FIRST_CLAIMS];

    private int used;

    /**
     * Waits until no other thread of this PE holds the lock or waits in front of this one.
     *
     * @return this thread's claim
     * @throws IllegalStateException if the calling thread, or with {@code multiple} off any thread, has it already
     * @throws ShmemException if an earlier error has made the lock unusable
     */
    Claim enter(long offset, boolean multiple) {
        if (multiple) {
            return enterOrQueue(offset);
        }
        final Claim found = find(offset);
        if (found != null) {
            throw alreadyHeld(found);
        }
        return add(offset);
    }

    private Claim enterOrQueue(long offset) {
        final Claim found;
        synchronized (this) {
            found = find(offset);
            if (found == null) {
                return add(offset);
            }
            requireOther(found);
            found.waiters++;
        }
        found.awaitTurn();
        if (found.brokenBy != null) {
            leave(found, true);
            throw broken(found);
        }
        return found;
    }

    /**
     * As {@link #enter}, but does not wait.
     *
     * @return this thread's claim, or null if another thread has it
     * @throws IllegalStateException if the calling thread has it already
     */
    Claim tryEnter(long offset, boolean multiple) {
        if (multiple) {
            synchronized (this) {
                return addIfAbsent(offset);
            }
        }
        return addIfAbsent(offset);
    }

    private Claim addIfAbsent(long offset) {
        final Claim found = find(offset);
        if (found == null) {
            return add(offset);
        }
        requireOther(found);
        return null;
    }

    private static void requireOther(Claim found) {
        if (found.owner == Thread.currentThread() || found.brokenBy != null) {
            throw alreadyHeld(found);
        }
    }

    private static RuntimeException alreadyHeld(Claim found) {
        return found.brokenBy != null
                ? broken(found)
                : new IllegalStateException("this PE holds the lock at heap offset " + found.offset
                        + " already; locks are not re-entrant: clear it before setting it again");
    }

    private static ShmemException broken(Claim found) {
        return new ShmemException(
                "the lock at heap offset " + found.offset + " cannot be used any more: a " + found.brokenBy
                        + " has struck this PE within setLock, testLock or clearLock, and other PEs may wait for it",
                found.brokenBy);
    }

    /**
     * Marks the claim of a lock as not held, before this PE clears the lock; of several threads only one succeeds.
     *
     * @return the claim, to be passed to {@link #leave}
     * @throws IllegalStateException if this PE does not hold the lock
     */
    Claim beginLeave(long offset, boolean multiple) {
        if (multiple) {
            synchronized (this) {
                return endHolding(offset);
            }
        }
        return endHolding(offset);
    }

    private Claim endHolding(long offset) {
        final Claim found = find(offset);
        if (found == null || !found.held) {
            throw notHeld(found, offset);
        }
        found.held = false;
        return found;
    }

    private static RuntimeException notHeld(Claim found, long offset) {
        return found != null && found.brokenBy != null
                ? broken(found)
                : new IllegalStateException("this PE does not hold the lock at heap offset " + offset
                        + "; only the PE that set a lock clears it, and once");
    }

    /** Hands the claim to the next waiting thread, or removes it. A broken claim stays. */
    void leave(Claim claim, boolean multiple) {
        if (multiple) {
            synchronized (this) {
                removeOrHandOn(claim);
            }
        } else {
            removeOrHandOn(claim);
        }
    }

    private void removeOrHandOn(Claim claim) {
        if (claim.waiters > 0) {
            claim.waiters--;
            claim.handOn();
            return;
        }
        if (claim.brokenBy != null) {
            return;
        }
        int i = 0;
        while (claims[i] != claim) {
            i++;
        }
        used--;
        claims[i] = claims[used];
        claims[used] = claim;
        claim.owner = null;
    }

    /**
     * Whether a thread of this PE holds a lock in a range of the heap, or waits for one.
     *
     * @param offset the start of the range
     * @param bytes its length
     * @return whether the range must not be freed
     */
    public synchronized boolean anyIn(long offset, long bytes) {
        for (int i = 0; i < used; i++) {
            if (claims[i].offset >= offset && claims[i].offset < offset + bytes) {
                return true;
            }
        }
        return false;
    }

    private Claim find(long offset) {
        for (int i = 0; i < used; i++) {
            if (claims[i].offset == offset) {
                return claims[i];
            }
        }
        return null;
    }

    private Claim add(long offset) {
        if (used == claims.length) {
            claims = Arrays.copyOf(claims, 2 * used);
        }
        if (claims[used] == null) {
            claims[used] = new Claim();
        }
        final Claim claim = claims[used];
        used++;
        claim.offset = offset;
        claim.owner = Thread.currentThread();
        return claim;
    }
}
