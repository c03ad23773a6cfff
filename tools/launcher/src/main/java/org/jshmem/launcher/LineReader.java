package org.jshmem.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Passes the lines of a stream of a launcher to a receiver, in a thread of its own. If the receiver throws, it gets no
 * further line, and the launcher is ended with its job.
 */
final class LineReader {
    private final Process launcher;
    private final InputStream stream;
    private final Consumer<String> receiver;
    private final Thread thread = new Thread(this::read, "jshmem-launch-output");

    /** What the receiver has thrown; null for nothing. Written before the thread ends. */
    private Throwable thrown;

    private LineReader(Process launcher, InputStream stream, Consumer<String> receiver) {
        this.launcher = launcher;
        this.stream = stream;
        this.receiver = receiver;
    }

    static LineReader start(Process launcher, InputStream stream, Consumer<String> receiver) {
        final LineReader reader = new LineReader(launcher, stream, receiver);
        reader.thread.setDaemon(true);
        reader.thread.start();
        return reader;
    }

    private void read() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                pass(line);
            }
        } catch (IOException e) {
            // The launcher has been ended, with what it had to say.
        }
    }

    private void pass(String line) {
        if (thrown != null) {
            return;
        }
        try {
            receiver.accept(line);
        } catch (Throwable t) {
            thrown = t;
            launcher.destroy();
        }
    }

    /** Waits for the end of the stream; throws what the receiver has thrown. */
    void finish() throws InterruptedException {
        thread.join();
        switch (thrown) {
            case null -> {}
            case Error error -> throw error;
            case RuntimeException exception -> throw exception;
            default -> throw new IllegalStateException(thrown);
        }
    }
}
