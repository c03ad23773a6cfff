package org.jshmem.shell;

import org.jshmem.messages.Envelope;
import org.jshmem.messages.MessageVisitor;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingMessages;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.ShmemProvider;

/** Messages whose receives can be interrupted: they look until the message is there, and only then receive it. */
final class InterruptibleMessages extends ForwardingMessages {
    private final ShmemProvider provider;

    InterruptibleMessages(MessageKernel target, ShmemProvider provider) {
        super(target);
        this.provider = provider;
    }

    private void await(int pe, int tag) {
        long turn = 0;
        while (!super.probe(pe, tag, null, false)) {
            turn = provider.pause(turn, _ -> "a message from PE " + pe + " with tag " + tag, 0);
        }
    }

    @Override
    public long recv(Object memory, long start, long bytes, ElementKind type, int pe, int tag, Envelope envelope) {
        await(pe, tag);
        return super.recv(memory, start, bytes, type, pe, tag, envelope);
    }

    @Override
    public long take(ElementKind type, int pe, int tag, Envelope envelope) {
        await(pe, tag);
        return super.take(type, pe, tag, envelope);
    }

    @Override
    public void visit(int pe, int tag, MessageVisitor visitor) {
        await(pe, tag);
        super.visit(pe, tag, visitor);
    }

    @Override
    public boolean probe(int pe, int tag, Envelope envelope, boolean waits) {
        if (waits) {
            await(pe, tag);
        }
        return super.probe(pe, tag, envelope, waits);
    }
}
