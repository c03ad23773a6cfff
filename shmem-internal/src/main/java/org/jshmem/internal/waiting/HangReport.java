package org.jshmem.internal.waiting;

import java.util.Map;
import java.util.TreeMap;

/** Formats what the threads of a PE do: the threads of the program, with virtual threads that wait in the library. */
final class HangReport {
    /** Stack frames printed per thread. */
    private static final int FRAMES = 40;

    private HangReport() {}

    static String of(int pe, Map<Thread, HangWatch.Waiter> waiters) {
        final Map<Long, Thread> threads = new TreeMap<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (isOfProgram(thread)) {
                threads.put(thread.threadId(), thread);
            }
        }
        waiters.keySet().forEach(thread -> threads.put(thread.threadId(), thread));
        final StringBuilder text = new StringBuilder(1024);
        text.append("jshmem: PE ")
                .append(pe)
                .append(", pid ")
                .append(ProcessHandle.current().pid());
        text.append(System.lineSeparator());
        threads.values().forEach(thread -> describe(thread, waiters.get(thread), text));
        return text.toString();
    }

    /** False for threads of the JVM and of the library. */
    private static boolean isOfProgram(Thread thread) {
        final ThreadGroup group = thread.getThreadGroup();
        return group != null
                && !group.getName().equals("system")
                && !group.getName().equals("InnocuousThreadGroup")
                && !thread.getName().startsWith("jshmem-");
    }

    private static void describe(Thread thread, HangWatch.Waiter waiter, StringBuilder text) {
        final StackTraceElement[] stack = thread.getStackTrace();
        if (stack.length == 0) {
            return;
        }
        text.append("  thread \"").append(thread.getName()).append('"');
        if (waiter != null && isWaiting(stack)) {
            text.append(" waits for ").append(waiter.what().describe(waiter.where()));
        } else {
            text.append(" is outside of the library's waits (")
                    .append(thread.getState())
                    .append(')');
        }
        text.append(System.lineSeparator());
        for (int i = 0; i < Math.min(stack.length, FRAMES); i++) {
            text.append("    at ").append(stack[i]).append(System.lineSeparator());
        }
    }

    private static boolean isWaiting(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().equals(WaitStrategy.class.getName())) {
                return true;
            }
        }
        return false;
    }
}
