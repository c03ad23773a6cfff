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

/**
 * One end of a connection between the shell and a PE. The socket is in a directory that only this user may enter. Any
 * thread may send, one thread receives.
 */
final class Wire implements Closeable {
    private static final ObjectInputFilter OWN_TYPES =
            ObjectInputFilter.Config.createFilter("org.jshmem.shell.*;java.lang.*;java.util.*;!*");

    private final SocketChannel channel;
    private final ObjectOutputStream out;

    /** Made by the first {@link #receive}, because it waits for the other end. */
    private ObjectInputStream in;

    Wire(SocketChannel channel) throws IOException {
        this.channel = channel;
        this.out = new ObjectOutputStream(Channels.newOutputStream(channel));
        out.flush();
    }

    synchronized void send(Serializable message) throws IOException {
        out.writeUnshared(message);
        out.reset();
        out.flush();
    }

    /**
     * Waits for the next message.
     *
     * @throws java.io.EOFException if the other end is closed
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
        channel.close();
    }
}
