package org.jshmem.transport.ofi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Lets one thread at a time pass: to an endpoint, its queue and what is counted about them. What it keeps takes a microsecond, so who
 * has to wait yields instead of sleeping. Not reentrant.
 */
final class Gate {
    private static final VarHandle TAKEN = handle();

    @SuppressWarnings("unused") // by the handle
    private volatile boolean taken;

    private static VarHandle handle() {
        try {
            return MethodHandles.lookup().findVarHandle(Gate.class, "taken", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    boolean tryEnter() {
        return !taken && TAKEN.compareAndSet(this, false, true);
    }

    void enter() {
        while (!tryEnter()) {
            Thread.yield();
        }
    }

    void leave() {
        TAKEN.setRelease(this, false);
    }
}
