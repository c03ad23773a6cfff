package org.jshmem.transport.ofi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Lets one thread at a time pass: to an endpoint, its queue and what is counted about them. What it keeps takes a
 * microsecond, so who has to wait yields instead of sleeping. Not reentrant.
 *
 * <p>A thread leaves by {@code channelLock.taken = ChannelLock.FREE} in a finally block. That is no method, since a
 * call could overflow the stack once more where the stack has just overflowed, and the lock would stay closed.
 */
final class ChannelLock {
    static final int FREE = 0;
    private static final int TAKEN = 1;
    private static final VarHandle STATE = handle();

    volatile int taken;

    private static VarHandle handle() {
        try {
            return MethodHandles.lookup().findVarHandle(ChannelLock.class, "taken", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Makes no call after the lock is taken. */
    boolean tryEnter() {
        return taken == FREE && STATE.compareAndSet(this, FREE, TAKEN);
    }

    void enter() {
        while (!tryEnter()) {
            Thread.yield();
        }
    }
}
