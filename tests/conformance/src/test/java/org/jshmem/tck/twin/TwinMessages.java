package org.jshmem.tck.twin;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jshmem.IndexedBlocks;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.MessageView;
import org.jshmem.messages.MessageVisitor;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingMessages;
import org.jshmem.spi.MessageKernel;

/**
 * A matching space beside which there is a second one with the same messages. That one takes whatever comes: all that
 * the program receives must have come there, too, when the spaces are closed, and nothing more.
 */
final class TwinMessages extends ForwardingMessages {
    private static final int ALIGNMENT = 64;

    /** The sender or the tag is not known. */
    private static final int UNKNOWN = -1;

    /** So long messages of the twin may be under way after the others. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    private final MessageKernel twin;
    private final TwinProvider provider;
    private final List<Send> sends = new ArrayList<>();
    private final List<Arrived> firsts = new ArrayList<>();
    private final List<Arrived> twins = new ArrayList<>();
    private boolean isDraining;
    private boolean hasHandlers;
    private boolean isClosed;
    private int calls;

    TwinMessages(MessageKernel first, MessageKernel twin, TwinProvider provider) {
        super(first);
        this.twin = twin;
        this.provider = provider;
        provider.countSpaces(1);
    }

    /** A message that was received. */
    private record Arrived(int source, int tag, ByteBuffer content) {
        boolean is(Arrived other) {
            return (source == UNKNOWN || source == other.source)
                    && (tag == UNKNOWN || tag == other.tag)
                    && content.equals(other.content);
        }
    }

    /** A send of the twin, which keeps its memory alive. */
    private record Send(Request request, MemorySegment memory) {}

    /** Blocks of memory. */
    private record Indexed(Object target, Object memory, long start, IndexedBlocks blocks, int elementBytes) {}

    @Override
    public Object indexed(Object memory, long start, IndexedBlocks blocks, int elementBytes) {
        return new Indexed(super.indexed(memory, start, blocks, elementBytes), memory, start, blocks, elementBytes);
    }

    private static Object target(Object memory) {
        return memory instanceof Indexed indexed ? indexed.target() : memory;
    }

