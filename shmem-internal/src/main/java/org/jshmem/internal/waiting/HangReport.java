package org.jshmem.internal.waiting;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.spi.LibraryClasses;

/**
 * Formats what the threads of a PE do: the threads of the program, with virtual threads that wait in the library. Of a
 * thread that waits, the stack begins where the program has called the library; of all, it ends with the program.
 */
final class HangReport {
    /** Stack frames printed per thread. */
    private static final int FRAMES = 40;

    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.");

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
        threads.values()
                .forEach(thread -> describe(
                        thread.getName(), thread.getState(), thread.getStackTrace(), waiters.get(thread), text));
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

    /** Describes one thread, unless it has no stack, as it has ended. */
    static void describe(
            String name, Thread.State state, StackTraceElement[] stack, HangWatch.Waiter waiter, StringBuilder text) {
        if (stack.length == 0) {
            return;
        }
        final boolean isWaiting = isWaiting(stack);
        final int own = firstOfProgram(stack);
        final boolean isOfProgram = own < stack.length;
        text.append("  thread \"").append(name).append('"');
        if (isWaiting) {
            text.append(
                    waiter == null ? " waits" : " waits for " + HangWatch.description(waiter.what(), waiter.where()));
        } else {
            text.append(" is outside of the library's waits (").append(state).append(')');
        }
        if (isOfProgram) {
            text.append(", at ").append(stack[own]);
        }
        text.append(System.lineSeparator());
        final int first = isWaiting && isOfProgram ? Math.max(0, own - 1) : 0;
        final int end = isOfProgram ? lastOfProgram(stack) + 1 : stack.length;
        for (int i = first; i < Math.min(end, first + FRAMES); i++) {
            text.append("    at ").append(stack[i]).append(System.lineSeparator());
        }
    }

    /** The place of the first frame that is neither of this library nor of the JDK; the number of frames for none. */
    private static int firstOfProgram(StackTraceElement... stack) {
        int i = 0;
        while (i < stack.length && isOfOthers(stack[i])) {
            i++;
        }
        return i;
    }

    /** The place of the last one, below which are those that have started the program. */
    private static int lastOfProgram(StackTraceElement... stack) {
        int i = stack.length - 1;
        while (isOfOthers(stack[i])) {
            i--;
        }
        return i;
    }

    private static boolean isOfOthers(StackTraceElement frame) {
        final String name = frame.getClassName();
        return LibraryClasses.have(name) || JDK.stream().anyMatch(name::startsWith);
    }

    private static boolean isWaiting(StackTraceElement... stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().equals(WaitStrategy.class.getName())) {
                return true;
            }
        }
        return false;
    }
}
