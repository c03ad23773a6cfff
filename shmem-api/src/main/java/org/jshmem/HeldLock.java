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

    /** Calls {@link Shmem#clearLock(SymmetricLongs, long)}, once; a call that throws does not count. */
    @Override
    public void close() {
        if (cleared.compareAndSet(false, true)) {
            try {
                Shmem.clearLock(lock, index);
            } catch (RuntimeException | Error e) {
                cleared.set(false);
                throw e;
            }
        }
    }
}
