package org.jshmem;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The library between one {@link Shmem#init()} and its {@link Shmem#shutdown()}, for {@code try (var _ = init())}.
 *
 * <p>The thread that called {@code init} closes it. If an exception leaves the block on one PE, it does not wait for
 * PEs that are still in the block: it propagates, and unless all PEs leave the block, the job fails with it.
 */
public final class ShmemJob implements AutoCloseable {
    private final AtomicBoolean closed = new AtomicBoolean();

    ShmemJob() {}

    /** Calls {@link Shmem#shutdown()}, once; a call that throws, such as by another thread, does not count. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                Shmem.shutdown();
            } catch (RuntimeException | Error e) {
                closed.set(false);
                throw e;
            }
        }
    }

    /** This PE, the number of PEs and the thread level; or that it is closed. */
    @Override
    public String toString() {
        return closed.get() || !Shmem.queryInitialized()
                ? "ShmemJob[closed]"
                : "ShmemJob[PE " + Shmem.myPe() + " of " + Shmem.nPes() + ", " + Shmem.queryThread() + "]";
    }
}
