package org.jshmem.transport.ofi;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.Supplier;
import org.jshmem.ShmemException;

/**
 * The transports of contexts, by their ids, and the channels that they use.
 *
 * <p>The default context has the main {@link Channel}. Every other context has a channel of its own, on which it only
 * begins operations. An endpoint may take tens of megabytes, so there are no more of these channels than CPUs, and at
 * most {@value #MOST_CHANNELS}. Further contexts share them, and the quiet of one context then also waits for transfers
 * of the others.
 *
 * <p>The transport of a destroyed context is kept for the next context. Its endpoint stays open until the end: a new
 * endpoint and its connections take tens of milliseconds, and libfabric 1.17 may crash in {@code fi_trywait} while a
 * connection is closed.
 *
 * <p><b>Threads.</b> Any thread may call any method.
 */
final class ContextTransports {
    /** Most transports, and so most contexts that are open at once. */
    private static final int MOST_TRANSPORTS = 1 << 16;

    /** Most channels of contexts; fewer with fewer CPUs. */
    private static final int MOST_CHANNELS = 16;

    private final Channel main;

    /** Null if all contexts use the main channel. */
    private final Supplier<Channel> newChannel;

    private final Factory factory;

    /** Transports of destroyed contexts; guarded by this object's monitor. */
    private final Deque<OfiTransport> spare = new ArrayDeque<>();

    /** All transports, by id; an update replaces the array, under this object's monitor. */
    private volatile OfiTransport[] transports = new OfiTransport[0];

    /** The channels of contexts, without the main one; an update replaces the array, under this object's monitor. */
    private volatile Channel[] channels = {};

    /** Makes the transport with this id. */
    @FunctionalInterface
    interface Factory {
        /** Makes it. */
        OfiTransport make(Channel channel, int id);
    }

    ContextTransports(Channel main, Supplier<Channel> newChannel, Factory factory) {
        this.main = main;
        this.newChannel = newChannel;
        this.factory = factory;
    }

    /** The transport of a new context. */
    synchronized OfiTransport open() {
        return spare.isEmpty() ? add(channel()) : spare.pop();
    }

    /** Makes the transport of the default context. */
    synchronized OfiTransport openMain() {
        return add(main);
    }

    private OfiTransport add(Channel channel) {
        final OfiTransport[] old = transports;
        final int id = old.length;
        if (id == MOST_TRANSPORTS) {
            throw new ShmemException("there are " + id + " contexts; destroy some");
        }
        final OfiTransport[] all = Arrays.copyOf(old, id + 1);
        all[id] = factory.make(channel, id);
        transports = all;
        return all[id];
    }

    /** The channel of a new context: a new one, or a shared one if there are enough. */
    private Channel channel() {
        if (newChannel == null) {
            return main;
        }
        final int count = channels.length;
        if (count >= Math.min(MOST_CHANNELS, Runtime.getRuntime().availableProcessors())) {
            return channels[transports.length % count];
        }
        final Channel[] all = Arrays.copyOf(channels, count + 1);
        all[count] = newChannel.get();
        channels = all;
        return all[count];
    }

    /** Keeps the transport of a destroyed context. */
    synchronized void close(OfiTransport closed) {
        spare.push(closed);
    }

    /** The transport with this id; null if there is none. */
    OfiTransport find(int id) {
        final OfiTransport[] all = transports;
        return id >= 0 && id < all.length ? all[id] : null;
    }

    /** The channels of contexts, without the main one. */
    Channel[] channels() {
        return channels;
    }
}
