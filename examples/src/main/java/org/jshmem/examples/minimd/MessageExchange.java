package org.jshmem.examples.minimd;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricDoubles;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;

/**
 * Sends messages, as the original does. The message says how long it is, so no other one goes before it. Packed in
 * symmetric memory, it is copied once: by the receiver, into its own array.
 */
final class MessageExchange implements NeighbourExchange {
    private final Messages messages = Messages.on(TEAM_WORLD);
    private final Envelope envelope = new Envelope();
    private final SymmetricDoubles packed;

    MessageExchange(int capacity) {
        packed = mallocDoubles(capacity);
    }

    @Override
    public SymmetricDoubles packed() {
        return packed;
    }

    @Override
    public int exchange(Route route, int nelems, double[] dest, int index) {
        final Request incoming = messages.irecv(dest, index, packed.length(), route.from(), route.number());
        messages.send(packed, nelems, route.to(), route.number());
        incoming.await(envelope);
        return (int) envelope.nelems();
    }

    @Override
    public void close() {
        messages.close();
        packed.close();
    }
}
