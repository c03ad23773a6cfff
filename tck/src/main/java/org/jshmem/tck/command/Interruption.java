package org.jshmem.tck.command;

import java.io.IOException;
import java.io.UncheckedIOException;

/** What happens if the command is interrupted before this is closed: something of its own, and the end of its jobs. */
final class Interruption implements AutoCloseable {
    private final Thread hook;

    /** What a command has to do then. */
    @FunctionalInterface
    interface Cleanup {
        /** Does it. */
        void run() throws IOException;
    }

    Interruption(Cleanup cleanup) {
        hook = new Thread(() -> interrupted(cleanup), "interrupted");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private static void interrupted(Cleanup cleanup) {
        try {
            cleanup.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(hook);
    }
}
