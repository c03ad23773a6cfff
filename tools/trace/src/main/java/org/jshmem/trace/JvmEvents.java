package org.jshmem.trace;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jshmem.spi.RuntimeEvents;

/**
 * Has the JVM log its pauses and compilations beside the records of the PE. {@code shmemrun --trace} does so by an
 * option of the JVM, which costs nothing; under another launcher, and where the program starts the library again, the
 * JVM is asked while it runs. Flight Recorder would take a second of CPU time at the start of each PE.
 */
final class JvmEvents {
    /** What is logged, with the times of {@link System#nanoTime}. */
    private static final String WHAT = "gc,safepoint,jit+compilation=debug";

    private static final String SET_BY_LAUNCHER = "org.jshmem.trace.jvm";

    private JvmEvents() {}

    /** The launcher then makes the trace, too. */
    static boolean isUnderShmemrun() {
        return System.getProperty(SET_BY_LAUNCHER) != null;
    }

    /** Into a file, in the first or a later session of the library. */
    static void log(Path file, boolean isFirst) {
        if (!isFirst || !isUnderShmemrun()) {
            Thread.ofPlatform().daemon().name("jshmem-trace-jvm").start(() -> ask(file));
        }
    }

    private static void ask(Path file) {
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "vmLog",
                            new Object[] {
                                new String[] {
                                    "output=\"" + file + "\"",
                                    "output_options=filecount=0",
                                    "what=" + WHAT,
                                    "decorators=tn"
                                }
                            },
                            new String[] {String[].class.getName()});
        } catch (JMException | RuntimeException e) {
            RuntimeEvents.ALL.problem("the trace has no events of the JVM: " + e);
        }
    }
}
