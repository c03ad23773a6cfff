package org.jshmem;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The library between one {@link Shmem#init()} and its {@link Shmem#shutdown()}, for {@code try (var _ = init())}.
 *
 * <p>To be closed by the thread that called {@code init}. An exception that leaves the block on one PE is not kept by
 * PEs that are still in it: it goes on, and unless all PEs leave the block, the job fails with it.
 */
public final class ShmemJob implements AutoCloseable {
    private final AtomicBoolean closed = new AtomicBoolean();

    ShmemJob() {}

    /** Calls {@link Shmem#shutdown()}, the first time it is called; later calls do nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            Shmem.shutdown();
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
