package org.jshmem.internal.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jshmem.heap.Memory;
import org.jshmem.spi.ElementKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The packets from PE 0 to PE 1, which is on another node. */
@Timeout(60)
class RemoteMessagesTest {
    private static final int TAG = 1 << 30;
    private static final long FAR = 3L << 30;

    private final MessageJob job = new MessageJob(false, 0, 1);
    private final MessageSpace space = job.open()[0];
    private final MessageSpace other = job.open()[0];
    private final RemoteMessages sender = job.remote(0);
    private final RemoteMessages receiver = job.remote(1);

    RemoteMessagesTest() throws Exception {}

    @AfterEach
    void end() {
        job.close();
    }

    private MessageRequest send(MessageSpace of, Object memory, long start, long bytes) {
        return new MessageRequest(null, false)
                .of(of, MessageRequest.Use.SEND, memory, start, bytes, ElementKind.INT, 1, TAG)
                .begin();
    }

    private long arrived() {
        assertTrue(receiver.hasArrived());
        final PrivateBuffer packet = receiver.next();
        receiver.give(packet);
        return packet.address();
    }

    private static void assertHeader(int type, MessageRequest request, long packet) {
        assertEquals(type, Memory.get32(packet + RemoteMessages.TYPE));
        assertEquals(request.space.id(), Memory.get32(packet + RemoteMessages.SPACE));
        assertEquals(0, Memory.get32(packet + RemoteMessages.SOURCE));
        assertEquals(0, Memory.get32(packet + RemoteMessages.SENDER));
        assertEquals(TAG, Memory.get32(packet + RemoteMessages.TAG));
        assertEquals(request.kind, Memory.get32(packet + RemoteMessages.KIND));
        assertEquals(request.bytes, Memory.get64(packet + RemoteMessages.BYTES));
        assertEquals(request.id, Memory.get64(packet + RemoteMessages.ID));
    }

