package org.jshmem.bootstrap;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A job without a launcher, whose PEs meet at a {@link RendezvousServer}.
 *
 * <p>What a PE puts goes to the server with its next fence. Only a PE that gets a value, as a rule the leader of a
 * node, then fetches what all have put.
 */
final class RendezvousManager extends ProcessManager {
    /** Key of what PEs of one node have in common. */
    private static final String PLACE = "jshmem-place";

    /** How long PEs other than PE 0 delay the report of missing PEs. */
    private static final int REPORT_SECONDS = 2;

    private final RendezvousConnection connection;
    private final RendezvousTicket ticket;
    private final int pe;
    private final int nPes;

    /** What was put since the last fence: for each value the key and the value, each as int32 length, bytes. */
    private final ByteArrayOutputStream outgoing = new ByteArrayOutputStream();

    /** By PE and key, what was put before the last fence; null before it is fetched. */
    private Map<String, byte[]> values = Map.of();

    private RendezvousManager(RendezvousConnection connection, RendezvousTicket ticket, int pe, int nPes) {
        this.connection = connection;
        this.ticket = ticket;
        this.pe = pe;
        this.nPes = nPes;
    }

    /** Joins the job as one of its PEs; see {@link RendezvousConnection#open}. */
    static RendezvousManager connect(RendezvousTicket ticket, int pe, int nPes, int limitSeconds) {
        return new RendezvousManager(RendezvousConnection.open(ticket, pe, nPes, limitSeconds), ticket, pe, nPes);
    }

    @Override
    int pe() {
        return pe;
    }

    @Override
    int nPes() {
        return nPes;
    }

    @Override
    Membership join() {
        return new Membership() {
            @Override
            public String describe() {
                return connection.askMissing();
            }

            @Override
            public int reportDelaySeconds() {
                return pe == 0 ? 0 : REPORT_SECONDS;
            }

            // The server ends the job of a PE that has ended.
            @Override
            public String ended() {
                return "";
            }

            @Override
            public boolean isReporter() {
                return true; // each PE may have a log of its own
            }

            @Override
            public Extent endBySignal(String signal) {
                return Extent.NODE;
            }
        };
    }

    @Override
    int[] nodes() {
        put(PLACE, Locality.neighbourhood());
        fence();
        final Map<ByteBuffer, Integer> known = new HashMap<>();
        final int[] nodes = new int[nPes];
        for (int other = 0; other < nPes; other++) {
            final ByteBuffer place = ByteBuffer.wrap(get(other, PLACE));
            known.putIfAbsent(place, other);
            nodes[other] = known.get(place);
        }
        return nodes;
    }

    @Override
    void put(String key, byte[] value) {
        final byte[] name = key.getBytes(StandardCharsets.UTF_8);
        outgoing.writeBytes(ByteBuffer.allocate(2 * Integer.BYTES + name.length + value.length)
                .putInt(name.length)
                .put(name)
                .putInt(value.length)
                .put(value)
                .array());
    }

    @Override
    void fence() {
        connection.ask(RendezvousProtocol.FENCE, ByteBuffer.wrap(outgoing.toByteArray()));
        outgoing.reset();
        values = null;
    }

    @Override
    byte[] get(int owner, String key) {
        if (values == null) {
            values = fetched(connection.ask(RendezvousProtocol.VALUES, ByteBuffer.allocate(0)));
        }
        return values.get(owner + " " + key);
    }

    private static Map<String, byte[]> fetched(ByteBuffer all) {
        final Map<String, byte[]> fetched = new HashMap<>();
        while (all.hasRemaining()) {
            final int owner = all.getInt();
            final ByteBuffer published = ByteBuffer.wrap(RendezvousProtocol.bytes(all));
            while (published.hasRemaining()) {
                final String key = new String(RendezvousProtocol.bytes(published), StandardCharsets.UTF_8);
                fetched.put(owner + " " + key, RendezvousProtocol.bytes(published));
            }
        }
        return fetched;
    }

    @Override
    void leave() {
        connection.leave();
    }

    @Override
    void abort(int status, String reason) {
        connection.abort(status, reason);
    }

    @Override
    void finish() {
        connection.close();
    }

    @Override
    String describe() {
        return "rendezvous (" + connection.host() + ", port " + ticket.port() + ")";
    }
}
