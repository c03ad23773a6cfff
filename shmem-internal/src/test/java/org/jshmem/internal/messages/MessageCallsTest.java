package org.jshmem.internal.messages;

import static org.jshmem.internal.messages.MessageEngineTest.TAG;
import static org.jshmem.internal.messages.MessageEngineTest.content;
import static org.jshmem.internal.messages.MessageEngineTest.receiveAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jshmem.IndexedBlocks;
import org.jshmem.heap.Memory;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.MessageKernel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The arguments of calls, the states of requests, and how both are reported; PE 0 sends to PE 1. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MessageCallsTest {
    private static final ElementKind BYTE = ElementKind.BYTE;

    private final MessageJob job = new MessageJob(false, 0, 0);
    private final MessageSpace[] spaces = job.open();
    private final MessageSpace space = spaces[0];

    MessageCallsTest() throws Exception {}

    @AfterEach
    void end() {
        job.close();
    }

    interface Call {
        Object with(MessageSpace space, int pe, int tag);
    }

    private static Arguments call(String name, boolean isReceive, Call call) {
        return Arguments.of(Named.of(name, call), isReceive);
    }

    private static byte[] memory() {
        return new byte[8];
    }

    private static Stream<Arguments> calls() {
        return Stream.of(
                call("send", false, (space, pe, tag) -> {
                    space.send(memory(), 0, 8, BYTE, pe, tag, false);
                    return null;
                }),
                call("ssend", false, (space, pe, tag) -> {
                    space.send(memory(), 0, 8, BYTE, pe, tag, true);
                    return null;
                }),
                call("isend", false, (space, pe, tag) -> space.isend(memory(), 0, 8, BYTE, pe, tag)),
                call("sendInit", false, (space, pe, tag) -> space.sendInit(memory(), 0, 8, BYTE, pe, tag)),
                call(
                        "sendrecv to",
                        false,
                        (space, pe, tag) ->
                                space.sendrecv(memory(), 0, 8, pe, tag, memory(), 0, 8, Messages.PE_NONE, 0, BYTE)),
                call("recv", true, (space, pe, tag) -> space.recv(memory(), 0, 8, BYTE, pe, tag, null)),
                call("irecv", true, (space, pe, tag) -> space.irecv(memory(), 0, 8, BYTE, pe, tag)),
                call("recvInit", true, (space, pe, tag) -> space.recvInit(memory(), 0, 8, BYTE, pe, tag)),
                call(
                        "sendrecv from",
                        true,
                        (space, pe, tag) ->
                                space.sendrecv(memory(), 0, 8, Messages.PE_NONE, 0, memory(), 0, 8, pe, tag, BYTE)),
                call("take", true, (space, pe, tag) -> space.take(BYTE, pe, tag, null)),
                call("visit", true, (space, pe, tag) -> {
                    space.visit(pe, tag, view -> {});
                    return null;
                }),
                call("probe", true, (space, pe, tag) -> space.probe(pe, tag, null, true)));
    }

    private static void assertRefused(String message, Executable call) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void shouldRefusePesAndTagsThatThereAreNot(Call call, boolean isReceive) {
        final String pes = " is not a PE of this team, whose PEs are 0 to 1; "
                + (isReceive ? "ANY_PE and PE_NONE are allowed, too" : "PE_NONE is allowed, too");
        for (int pe : isReceive ? new int[] {2, 1000, -3} : new int[] {2, 1000, -1, -3}) {
            assertRefused("pe=" + pe + pes, () -> call.with(space, pe, TAG));
        }
        for (int tag : isReceive ? new int[] {-2, Integer.MIN_VALUE} : new int[] {-1, Integer.MIN_VALUE}) {
            final String message = "tag=" + tag + " must be 0 or more" + (isReceive ? ", or ANY_TAG" : "");
            assertRefused(message, () -> call.with(space, 1, tag));
            assertRefused(message, () -> call.with(space, Messages.PE_NONE, tag));
        }
        assertRefused("tag=-2 must be 0 or more, or ANY_TAG", () -> space.handle(-2, view -> {}));
        final Object result = call.with(space, Messages.PE_NONE, TAG);
        if (result instanceof Request request && !request.isPersistent()) {
            assertTrue(request.test(null));
        } else if (result instanceof Number received) {
            assertEquals(0, received.longValue());
        }
        assertTrue(spaces[1].isIdle() && space.isIdle());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void shouldRefuseEachCallAfterTheEnd(Call call, boolean isReceive) throws Exception {
        job.close(spaces);
        for (Executable refused : new Executable[] {
            () -> call.with(space, isReceive ? Messages.ANY_PE : 1, TAG),
            () -> call.with(space, Messages.PE_NONE, TAG),
            space::progress,
            space::descriptor,
            () -> space.handle(TAG, view -> {}),
            () -> space.handleUntil(() -> true)
        }) {
            assertEquals(
                    "these messages were closed; make new ones by Messages.on",
                    assertThrows(IllegalStateException.class, refused).getMessage());
        }
    }

    @Test
    void shouldProbeNobody() {
        final Envelope envelope = new Envelope();
        envelope.set(1, 2, 3, BYTE);
        assertTrue(space.probe(Messages.PE_NONE, TAG, envelope, false));
        assertEquals(Messages.PE_NONE, envelope.source());
        assertEquals(Messages.ANY_TAG, envelope.tag());
        assertEquals(0, envelope.bytes());
        assertFalse(space.probe(1, TAG, envelope, false));
    }

    @ParameterizedTest
    @CsvSource({"0, 3, PE 0, tag 3", "-1, 3, any PE, tag 3", "1, -1, PE 1, any tag"})
    void shouldDescribeAReceiveThatWaits(int pe, int tag, String partner, String label) {
        final Request receive = spaces[1].irecv(memory(), 0, 8, BYTE, pe, tag);
        assertEquals(
                "a message of " + partner + " with " + label + "; unexpected: none",
                ((MessageRequest) receive).describe(0));
        assertTrue(receive.cancel());
    }

    @Test
    void shouldDescribeASendThatWaits() {
        final MessageRequest send = MessageEngineTest.send(job, space, memory(), 0, 8, true);
        assertEquals("PE 1 to receive the message with tag 3, 8 bytes", send.describe(0));
        assertEquals("messages to handle", space.describe(0));
        assertEquals(8, spaces[1].recv(memory(), 0, 8, BYTE, 0, TAG, null));
        assertTrue(send.test(null));
    }

    @ParameterizedTest
    @CsvSource({
        "4, BYTE, is larger than the 4 bytes that it is received into; it can still be received",
        "8, DOUBLE, 'has elements of type byte, and is received as double; it can still be received'"
    })
    void shouldRefuseAMessageThatDoesNotFit(int bytes, ElementKind type, String reason) {
        space.send(content(8, 1), 0, 8, BYTE, 1, TAG, false);
        final String message = "the message with tag 3 of PE 0 (8 bytes) " + reason;
        assertRefused(message, () -> spaces[1].recv(memory(), 0, bytes, type, 0, TAG, null));
        assertRefused(message, spaces[1].irecv(memory(), 0, bytes, type, 0, TAG)::await);
        final byte[] received = memory();
        assertEquals(8, spaces[1].recv(received, 0, 8, null, 0, TAG, null), "bytes suit any type");
        assertArrayEquals(content(8, 1), received);
    }

    /** Bytes suit any type of whose elements they are a whole number. */
    @ParameterizedTest
    @CsvSource({"12, DOUBLE", "7, INT", "3, SHORT", "1, LONG"})
    void shouldRefuseAPartOfAnElement(int bytes, ElementKind type) {
        space.send(content(bytes, 1), 0, bytes, null, 1, TAG, false);
        final String message = "the message with tag 3 of PE 0 (" + bytes
                + " bytes) is no whole number of elements of type "
                + type.name().toLowerCase(Locale.ROOT)
                + "; it can still be received";
        assertRefused(message, () -> spaces[1].recv(new byte[16], 0, 16, type, 0, TAG, null));
        assertRefused(message, spaces[1].irecv(new byte[16], 0, 16, type, 0, TAG)::await);
        assertRefused(message, () -> spaces[1].take(type, 0, TAG, null));
        assertEquals(bytes, spaces[1].recv(new byte[16], 0, 16, BYTE, 0, TAG, null));
    }

    private static void assertNotNow(String message, Executable call) {
        assertEquals(message, assertThrows(IllegalStateException.class, call).getMessage());
    }

    @Test
    void shouldCompleteARequestOnce() {
        final Request receive = spaces[1].irecv(memory(), 0, 8, BYTE, 0, TAG);
        final String underWay = "this request is under way; complete it before it is closed";
        assertNotNow(underWay, receive::close);
        assertNotNow("only a request of sendInit or recvInit can be started", receive::start);
        assertTrue(receive.isUnderWay());
        assertFalse(receive.isPersistent());
        space.send(memory(), 0, 8, BYTE, 1, TAG, false);
        receive.await();
        final String again = "this request was completed before; make a new one";
        assertNotNow(again, receive::await);
        assertNotNow(again, () -> receive.test(null));
        assertNotNow(again, receive::cancel);
        receive.close();
    }

    @Test
    void shouldStartAPersistentRequestAgain() {
        final byte[] received = memory();
        final Request receive = spaces[1].recvInit(received, 0, 8, BYTE, 0, TAG);
        assertTrue(receive.isPersistent());
        for (int round = 0; round < 3; round++) {
            assertFalse(receive.isUnderWay());
            final String none = "this request is not under way: start it first";
            assertNotNow(none, receive::await);
            assertNotNow(none, receive::cancel);
            receive.start();
            assertTrue(receive.isUnderWay());
            assertNotNow("this request is under way; complete it before it is started again", receive::start);
            assertNotNow("this request is under way; complete it before it is closed", receive::close);
            final int bytes = round == 1 ? 9 : 8;
            space.send(content(bytes, round), 0, bytes, BYTE, 1, TAG, false);
            if (round == 1) {
                assertThrows(IllegalArgumentException.class, receive::await);
                assertEquals(9, spaces[1].recv(new byte[9], 0, 9, BYTE, 0, TAG, null));
            } else {
                final Envelope envelope = new Envelope();
                receive.await(envelope);
                assertEquals(8, envelope.bytes());
                assertEquals(BYTE, envelope.type());
                assertEquals(TAG, envelope.tag());
                assertArrayEquals(content(8, round), received);
            }
        }
        receive.close();
    }

    /** A program that uses the same blocks again allocates nothing; eight are remembered. */
    @Test
    void shouldRememberTheLastIndexedBlocks() {
        final byte[] array = new byte[64];
        final IndexedBlocks blocks = IndexedBlocks.range(0, 8);
        final List<Object> known = new ArrayList<>();
        for (int start = 0; start < 8; start++) {
            known.add(space.indexed(array, start, blocks, 1));
        }
        for (int start = 0; start < 8; start++) {
            assertSame(known.get(start), space.indexed(array, start, blocks, 1));
        }
        final Object ninth = space.indexed(array, 8, blocks, 1);
        assertSame(ninth, space.indexed(array, 8, blocks, 1));
        assertSame(known.get(1), space.indexed(array, 1, blocks, 1));
        assertNotSame(known.get(0), space.indexed(array, 0, blocks, 1));
        assertNotSame(ninth, space.indexed(array, 8, IndexedBlocks.range(0, 8), 1));
        assertNotSame(ninth, space.indexed(new byte[64], 8, blocks, 1));
        assertNotSame(ninth, space.indexed(array, 8, blocks, 2));
    }

    /** More than there is room for at first, of two spaces, one of which an exception closes. */
    @Test
    void shouldPassManyLargeMessagesAtATime() throws Exception {
        final int bytes = 400_000;
        final MessageSpace[] closed = job.open();
        final List<MessageRequest> sends = new ArrayList<>();
        final List<Request> receives = new ArrayList<>();
        final List<byte[]> received = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            final MessageSpace[] of = i % 3 == 1 ? closed : spaces;
            received.add(new byte[bytes]);
            receives.add(of[1].irecv(received.get(i), 0, bytes, BYTE, 0, TAG));
            sends.add(MessageEngineTest.send(job, of[0], content(bytes, i), 0, bytes, i % 2 == 0));
        }
        job.progress(1);
        job.closeByException(1, closed);
        for (int i = 0; i < 12; i++) {
            final Request receive = receives.get(i);
            if (i % 3 == 1) {
                assertThrows(IllegalStateException.class, () -> receive.test(null));
                MessageEngineTest.end(job, sends.get(i), null);
            } else {
                MessageEngineTest.end(job, sends.get(i), receive);
                assertArrayEquals(content(bytes, i), received.get(i), "message " + i);
            }
        }
        assertEquals(2, job.engines[1].use().spaces(), "others may still send");
        closed[0].close();
        assertEquals(1, job.engines[0].use().spaces());
        receiveAll(job, spaces);
    }

    /** It may be another thread that copies. */
    @Test
    void shouldRefuseMemoryOfOneThreadWhereSeveralMayCall() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment confined = arena.allocate(8);
            final Request early = space.irecv(confined, 0, 8, null, 1, TAG);
            assertTrue(early.cancel());
            final Request init = space.recvInit(confined, 0, 8, null, 1, TAG);
            job.engines[0].allowThreads();
            final Object blocks = space.indexed(confined, 0, IndexedBlocks.range(0, 8), 1);
            for (Executable call : new Executable[] {
                () -> space.irecv(confined, 0, 8, null, 1, TAG),
                () -> space.isend(confined, 0, 8, null, 1, TAG),
                () -> space.irecv(blocks, 0, 8, null, 1, TAG),
                init::start
            }) {
                final String message =
                        assertThrows(IllegalArgumentException.class, call).getMessage();
                assertTrue(message.contains("use Arena.ofShared or ofAuto, or a call that waits"), message);
            }
            assertFalse(init.isUnderWay());
            assertTrue(space.irecv(memory(), 0, 8, null, 1, TAG).cancel());
            assertTrue(
                    space.irecv(Arena.ofAuto().allocate(8), 0, 8, null, 1, TAG).cancel());
            spaces[1].send(new long[] {7}, 0, 8, ElementKind.LONG, 0, TAG, false);
            assertEquals(8, space.recv(confined, 0, 8, null, 1, TAG, null));
            assertEquals(7, confined.get(ValueLayout.JAVA_LONG, 0));
            space.send(confined, 0, 8, null, 1, TAG, false);
            final long[] back = new long[1];
            assertEquals(8, spaces[1].recv(back, 0, 8, ElementKind.LONG, 0, TAG, null));
            assertEquals(7, back[0]);
        }
    }

    private void sendNumber(int number, int tag) {
        space.send(new byte[] {(byte) number}, 0, 1, BYTE, 1, tag, false);
    }

    private void assertReceives(int number, int tag) {
        final byte[] received = new byte[1];
        assertEquals(1, spaces[1].recv(received, 0, 1, BYTE, 0, tag, null));
        assertEquals(number, received[0]);
    }

    /** A handler gets what has come before it was set; what it has not had when it is removed can be received. */
    @Test
    void shouldHandMessagesOnWhenAHandlerComesOrGoes() {
        final List<Integer> handled = new ArrayList<>();
        sendNumber(1, TAG);
        sendNumber(2, TAG + 1);
        sendNumber(3, TAG);
        job.progress(1);
        spaces[1].handle(TAG, view -> handled.add((int) view.getByte(0)));
        assertTrue(spaces[1].progress());
        assertEquals(List.of(1, 3), handled);
        sendNumber(4, TAG);
        sendNumber(5, TAG + 1);
        sendNumber(6, TAG);
        job.progress(1);
        spaces[1].handle(TAG, null);
        assertFalse(spaces[1].progress());
        assertReceives(4, TAG);
        assertReceives(2, TAG + 1);
        assertReceives(5, TAG + 1);
        assertReceives(6, TAG);
        assertEquals(List.of(1, 3), handled);
    }

    /** Whether it has come before, or comes later; its sender need not wait for anybody. */
    @ParameterizedTest
    @CsvSource({"0, false", "0, true", "1, false", "1, true"})
    void shouldDiscardOneMessageOfATag(int node, boolean isLate) throws Exception {
        try (MessageJob other = new MessageJob(false, 0, node)) {
            final MessageSpace[] of = other.open();
            for (int bytes : new int[] {8, 900, 4000, 100_000}) {
                if (isLate) {
                    of[1].handle(TAG, MessageKernel.DISCARD);
                }
                final MessageRequest first = MessageEngineTest.send(other, of[0], content(bytes, 1), 0, bytes, true);
                other.progress(1);
                if (!isLate) {
                    of[1].handle(TAG, MessageKernel.DISCARD);
                }
                MessageEngineTest.end(other, first, null);
                final byte[] received = new byte[bytes];
                final MessageRequest second = MessageEngineTest.send(other, of[0], content(bytes, 2), 0, bytes, true);
                MessageEngineTest.end(other, second, of[1].irecv(received, 0, bytes, BYTE, 0, TAG));
                assertArrayEquals(content(bytes, 2), received);
                assertTrue(of[1].isIdle());
            }
            other.close(of);
        }
    }

    /** In a team in which PE 0 of the job is PE 1. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldUseTheNumbersOfTheTeam(int node) throws Exception {
        try (MessageJob other = new MessageJob(false, 0, node)) {
            final MessageSpace[] of = other.openReversed();
            assertEquals(1, of[0].myPe());
            assertEquals(2, of[0].nPes());
            for (int bytes : new int[] {8, 900, 4000, 100_000}) {
                final byte[] received = new byte[bytes];
                final Request receive = of[1].irecv(received, 0, bytes, BYTE, 1, TAG);
                final String sender = "PE 1 of the team, PE 0 of the job,";
                assertEquals(
                        "a message of " + sender + " with tag 3; unexpected: none",
                        ((MessageRequest) receive).describe(0));
                final MessageRequest send = other.engines[0]
                        .requests
                        .take()
                        .of(of[0], MessageRequest.Use.SEND, content(bytes, 1), 0, bytes, BYTE, 0, TAG);
                send.isSynchronous = true;
                other.engines[0].start(send);
                MessageEngineTest.end(other, send, receive);
                assertArrayEquals(content(bytes, 1), received);
            }
            final Allocation gift = other.blocks[0].allocate(BYTE, 100, 0);
            final Envelope envelope = new Envelope();
            of[0].give(gift, 0, TAG);
            final Allocation taken = other.blocks[1].find(BYTE, of[1].take(BYTE, 1, TAG, envelope));
            assertEquals(100, taken.bytes);
            assertEquals(1, envelope.source());
            assertEquals(BYTE, envelope.type());
            other.blocks[1].free(taken);
            other.progress(0);
            other.close(of);
        }
    }

    /** Whoever takes it frees it; nobody else can. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldFreeABlockThatIsNotTaken(int node) throws Exception {
        try (MessageJob other = new MessageJob(false, 0, node)) {
            final MessageSpace[] of = other.open();
            final long used = other.usedBlocks();
            for (boolean isVisit : new boolean[] {false, true}) {
                for (int bytes : new int[] {100, 100_000}) {
                    final Allocation gift = other.blocks[0].allocate(BYTE, bytes, 0);
                    Memory.put8(gift.address + bytes - 1, (byte) 5);
                    of[0].give(gift, 1, TAG);
                    final byte[] received = new byte[bytes];
                    if (isVisit) {
                        of[1].visit(0, TAG, view -> received[bytes - 1] = view.getByte(bytes - 1));
                    } else {
                        assertEquals(bytes, of[1].recv(received, 0, bytes, BYTE, 0, TAG, null));
                    }
                    assertEquals(5, received[bytes - 1]);
                    other.progress(0);
                    assertEquals(used, other.usedBlocks());
                }
            }
            other.close(of);
        }
    }

    @Test
    void shouldTakeNothingOfAMessageWithoutData() {
        space.send(memory(), 0, 0, BYTE, 1, TAG, false);
        final Envelope envelope = new Envelope();
        assertEquals(0, spaces[1].take(BYTE, 0, TAG, envelope));
        assertEquals(0, envelope.source());
        assertEquals(0, envelope.bytes());
    }
}
