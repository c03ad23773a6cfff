package org.jshmem;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lock that this PE holds, for {@code try (var held = holdLock(lock)) { … }}; made by
 * {@link Shmem#holdLock(SymmetricLongs)}.
 */
public final class HeldLock implements AutoCloseable {
    private final AtomicBoolean cleared = new AtomicBoolean();
    private final SymmetricLongs lock;
    private final long index;

    HeldLock(SymmetricLongs lock, long index) {
        this.lock = lock;
        this.index = index;
    }

    /** Calls {@link Shmem#clearLock(SymmetricLongs, long)}, the first time it is called; later calls do nothing. */
    @Override
    public void close() {
        if (cleared.compareAndSet(false, true)) {
            Shmem.clearLock(lock, index);
        }
    }
}
