package org.jshmem.spi;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes events of the library to the tools that listen. Any thread may call. */
public final class RuntimeEvents {
    /** The events of this JVM. */
    public static final RuntimeEvents ALL = new RuntimeEvents();

    private static final long MOST_MS = 3000;

    private final List<RuntimeListener> listeners = new CopyOnWriteArrayList<>();

    private RuntimeEvents() {}

    /**
     * Adds a listener, for the life of the JVM.
     *
     * @param listener receives all events from now on
     */
    public void listen(RuntimeListener listener) {
        listeners.add(listener);
    }

    /**
     * See {@link RuntimeListener#problem}.
     *
     * @param text describes the problem
     */
    public void problem(String text) {
        listeners.forEach(listener -> listener.problem(text));
    }

    /**
     * See {@link RuntimeListener#failing}. Listeners run on a separate thread and get some seconds, because the calling
     * thread may hold any lock.
     *
     * @param why the message for the user
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

    /**
     * See {@link RuntimeListener#flowMade}.
     *
     * @param kind what the flow carries
     * @param origin the line of the program that has made the flow
     * @return where the flow counts what it does; null if nobody listens, so that a flow without a tool counts nothing
     */
    public FlowFigures flowMade(String kind, String origin) {
        if (listeners.isEmpty()) {
            return null;
        }
        final FlowFigures figures = new FlowFigures(kind, origin);
        listeners.forEach(listener -> listener.flowMade(figures));
        return figures;
    }

    /**
     * See {@link RuntimeListener#flowEnded}.
     *
     * @param figures what {@link #flowMade} has returned
     */
    public void flowEnded(FlowFigures figures) {
        listeners.forEach(listener -> listener.flowEnded(figures));
    }
}
