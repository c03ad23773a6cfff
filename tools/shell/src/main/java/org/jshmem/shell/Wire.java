package org.jshmem.shell;

import java.io.Closeable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * One end of a connection between the shell and a PE. The socket is in a directory that only this user may enter. Any
 * thread may send, one thread receives. A channel is closed when a thread is interrupted that uses it, and threads of
 * snippets are interrupted, by Ctrl-C as by programs, while they print. So a thread of the wire's own writes, and those
 * that send wait for it.
 */
final class Wire implements Closeable {
    private static final ObjectInputFilter OWN_TYPES =
            ObjectInputFilter.Config.createFilter("org.jshmem.shell.*;java.lang.*;java.util.*;!*");

    private final SocketChannel channel;
    private final ObjectOutputStream out;
    private final ExecutorService writer = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("jshmem-shell-write").factory());

    /** Made by the first {@link #receive}, because it waits for the other end. */
    private ObjectInputStream in;

    Wire(SocketChannel channel) throws IOException {
        this.channel = channel;
        this.out = new ObjectOutputStream(Channels.newOutputStream(channel));
        out.flush();
    }

    /**
     * Sends a message, also if the thread is or was interrupted.
     *
     * @throws IOException if the other end is closed
     */
    void send(Serializable message) throws IOException {
        final Future<?> written;
        try {
            written = writer.submit(() -> write(message));
        } catch (RejectedExecutionException e) {
            throw new IOException("this end is closed", e);
        }
        boolean wasInterrupted = false;
        boolean isWritten = false;
        try {
            while (!isWritten) {
                try {
                    written.get();
                    isWritten = true;
                } catch (InterruptedException e) {
                    wasInterrupted = true;
                } catch (ExecutionException e) {
                    throw new IOException("the other end cannot be reached", e.getCause());
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Sends a message some time; if the other end is closed, {@link #receive} throws. */
    void post(Serializable message) {
        try {
            writer.execute(() -> {
                try {
                    write(message);
                } catch (IOException e) {
                    // The receiving thread finds that, too.
                }
            });
        } catch (RejectedExecutionException e) {
            // This end is closed.
        }
    }

    private Void write(Serializable message) throws IOException {
        out.writeUnshared(message);
        out.reset();
        out.flush();
        return null;
    }

    /**
     * Waits for the next message.
     *
     * @throws IOException if the connection is closed at either end, or broken
     */
    <T extends Serializable> T receive(Class<T> type) throws IOException {
        if (in == null) {
            in = new ObjectInputStream(Channels.newInputStream(channel));
            in.setObjectInputFilter(OWN_TYPES);
        }
        try {
            return type.cast(in.readObject());
        } catch (ClassNotFoundException | ClassCastException e) {
            final InvalidObjectException mismatch =
                    new InvalidObjectException("the shell and a PE are of different versions of JSHMEM: " + e);
            mismatch.initCause(e);
            throw mismatch;
        }
    }

    @Override
    public void close() throws IOException {
        writer.shutdown();
        channel.close();
    }
}
