package org.jshmem.examples.lulesh;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricDoubles;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;

/** Sends messages, as the original does: receives are begun before the data is computed, and sends do not wait. */
final class MessageExchange implements BorderExchange {
    private final Messages messages = Messages.on(TEAM_WORLD);
    private final SymmetricDoubles outgoing;
    private final SymmetricDoubles incoming;
    private final int tag;
    private final Request[] received = new Request[Border.DIRECTIONS];
    private final Request[] sent = new Request[Border.DIRECTIONS];
    private int sends;

    MessageExchange(int number, SymmetricDoubles outgoing, SymmetricDoubles incoming) {
        this.outgoing = outgoing;
        this.incoming = incoming;
        this.tag = number;
    }

    @Override
    public void expect(Border border, int index, int nelems) {
        received[border.direction()] = messages.irecv(incoming, index, nelems, border.pe(), tag);
    }

    @Override
    public void send(Border border, int index, int nelems, int destIndex) {
        sent[sends++] = messages.isend(outgoing, index, nelems, border.pe(), tag);
    }

    @Override
    public void await(Border border) {
        received[border.direction()].await();
    }

    @Override
    public void finish() {
        Request.awaitAll(sent);
        sends = 0;
    }

    @Override
    public void close() {
        messages.close();
    }
}
