package org.jshmem.spi;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells the tools what happens in the library; without tools that listen, nobody. Any thread may call. */
public final class RuntimeEvents {
    /** Those of this JVM. */
    public static final RuntimeEvents ALL = new RuntimeEvents();

    private static final long MOST_MS = 3000;

    private final List<RuntimeListener> listeners = new CopyOnWriteArrayList<>();

    private RuntimeEvents() {}

    /**
     * Adds a listener, for the life of the JVM.
     *
     * @param listener told of all that happens from now on
     */
    public void listen(RuntimeListener listener) {
        listeners.add(listener);
    }

    /**
     * See {@link RuntimeListener#problem}.
     *
     * @param text what it is
     */
    public void problem(String text) {
        listeners.forEach(listener -> listener.problem(text));
    }

    /**
     * See {@link RuntimeListener#failing}. Listeners get a thread of their own and some seconds, since the thread that
     * calls may hold any lock.
     *
     * @param why what the user is told
     */
    public void failing(String why) {
        if (listeners.isEmpty()) {
            return;
        }
        final Thread telling = new Thread(() -> listeners.forEach(listener -> listener.failing(why)), "jshmem-failing");
        telling.setDaemon(true);
        telling.start();
        try {
            telling.join(MOST_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * See {@link RuntimeListener#sharedHeapGrew}.
     *
     * @param bytes by how much
     * @param durationNs how long that took, in nanoseconds
     */
    public void sharedHeapGrew(long bytes, long durationNs) {
        listeners.forEach(listener -> listener.sharedHeapGrew(bytes, durationNs));
    }
}
