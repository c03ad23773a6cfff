package org.jshmem.bootstrap;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for the shutdown hooks of the program. The JVM runs all hooks at the same time and offers no list of them. But
 * it starts their threads after the thread that handles the signal, and the kernel numbers threads in the order of
 * their start.
 */
final class ProgramHooks {
    /** A program that starts other threads at its end must not delay the end of the job for longer. */
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final File THREADS = new File("/proc/self/task");

    private ProgramHooks() {}

    /** Waits until the hooks have ended, or for 10 seconds; called by a hook of the library, whose name says so. */
    static void await(String signal) {
        final long untilNs = System.nanoTime() + LIMIT_NS;
        while (isAnyRunning(signal) && System.nanoTime() < untilNs) {
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    private static boolean isAnyRunning(String signal) {
        final Collection<String> names = namesOfThreadsAfter(signal + " handler");
        return Exit.liveThreads()
                .filter(thread -> !thread.getName().startsWith("jshmem"))
                .filter(thread -> thread.getThreadGroup() != null
                        && thread.getThreadGroup().getParent() != null
                        && !thread.getThreadGroup().getName().startsWith("Innocuous"))
                .map(thread -> bytes(thread.getName().getBytes(StandardCharsets.UTF_8)))
                .anyMatch(name -> names.stream().anyMatch(start -> !start.isEmpty() && name.startsWith(start)));
    }

    /** Each as a character, since a name may be cut within one. */
    private static String bytes(byte[] utf8) {
        return new String(utf8, StandardCharsets.ISO_8859_1);
    }

    /** The kernel's names of the threads that were started after one; a name is cut after 15 bytes. */
    private static Collection<String> namesOfThreadsAfter(String first) {
        final NavigableMap<Integer, String> names = new TreeMap<>();
        int handler = Integer.MAX_VALUE;
        for (String number : THREADS.list()) {
            final int tid = Integer.parseInt(number);
            final String name = nameOf(number);
            names.put(tid, name);
            handler = name.equals(first) ? tid : handler;
        }
        return names.tailMap(handler, false).values();
    }

    /** Empty if the thread has ended. */
    private static String nameOf(String tid) {
        try {
            final byte[] line = Files.readAllBytes(THREADS.toPath().resolve(tid).resolve("comm"));
            return bytes(Arrays.copyOf(line, line.length - 1));
        } catch (IOException e) {
            return "";
        }
    }
}
