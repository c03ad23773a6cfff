package org.jshmem.tck.defects;

import org.jshmem.messages.Envelope;
import org.jshmem.messages.Messages;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingMessages;
import org.jshmem.spi.MessageKernel;

/** Messages that go wrong as is planted. */
final class FaultyMessages extends ForwardingMessages {
    FaultyMessages(MessageKernel target) {
        super(target);
    }

    @Override
    public void send(Object memory, long start, long bytes, ElementKind type, int pe, int tag, boolean isSynchronous) {
        final boolean loses = Planted.is(Defect.SEND_LOSES_THE_LAST_ELEMENT) && bytes > Long.BYTES;
        super.send(
                memory,
                start,
                loses ? bytes - (type == null ? 1 : type.bytes) : bytes,
                type,
                pe,
                tag,
                isSynchronous && !Planted.is(Defect.SSEND_DOES_NOT_WAIT));
    }

    @Override
    public long recv(Object memory, long start, long bytes, ElementKind type, int pe, int tag, Envelope envelope) {
        final int any = Planted.is(Defect.RECV_IGNORES_THE_TAG) ? Messages.ANY_TAG : tag;
        return super.recv(memory, start, bytes, type, pe, any, envelope);
    }

    @Override
    public void give(Allocation block, int pe, int tag) {
        super.give(block, pe, tag);
        if (Planted.is(Defect.GIVE_LEAVES_THE_ARRAY_ALIVE)) {
            block.live = true;
        }
    }

    @Override
    public boolean probe(int pe, int tag, Envelope envelope, boolean waits) {
        final boolean isThere = super.probe(pe, tag, envelope, waits);
        return isThere && (waits || !Planted.is(Defect.IPROBE_SEES_NOTHING));
    }
}
