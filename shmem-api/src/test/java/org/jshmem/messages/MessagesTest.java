package org.jshmem.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jshmem.IndexedBlocks;
import org.jshmem.SharedLongs;
import org.jshmem.ShmemTeam;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Recorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** What messages in segments, and those without elements, ask of the runtime. */
@Timeout(60)
class MessagesTest {
    private static final int BYTES = 24;

    private final Messages messages = Messages.on((ShmemTeam) Recorder.of(ShmemTeam.class));
    private final MemorySegment segment = MemorySegment.ofArray(new byte[BYTES]);
    private final MemorySegment other = MemorySegment.ofArray(new byte[BYTES - 1]);
    private final Envelope envelope = new Envelope();

    private static void requireAsked(String name, Object result, Object... arguments) {
        final Recorder.Call call = Recorder.calls().getLast();
        assertEquals(name, call.name());
        assertEquals(Arrays.asList(arguments), call.arguments());
        assertEquals(call.result(), result);
    }

    @Test
    void shouldSendAndReceiveSegments() {
        messages.send(segment, 3, 21, 5, 7);
        requireAsked("send", null, segment, 3L, 21L, null, 5, 7, false);
        messages.send(segment, 5, 7);
        requireAsked("send", null, segment, 0L, 24L, null, 5, 7, false);
        messages.ssend(segment, 3, 21, 5, 7);
        requireAsked("send", null, segment, 3L, 21L, null, 5, 7, true);
        messages.ssend(segment, 5, 7);
        requireAsked("send", null, segment, 0L, 24L, null, 5, 7, true);
        requireAsked("isend", messages.isend(segment, 3, 21, 5, 7), segment, 3L, 21L, null, 5, 7);
        requireAsked("isend", messages.isend(segment, 5, 7), segment, 0L, 24L, null, 5, 7);
        requireAsked("recv", messages.recv(segment, 3, 21, 5, 7, envelope), segment, 3L, 21L, null, 5, 7, envelope);
        requireAsked("recv", messages.recv(segment, 5, 7), segment, 0L, 24L, null, 5, 7, null);
        requireAsked("irecv", messages.irecv(segment, 3, 21, 5, 7), segment, 3L, 21L, null, 5, 7);
        requireAsked("irecv", messages.irecv(segment, 5, 7), segment, 0L, 24L, null, 5, 7);
        requireAsked(
                "sendrecv",
                messages.sendrecv(segment, 5, 7, other, 9, 11),
                segment,
                0L,
                24L,
                5,
                7,
                other,
                0L,
                23L,
                9,
                11,
                null);
    }

    @Test
    void shouldSendAndReceiveBlocksOfBytes() {
        final IndexedBlocks blocks = IndexedBlocks.of(new long[] {20, 3}, new long[] {4, 5});
        messages.send(segment, blocks, 5, 7);
        final Object memory = indexed(blocks);
        requireAsked("send", null, memory, 0L, 9L, null, 5, 7, false);
        final Request sent = messages.isend(segment, blocks, 5, 7);
        requireAsked("isend", sent, indexed(blocks), 0L, 9L, null, 5, 7);
        final long received = messages.recv(segment, blocks, 5, 7);
        requireAsked("recv", received, indexed(blocks), 0L, 9L, null, 5, 7, null);
        final Request receive = messages.irecv(segment, blocks, 5, 7);
        requireAsked("irecv", receive, indexed(blocks), 0L, 9L, null, 5, 7);
        final IndexedBlocks tooFar = IndexedBlocks.range(20, 5);
        for (Executable call : List.<Executable>of(
                () -> messages.send(segment, tooFar, 5, 7),
                () -> messages.isend(segment, tooFar, 5, 7),
                () -> messages.recv(segment, tooFar, 5, 7),
                () -> messages.irecv(segment, tooFar, 5, 7))) {
            requireRefused(IndexOutOfBoundsException.class, call);
        }
        requireRefused(NullPointerException.class, () -> messages.send(segment, (IndexedBlocks) null, 5, 7));
    }

    /** The memory that the call before the last has made. */
    private Object indexed(IndexedBlocks blocks) {
        final Recorder.Call call = Recorder.calls().get(Recorder.calls().size() - 2);
        assertEquals("indexed", call.name());
        assertEquals(List.of(segment, 0L, blocks, 1), call.arguments());
        return call.result();
    }

    private static void requireRefused(Class<? extends RuntimeException> kind, Executable call) {
        final int before = Recorder.calls().size();
        assertThrows(kind, call);
        assertEquals(before, Recorder.calls().size(), "nothing is asked of the runtime");
    }

