package org.jshmem.benchmarks;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/**
 * Waits until the JVM's compiler has nothing to do. PEs that spin leave it no processor, and then what was warmed up a
 * second ago still runs uncompiled.
 */
final class CompilerRest {
    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();
    private static final int REST_MS = 100;
    private static final int MAX_RESTS = 50;

    private CompilerRest() {}

    /** Sleeps until a tenth of a second has passed in which the compiler finished nothing; at most five seconds. */
    static void await() {
        long before = -1;
        for (int i = 0; i < MAX_RESTS && COMPILER.getTotalCompilationTime() != before; i++) {
            before = COMPILER.getTotalCompilationTime();
            sleep();
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(REST_MS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("a benchmark is not interrupted", e);
        }
    }
}
