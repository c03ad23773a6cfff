package org.jshmem.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The Java heap that the current thread has allocated so far. */
public final class Allocated {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocated() {}

    /**
     * Counts from the start of the thread.
     *
     * @return bytes
     */
    public static long bytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
