package org.jshmem.transport.ofi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The lock of a {@link Channel}: it protects the endpoint, the completion queue and the counts of the channel. A second
 * instance protects the outgoing message of {@link OfiNetwork}. A thread holds it for about a microsecond, so a thread
 * that has to wait for it yields and does not sleep. The lock is not reentrant.
 *
 * <p>A thread releases the lock by {@code channelLock.taken = ChannelLock.FREE} in a finally block. There is no method
 * for this: after a stack overflow, the call of a method could overflow the stack again, and the lock would stay taken.
 */
final class ChannelLock {
    static final int FREE = 0;
    private static final int TAKEN = 1;
    private static final VarHandle STATE = handle();

    /** {@link #FREE} or {@link #TAKEN}; reset by assignment, see above. */
    volatile int taken;

    private static VarHandle handle() {
        try {
            return MethodHandles.lookup().findVarHandle(ChannelLock.class, "taken", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Takes the lock if it is free. Makes no call after it has taken the lock. */
    boolean tryLock() {
        return taken == FREE && STATE.compareAndSet(this, FREE, TAKEN);
    }

    /** Takes the lock, and yields until it is free. */
    void lock() {
        while (!tryLock()) {
            Thread.yield();
        }
    }
}