    @Test
    void shouldRefuseSegmentsThatDoNotFit() {
        final Class<IndexOutOfBoundsException> outside = IndexOutOfBoundsException.class;
        for (long[] range : new long[][] {{-1, 1}, {0, 25}, {24, 1}, {1, -1}}) {
            requireRefused(outside, () -> messages.send(segment, range[0], range[1], 5, 7));
            requireRefused(outside, () -> messages.ssend(segment, range[0], range[1], 5, 7));
            requireRefused(outside, () -> messages.isend(segment, range[0], range[1], 5, 7));
            requireRefused(outside, () -> messages.recv(segment, range[0], range[1], 5, 7, null));
            requireRefused(outside, () -> messages.irecv(segment, range[0], range[1], 5, 7));
        }
        final MemorySegment constant = segment.asReadOnly();
        final Class<IllegalArgumentException> isWrong = IllegalArgumentException.class;
        messages.send(constant, 5, 7);
        requireRefused(isWrong, () -> messages.recv(constant, 5, 7));
        requireRefused(isWrong, () -> messages.irecv(constant, 0, 1, 5, 7));
        requireRefused(isWrong, () -> messages.recv(constant, IndexedBlocks.range(0, 1), 5, 7));
        requireRefused(isWrong, () -> messages.irecv(constant, IndexedBlocks.range(0, 1), 5, 7));
        requireRefused(isWrong, () -> messages.sendrecv(segment, 5, 7, constant, 5, 7));
        final Class<NullPointerException> isNull = NullPointerException.class;
        requireRefused(isNull, () -> messages.send((MemorySegment) null, 5, 7));
        requireRefused(isNull, () -> messages.sendrecv(null, 5, 7, segment, 5, 7));
        requireRefused(isNull, () -> messages.sendrecv(segment, 5, 7, null, 5, 7));
        requireRefused(isNull, () -> messages.visit(5, 7, null));
        requireRefused(isNull, () -> messages.give(null, 5, 7));
        requireRefused(isNull, () -> Messages.on(null));
    }

    @Test
    void shouldPassOnWhatHasNoElements() {
        final MessageVisitor visitor = view -> {};
        final BooleanSupplier condition = () -> true;
        messages.visit(5, 7, visitor);
        requireAsked("visit", null, 5, 7, visitor);
        messages.onMessage(7, visitor);
        requireAsked("handle", null, 7, visitor);
        messages.onMessage(7, null);
        requireAsked("handle", null, 7, null);
        messages.handleUntil(condition);
        requireAsked("handleUntil", null, condition);
        messages.probe(5, 7, envelope);
        assertEquals(List.of(5, 7, envelope, true), Recorder.calls().getLast().arguments());
        requireAsked("probe", messages.iprobe(5, 7, envelope), 5, 7, envelope, false);
        requireAsked("progress", messages.progress());
        requireAsked("descriptor", messages.descriptor());
        requireAsked("myPe", messages.myPe());
        requireAsked("nPes", messages.nPes());
        final SharedLongs array = SharedLongs.allocate(3);
        messages.give(array, 5, 7);
        assertEquals("give", Recorder.calls().getLast().name());
        final List<Object> arguments = Recorder.calls().getLast().arguments();
        assertEquals(24, ((Allocation) arguments.get(0)).bytes);
        assertEquals(List.of(5, 7), arguments.subList(1, 3));
        messages.close();
        requireAsked("close", null);
    }

    @Test
    void shouldDescribeAMessage() {
        assertEquals(-1, Messages.ANY_PE);
        assertEquals(-1, Messages.ANY_TAG);
        assertEquals(-2, Messages.PE_NONE);
        assertEquals(Messages.PE_NONE, envelope.source());
        assertEquals(0, envelope.nelems());
        envelope.set(3, 5, 26, null);
        assertEquals(26, envelope.nelems());
        assertEquals("message of PE 3 with tag 5, 26 bytes", envelope.toString());
        envelope.set(3, 5, 1L << 40, ElementKind.SHORT);
        assertEquals(1L << 39, envelope.nelems());
        assertEquals(1L << 40, envelope.bytes());
        assertSame(ElementKind.SHORT, envelope.type());
        assertEquals("message of PE 3 with tag 5, 549755813888 elements of type SHORT", envelope.toString());
        final MessageView view = new MessageView(segment);
        assertSame(view.envelope(), view.show(4));
        view.envelope().set(3, 5, 26, null);
        assertEquals(3, view.source());
        assertEquals(5, view.tag());
        assertEquals(26, view.bytes());
        assertEquals(view.envelope().toString(), view.toString());
        assertFalse(view.toString().isEmpty());
        assertTrue(view.toString().endsWith("26 bytes"));
    }
}
