package org.jshmem.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects what a process writes while it runs. */
final class StreamReader implements Runnable {
    private static final long LIMIT_MILLIS = 40_000;

    private final InputStream in;
    private final StringBuilder text = new StringBuilder();
    private final Thread thread = new Thread(this, "reader");

    StreamReader(InputStream in) {
        this.in = in;
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        final byte[] buffer = new byte[8192];
        try {
            int count = in.read(buffer);
            while (count >= 0) {
                synchronized (text) {
                    text.append(new String(buffer, 0, count, StandardCharsets.ISO_8859_1));
                    text.notifyAll();
                }
                count = in.read(buffer);
            }
        } catch (IOException e) {
            // The process is gone.
        }
    }

    /** All of it, once the stream has ended. */
    String text() throws InterruptedException {
        thread.join(LIMIT_MILLIS);
        synchronized (text) {
            return text.toString();
        }
    }

    /** What there is now. */
    String soFar() {
        synchronized (text) {
            return text.toString();
        }
    }

    /** Waits until something matches, and returns the number in its first group. */
    long awaitNumber(String pattern) throws InterruptedException {
        final Pattern compiled = Pattern.compile(pattern);
        final long deadline = System.currentTimeMillis() + LIMIT_MILLIS;
        synchronized (text) {
            Matcher matcher = compiled.matcher(text);
            while (!matcher.find()) {
                final long left = deadline - System.currentTimeMillis();
                if (left <= 0) {
                    throw new AssertionError("nothing matches " + pattern + " in: " + text);
                }
                text.wait(left);
                matcher = compiled.matcher(text);
            }
            return Long.parseLong(matcher.group(1));
        }
    }
}
