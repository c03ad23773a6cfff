package org.jshmem.bootstrap;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * What is to be said after an exception that still unwinds the stack, since it is a consequence of that. It is said
 * once the exception has been shown, at the end of the JVM at the latest; or after a while, if the program has caught
 * the exception and goes on. Any thread may call.
 */
public final class LastWords {
    private static final long WHILE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final Queue<Runnable> WORDS = new ConcurrentLinkedQueue<>();

    private LastWords() {}

    /**
     * Has something said later.
     *
     * @param words says it
     */
    public static void add(Runnable words) {
        WORDS.add(words);
        if (!Exit.atEnd("jshmem last words", LastWords::say)) {
            say();
            return;
        }
        final Thread later = new Thread(LastWords::sayAfterAWhile, "jshmem-last-words");
        later.setDaemon(true);
        later.start();
    }

    private static void sayAfterAWhile() {
        try {
            TimeUnit.NANOSECONDS.sleep(WHILE_NS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does
        }
        say();
    }

    /** Says all that has not been said, in order, as hooks of the JVM run side by side. */
    static synchronized void say() {
        for (Runnable words = WORDS.poll(); words != null; words = WORDS.poll()) {
            words.run();
        }
    }

    /** Shows an exception that nobody has caught, in one piece, and then what was to be said after it. */
    static void show(Thread thread, Throwable thrown) {
        final StringWriter text = new StringWriter();
        text.append("Exception in thread \"").append(thread.getName()).append("\" ");
        thrown.printStackTrace(new PrintWriter(text));
        System.err.writeBytes(text.toString().getBytes(System.err.charset()));
        System.err.flush();
        say();
    }
}