    /** What is in memory of the program. */
    private byte[] content(Object memory, long start, long bytes) {
        if (memory instanceof Indexed indexed) {
            final ByteArrayOutputStream all = new ByteArrayOutputStream();
            final MemorySegment whole = whole(indexed.memory());
            final long from = indexed.start() * unit(indexed.memory(), whole);
            for (int i = 0; i < indexed.blocks().count(); i++) {
                final long at = from + indexed.blocks().index(i) * indexed.elementBytes();
                final long length = indexed.blocks().length(i) * indexed.elementBytes();
                all.writeBytes(whole.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE));
            }
            return Arrays.copyOf(all.toByteArray(), (int) bytes);
        }
        if (bytes == 0) {
            return new byte[0];
        }
        final MemorySegment whole = whole(memory);
        return whole.asSlice(start * unit(memory, whole), bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    private MemorySegment whole(Object memory) {
        return memory == null ? provider.memory() : Transfer.segment(memory);
    }

    private static long unit(Object memory, MemorySegment whole) {
        return memory != null && memory.getClass().isArray()
                ? whole.byteSize() / Math.max(1, Array.getLength(memory))
                : 1;
    }

    /** Sends on both; the twin's message has memory of its own, since it may leave later. */
    private <T> T send(byte[] content, ElementKind type, int pe, int tag, Supplier<T> first) {
        if (pe == Messages.PE_NONE) {
            return first.get();
        }
        final List<T> result = new ArrayList<>(1);
        Twins.inTurn((calls++ & 1) != 0, () -> result.add(first.get()), () -> sendTwin(content, type, pe, tag));
        return result.getFirst();
    }

    private void sendTwin(byte[] content, ElementKind type, int pe, int tag) {
        final MemorySegment copy = Arena.ofAuto().allocate(Math.max(1, content.length), ALIGNMENT);
        MemorySegment.copy(content, 0, copy, ValueLayout.JAVA_BYTE, 0, content.length);
        final Request request = type == null
                ? twin.isend(copy, 0, content.length, null, pe, tag)
                : twin.isend(null, copy.address(), content.length, type, pe, tag);
        synchronized (sends) {
            sends.add(new Send(request, copy));
        }
    }

    @Override
    public void send(Object memory, long start, long bytes, ElementKind type, int pe, int tag, boolean isSynchronous) {
        send(content(memory, start, bytes), type, pe, tag, () -> {
            super.send(target(memory), start, bytes, type, pe, tag, isSynchronous);
            return true;
        });
    }

    @Override
    public Request isend(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
        return send(
                content(memory, start, bytes),
                type,
                pe,
                tag,
                () -> super.isend(target(memory), start, bytes, type, pe, tag));
    }

    @Override
    public Request sendInit(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
        final Request request = super.sendInit(target(memory), start, bytes, type, pe, tag);
        return new TwinRequest(request, this) {
            @Override
            public void start() {
                TwinMessages.this.send(content(memory, start, bytes), type, pe, tag, () -> {
                    super.start();
                    return true;
                });
            }
        };
    }

    @Override
    public long recv(Object memory, long start, long bytes, ElementKind type, int pe, int tag, Envelope envelope) {
        final Envelope from = envelope == null ? new Envelope() : envelope;
        final long received = super.recv(target(memory), start, bytes, type, pe, tag, from);
        arrived(from, memory, start);
        return received;
    }

    @Override
    public Request irecv(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
        return receiving(super.irecv(target(memory), start, bytes, type, pe, tag), memory, start);
    }

    @Override
    public Request recvInit(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
        return receiving(super.recvInit(target(memory), start, bytes, type, pe, tag), memory, start);
    }

    private Request receiving(Request request, Object memory, long start) {
        return new TwinRequest(request, this) {
            @Override
            void ended(Envelope envelope) {
                arrived(envelope, memory, start);
            }
        };
    }

    /** The program has received a message. */
    private void arrived(Envelope envelope, Object memory, long start) {
        if (envelope.source() >= 0) {
            add(firsts, envelope.source(), envelope.tag(), content(memory, start, envelope.bytes()));
        }
        drain();
    }

    private void add(List<Arrived> messages, int source, int tag, byte[] content) {
        synchronized (firsts) {
            messages.add(new Arrived(source, tag, ByteBuffer.wrap(content)));
        }
    }

    @Override
    public long sendrecv(
            Object source,
            long sourceStart,
            long sourceBytes,
            int to,
            int sendTag,
            Object dest,
            long destStart,
            long destBytes,
            int from,
            int recvTag,
            ElementKind type) {
        final long received = send(
                content(source, sourceStart, sourceBytes),
                type,
                to,
                sendTag,
                () -> super.sendrecv(
                        target(source),
                        sourceStart,
                        sourceBytes,
                        to,
                        sendTag,
                        target(dest),
                        destStart,
                        destBytes,
                        from,
                        recvTag,
                        type));
        if (from != Messages.PE_NONE) {
            add(firsts, from, recvTag, content(dest, destStart, received));
        }
        drain();
        return received;
    }

    @Override
    public void give(Allocation block, int pe, int tag) {
        send(content(null, block.address, block.bytes), null, pe, tag, () -> {
            super.give(block, pe, tag);
            return true;
        });
    }

    @Override
    public long take(ElementKind type, int pe, int tag, Envelope envelope) {
        final Envelope from = envelope == null ? new Envelope() : envelope;
        final long handle = super.take(type, pe, tag, from);
        if (handle == 0) {
            arrived(from, null, 0);
        } else {
            final Allocation block = provider.findShared(type, handle);
            arrived(from, null, block.address);
        }
        return handle;
    }

    @Override
    public void visit(int pe, int tag, MessageVisitor visitor) {
        super.visit(pe, tag, into(firsts, visitor));
        drain();
    }

    private MessageVisitor into(List<Arrived> messages, MessageVisitor visitor) {
        return message -> {
            add(messages, message.source(), message.tag(), content(message));
            visitor.visit(message);
        };
    }

    private static byte[] content(MessageView message) {
        final byte[] content = new byte[(int) message.bytes()];
        message.copy(0, content, 0, content.length);
        return content;
    }

    @Override
    public void handle(int tag, MessageVisitor handler) {
        if (handler == null || handler == DISCARD) {
            super.handle(tag, handler);
            twin.handle(tag, handler);
        } else {
            hasHandlers = true;
            super.handle(tag, into(firsts, handler));
            twin.handle(tag, into(twins, message -> {}));
        }
    }

    @Override
    public boolean probe(int pe, int tag, Envelope envelope, boolean waits) {
        final boolean isThere = super.probe(pe, tag, envelope, waits);
        drain();
        return isThere;
    }

    @Override
    public boolean progress() {
        final boolean isHandled = super.progress();
        drain();
        return isHandled;
    }

    @Override
    public void handleUntil(BooleanSupplier condition) {
        super.handleUntil(() -> {
            drain();
            return condition.getAsBoolean();
        });
    }

    /** Receives what has come to the twin, unless another thread, or a caller of this one, is about it. */
    void drain() {
        synchronized (firsts) {
            if (isDraining) {
                return;
            }
            isDraining = true;
        }
        try {
            final Envelope envelope = new Envelope();
            while (twin.probe(Messages.ANY_PE, Messages.ANY_TAG, envelope, false)) {
                final MemorySegment room = Arena.ofAuto().allocate(Math.max(1, envelope.bytes()), ALIGNMENT);
                final Object memory = envelope.type() == null ? room : null;
                final long start = envelope.type() == null ? 0 : room.address();
                twin.recv(
                        memory, start, envelope.bytes(), envelope.type(), envelope.source(), envelope.tag(), envelope);
                add(twins, envelope.source(), envelope.tag(), content(room, 0, envelope.bytes()));
            }
            testSends();
        } finally {
            synchronized (firsts) {
                isDraining = false;
            }
        }
    }

    /** Handlers, which send, run meanwhile. */
    private void testSends() {
        final List<Send> open;
        synchronized (sends) {
            open = List.copyOf(sends);
        }
        final List<Send> done =
                open.stream().filter(send -> send.request().test()).toList();
        synchronized (sends) {
            sends.removeAll(done);
        }
    }

    @Override
    public void close() {
        if (!isClosed) {
            requireSameMessages();
        }
        super.close();
        twin.close();
        if (!isClosed) {
            provider.countSpaces(-1);
        }
        isClosed = true;
    }

    private void requireSameMessages() {
        final long end = System.nanoTime() + PATIENCE_NS;
        removePairs();
        while ((!firsts.isEmpty() || !sends.isEmpty()) && System.nanoTime() < end) {
            drain();
            removePairs();
        }
        if (!firsts.isEmpty()) {
            throw Twins.difference("messages", firsts.getFirst(), "not got it, but " + twins);
        }
        if (!twins.isEmpty() && !hasHandlers && !hasMore()) {
            throw Twins.difference("messages", "no such message", twins.getFirst());
        }
    }

    /** Whether there is a message that the program has not received, perhaps soon. */
    private boolean hasMore() {
        final long end = System.nanoTime() + PATIENCE_NS / 10;
        boolean isThere = super.probe(Messages.ANY_PE, Messages.ANY_TAG, null, false);
        while (!isThere && System.nanoTime() < end) {
            isThere = super.probe(Messages.ANY_PE, Messages.ANY_TAG, null, false);
        }
        return isThere;
    }

    private void removePairs() {
        synchronized (firsts) {
            for (Iterator<Arrived> i = firsts.iterator(); i.hasNext(); ) {
                final Arrived first = i.next();
                final int at = indexOf(first);
                if (at >= 0) {
                    twins.remove(at);
                    i.remove();
                }
            }
        }
    }

    private int indexOf(Arrived first) {
        for (int i = 0; i < twins.size(); i++) {
            if (first.is(twins.get(i))) {
                return i;
            }
        }
        return -1;
    }
}
