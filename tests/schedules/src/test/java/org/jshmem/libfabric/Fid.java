package org.jshmem.libfabric;

import com.sun.jna.Pointer;

/** Stands in for the library's class of this name. */
public abstract class Fid implements AutoCloseable {
    private boolean isClosed;

    /** What it was bound to last, and whether it was enabled then. */
    private Fid bound;

    private boolean isEnabled;

    /** Whether it can be bound to nothing. */
    boolean refusesToBind;

    public final void bind(Fid other, long flags) {
        if (refusesToBind) {
            throw new FabricException("it cannot be bound", null);
        }
        bound = other;
    }

    public final void control(int command, Pointer argument) {
        isEnabled = command == Fi.ENABLE;
    }

    @Override
    public final void close() {
        isClosed = true;
    }

    /** Whether it was closed. */
    public final boolean isClosed() {
        return isClosed;
    }

    /** What it was bound to, if it was enabled after that; else null. */
    public final Fid enabledFor() {
        return isEnabled ? bound : null;
    }
}
