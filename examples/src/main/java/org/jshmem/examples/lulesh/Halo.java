package org.jshmem.examples.lulesh;

import static org.jshmem.Shmem.*;

import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.SymmetricDoubles;

/**
 * Fields at the borders, which go to neighbours and come from them. In an iteration: {@link #expect}, {@link #send},
 * then {@link #add} or {@link #set}.
 */
final class Halo implements AutoCloseable {
    private final SymmetricDoubles sent;
    private final SymmetricDoubles received;
    private final BorderExchange exchange;
    private final DoubleBuffer outgoing;
    private final DoubleBuffer incoming;
    private final int[] offsets;
    private final int fields;
    private final List<Link> sources = new ArrayList<>();
    private final List<Link> targets = new ArrayList<>();

    /**
     * A border, and the part of the fields there that goes to the neighbour, or comes from it.
     *
     * @param border with whom
     * @param strip which places of the fields
     */
    private record Link(Border border, Strip strip) {}

    /** What {@link Strip} can do with data that has come. */
    private interface Unpacking {
        void apply(Strip strip, double[] field, DoubleBuffer source, int index);
    }

    /**
     * A halo that goes nowhere.
     *
     * @param fields how many at most
     */
    Halo(BorderExchange.Maker exchanges, int number, Mesh mesh, int fields) {
        this.offsets = Border.offsets(mesh);
        this.fields = fields;
        this.sent = mallocDoubles((long) fields * offsets[Border.DIRECTIONS]);
        this.received = mallocDoubles((long) fields * offsets[Border.DIRECTIONS]);
        this.exchange = exchanges.make(number, sent, received);
        this.outgoing = sent.buffer();
        this.incoming = received.buffer();
    }

    void sendTo(Border border, Strip source) {
        sources.add(new Link(border, source));
    }

    void receiveFrom(Border border, Strip dest) {
        targets.add(new Link(border, dest));
    }

    /** Says that so many fields will come. */
    void expect(int count) {
        for (Link link : targets) {
            exchange.expect(link.border, place(link.border.direction()), count * link.strip.nelems());
        }
    }

    /** Sends fields to all neighbours. */
    void send(double[]... values) {
        for (Link link : sources) {
            final int direction = link.border.direction();
            final int nelems = link.strip.nelems();
            for (int i = 0; i < values.length; i++) {
                link.strip.pack(values[i], outgoing, place(direction) + i * nelems);
            }
            exchange.send(link.border, place(direction), values.length * nelems, place(Border.OPPOSITE - direction));
        }
    }

    /** Adds what comes from all neighbours to the fields. */
    void add(double[]... values) {
        receive(Strip::add, values);
    }

    /** Sets the fields to what comes from neighbours. */
    void set(double[]... values) {
        receive(Strip::set, values);
    }

    private void receive(Unpacking unpacking, double[]... values) {
        for (Link link : targets) {
            exchange.await(link.border);
            for (int i = 0; i < values.length; i++) {
                final int index = place(link.border.direction()) + i * link.strip.nelems();
                unpacking.apply(link.strip, values[i], incoming, index);
            }
        }
        exchange.finish();
    }

    private int place(int direction) {
        return fields * offsets[direction];
    }

    @Override
    public void close() {
        exchange.close();
        sent.close();
        received.close();
    }
}