    @Test
    void shouldNumberTheRequestsUnderWay() {
        final List<MessageRequest> requests = new ArrayList<>();
        final Set<Long> ids = new HashSet<>();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 20; i++) {
                requests.add(send(space, null, 0, 8));
                ids.add(sender.register(requests.getLast()));
            }
            for (MessageRequest request : requests) {
                assertSame(request, sender.find(request.id));
            }
            for (int i = requests.size() - 1; i >= 0; i -= 2) {
                final MessageRequest ended = requests.remove(i);
                final long id = ended.id;
                sender.unregister(ended);
                sender.unregister(ended);
                assertEquals(0, ended.id);
                assertNull(sender.find(id));
            }
        }
        assertEquals(60, ids.size());
        assertFalse(ids.contains(0L));
        assertNull(sender.find(1L << 32 | 1 << 20), "a place that there is not");
    }

    @Test
    void shouldForgetTheRequestsOfASpaceExceptGifts() {
        final MessageRequest own = send(space, null, 0, 8);
        final MessageRequest ofOther = send(other, null, 0, 8);
        final MessageRequest gift = send(space, null, 0, 8);
        gift.given = job.blocks[0].allocate(ElementKind.BYTE, 8, 0);
        for (MessageRequest request : List.of(own, ofOther, gift)) {
            sender.register(request);
        }
        final List<MessageRequest> dropped = new ArrayList<>();
        sender.dropAllOf(space, request -> {
            assertNotEquals(0, request.id);
            dropped.add(request);
        });
        assertEquals(List.of(own), dropped);
        assertEquals(0, own.id);
        assertSame(ofOther, sender.find(ofOther.id));
        assertSame(gift, sender.find(gift.id));
    }

    @Test
    void shouldPutAMessageIntoAPacket() {
        assertEquals(2000, sender.mostData());
        final MessageRequest request = send(space, new int[] {0, 5, 6}, 1, 8);
        sender.register(request);
        assertFalse(receiver.hasArrived());
        sender.sendMessage(request, 1);
        final long packet = arrived();
        assertFalse(receiver.hasArrived());
        assertHeader(RemoteMessages.MESSAGE, request, packet);
        assertEquals(6L << 32 | 5, Memory.get64(packet + RemoteMessages.DATA_START));
    }

    /** The receiver can read memory only if all PEs know it. */
    @Test
    void shouldOfferAMessageWithThePlaceOfItsData() {
        final MessageRequest inHeap = send(space, null, job.heaps[0] + 8, 5L << 30);
        final MessageRequest elsewhere = send(space, null, job.heaps[0] + MessageJob.USED_BYTES, 8);
        final MessageRequest inArray = send(space, new int[2], 0, 8);
        final long[] places = {8, OfferedMemory.ELSEWHERE, OfferedMemory.ELSEWHERE};
        int i = 0;
        for (MessageRequest request : List.of(inHeap, elsewhere, inArray)) {
            sender.register(request);
            sender.sendOffer(request, 1);
            sender.withdraw(request, 1);
            final long offer = arrived();
            assertHeader(RemoteMessages.OFFER, request, offer);
            assertEquals(places[i++], Memory.get64(offer + RemoteMessages.PLACE));
            assertHeader(RemoteMessages.WITHDRAWAL, request, arrived());
        }
    }

    @Test
    void shouldAnswerWithBothNumbers() {
        sender.answer(RemoteMessages.PULL, 1, FAR + 1, FAR + 2);
        final long packet = arrived();
        assertEquals(RemoteMessages.PULL, Memory.get32(packet + RemoteMessages.TYPE));
        assertEquals(0, Memory.get32(packet + RemoteMessages.SOURCE));
        assertEquals(FAR + 1, Memory.get64(packet + RemoteMessages.ID));
        assertEquals(FAR + 2, Memory.get64(packet + RemoteMessages.OWN));
    }

    /** Of a message of which more than 2^31 bytes have been sent. */
    @Test
    void shouldSendAWindowOfPackets() {
        final int data = 2000;
        final int bytes = RemoteMessages.WINDOW * data + 100;
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment source = arena.allocate(bytes, 8);
            for (int i = 0; i < bytes; i++) {
                source.set(ValueLayout.JAVA_BYTE, i, (byte) (i / 7));
            }
            final MessageRequest request = send(space, null, source.address() - FAR, FAR + bytes);
            request.doneBytes = FAR;
            request.partnerId = 77;
            sender.sendData(request, 1);
            assertEquals(FAR + RemoteMessages.WINDOW * data, request.doneBytes);
            sender.sendData(request, 1);
            assertEquals(FAR + bytes, request.doneBytes);
            for (long done = 0; done < bytes; done += data) {
                final long packet = arrived();
                assertEquals(RemoteMessages.DATA, Memory.get32(packet + RemoteMessages.TYPE));
                assertEquals(77, Memory.get64(packet + RemoteMessages.ID));
                assertEquals(FAR + done, Memory.get64(packet + RemoteMessages.OFFSET));
                final long size = Math.min(data, bytes - done);
                final MemorySegment sent = Memory.ALL.asSlice(packet + RemoteMessages.DATA_START, size);
                assertEquals(-1, sent.mismatch(source.asSlice(done, size)));
            }
            assertFalse(receiver.hasArrived());
        }
    }

    @Test
    void shouldTellTheReceiverThatTheDataCannotBeRead() {
        final MemorySegment closed;
        try (Arena arena = Arena.ofShared()) {
            closed = arena.allocate(8);
        }
        final MessageRequest request = send(space, closed, 0, 8);
        request.partnerId = 77;
        sender.sendData(request, 1);
        assertTrue(request.isDone);
        assertInstanceOf(IllegalStateException.class, request.failure);
        final long packet = arrived();
        assertEquals(RemoteMessages.FAILED, Memory.get32(packet + RemoteMessages.TYPE));
        assertEquals(77, Memory.get64(packet + RemoteMessages.ID));
    }
}
