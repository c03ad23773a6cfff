package org.jshmem.internal.messages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jshmem.IndexedBlocks;
import org.jshmem.ShmemException;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.Memory;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.jshmem.testing.PeThreads;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of PEs in one process, in an order that a test decides. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MessageEngineTest {
    static final int TAG = 3;

    /**
     * One slot, several slots, a copy, a packet, several packets, pieces or blocks, and more than a window of packets.
     */
    private static final int[] SIZES = {1000, 488, 8, 480, 2000, 4096, 4104, 20_000, 70_000, 200_000};

    /** More messages than a ring has slots, and records. */
    private static final int MANY = 600;

    static byte[] content(int bytes, int seed) {
        final byte[] content = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            content[i] = (byte) (i * 7 + (i >> 9) + seed);
        }
        return content;
    }

    static MessageRequest send(
            MessageJob job, MessageSpace space, Object memory, long start, long bytes, boolean isSynchronous) {
        final MessageRequest request = job.engines[0]
                .requests
                .take()
                .of(space, MessageRequest.Use.SEND, memory, start, bytes, ElementKind.BYTE, 1, TAG);
        request.isSynchronous = isSynchronous;
        job.engines[0].start(request);
        return request;
    }

    /** Has two PEs take turns until a request of each is done; null for none. */
    static void end(MessageJob job, Request send, Request receive) {
        boolean isSent = send == null;
        boolean isReceived = receive == null;
        for (int turn = 0; turn < 10_000 && !(isSent && isReceived); turn++) {
            isSent = isSent || send.test(null);
            job.progress(0);
            isReceived = isReceived || receive.test(null);
            job.progress(1);
        }
        assertTrue(isSent, "the send is not done");
        assertTrue(isReceived, "the receive is not done");
    }

    /** The memory of a message. */
    private enum Kind {
        ARRAY,
        HEAP,
        SHARED,
        SEGMENT;

        /** Makes memory of a PE, fills it, calls something with it, and returns what is in it then. */
        byte[] use(MessageJob job, int pe, byte[] content, Use use) throws Exception {
            final MemorySegment initial = MemorySegment.ofArray(content);
            switch (this) {
                case ARRAY -> use.with(content, 0);
                case SEGMENT -> use.with(initial, 0);
                case HEAP -> useAddress(job.heaps[pe], initial, use);
                default -> {
                    final Allocation block = job.blocks[pe].allocate(ElementKind.BYTE, content.length, 0);
                    useAddress(block.address, initial, use);
                    job.blocks[pe].free(block);
                }
            }
            return content;
        }

        private static void useAddress(long address, MemorySegment content, Use use) throws Exception {
            Memory.ALL.asSlice(address, content.byteSize()).copyFrom(content);
            use.with(null, address);
            content.copyFrom(Memory.ALL.asSlice(address, content.byteSize()));
        }
    }

    private interface Use {
        void with(Object memory, long start) throws Exception;
    }

    /** Between all kinds of memory, on one node and on two, before and after the receive is posted. */
    @ParameterizedTest
    @CsvSource({"0, false", "0, true", "1, false", "1, true"})
    void shouldDeliverMessagesOfAnySizeBetweenAnyMemory(int node, boolean isPosted) throws Exception {
        try (MessageJob job = new MessageJob(false, 0, node)) {
            final MessageSpace[] spaces = job.open();
            final long used = job.usedBlocks();
            for (int bytes : SIZES) {
                for (Kind from : Kind.values()) {
                    for (Kind to : Kind.values()) {
                        final byte[] expected = content(bytes, from.ordinal() + to.ordinal());
                        final boolean isSynchronous = (from.ordinal() + to.ordinal()) % 2 == 0;
                        final byte[] received = to.use(job, 1, new byte[bytes], (dest, destStart) -> {
                            final Request[] receive = new Request[1];
                            if (isPosted) {
                                receive[0] = spaces[1].irecv(dest, destStart, bytes, ElementKind.BYTE, 0, TAG);
                            }
                            from.use(job, 0, expected.clone(), (source, start) -> {
                                final Request send = send(job, spaces[0], source, start, bytes, isSynchronous);
                                job.progress(1);
                                if (!isPosted) {
                                    receive[0] = spaces[1].irecv(dest, destStart, bytes, ElementKind.BYTE, 0, TAG);
                                }
                                end(job, send, receive[0]);
                            });
                        });
                        assertArrayEquals(expected, received, () -> bytes + " bytes from " + from + " to " + to);
                    }
                }
            }
            assertTrue(spaces[1].isIdle());
            job.close(spaces);
            assertTrue(job.usedBlocks() >= used);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldSendAsBeforeAfterASendOfClosedMemory(int node) throws Exception {
        try (MessageJob job = new MessageJob(false, 0, node)) {
            final MessageSpace[] spaces = job.open();
            final MemorySegment closed;
            try (Arena arena = Arena.ofShared()) {
                closed = arena.allocate(1000);
            }
            for (int bytes : new int[] {8, 1000}) {
                assertThrows(IllegalStateException.class, () -> spaces[0].send(closed, 0, bytes, null, 1, TAG, false));
                assertThrows(
                        IllegalStateException.class,
                        () -> spaces[0].isend(closed, 0, bytes, null, 1, TAG).await());
                job.progress(1);
                spaces[0].send(new long[] {bytes}, 0, 8, ElementKind.LONG, 1, TAG + 1, false);
                final long[] received = new long[1];
                assertEquals(8, spaces[1].recv(received, 0, 8, ElementKind.LONG, 0, TAG + 1, null));
                assertEquals(bytes, received[0]);
            }
        }
    }

    @Test
    void shouldKeepASmallMessageThatCouldNotBeWritten(@TempDir Path directory) throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0);
                Arena arena = Arena.ofShared()) {
            final MessageSpace[] spaces = job.open();
            spaces[0].send(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, 0, 8, null, 1, TAG, false);
            final MemorySegment truncated = truncated(directory, arena);
            final ShmemException fault =
                    assertThrows(ShmemException.class, () -> spaces[1].recv(truncated, 0, 8, null, 0, TAG, null));
            assertTrue(fault.getMessage().startsWith("dest"), fault.getMessage());
            assertThrows(IllegalStateException.class, () -> spaces[1].recv(closedSegment(), 0, 8, null, 0, TAG, null));
            final byte[] received = new byte[8];
            assertEquals(8, spaces[1].recv(received, 0, 8, null, 0, TAG, null));
            assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, received);
        }
    }

    private static MemorySegment closedSegment() {
        try (Arena arena = Arena.ofShared()) {
            return arena.allocate(8);
        }
    }

    private static MemorySegment truncated(Path directory, Arena arena) throws IOException {
        final Path file = Files.createFile(directory.resolve("truncated"));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final MemorySegment segment = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096, arena);
            channel.truncate(0);
            return segment;
        }
    }

    /** The receiver reads the data from the sender's heap, but has no memory for them any more. */
    @Test
    void shouldTellAReceiverWhoseMemoryWasClosedBeforeTheDataAreFetched() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 1)) {
            final MessageSpace[] spaces = job.open();
            final Request receive;
            try (Arena arena = Arena.ofShared()) {
                receive = spaces[1].irecv(arena.allocate(20_000), 0, 20_000, null, 0, TAG);
            }
            final Request send = send(job, spaces[0], null, job.heaps[0], 20_000, false);
            job.progress(1);
            assertThrows(IllegalStateException.class, () -> receive.test(null));
            end(job, send, null);
        }
    }

    /** All kinds of messages reach a PE that has closed their space, and then one that has not. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldDropWhatComesForMessagesThatAnExceptionHasClosed(int node) throws Exception {
        try (MessageJob job = new MessageJob(false, 0, node)) {
            final MessageSpace[] closed = job.open();
            final MessageSpace[] open = job.open();
            job.closeByException(1, closed);
            for (int bytes : SIZES) {
                for (boolean isSynchronous : new boolean[] {false, true}) {
                    end(job, send(job, closed[0], new byte[bytes], 0, bytes, isSynchronous), null);
                    end(job, send(job, closed[0], null, job.heaps[0], bytes, isSynchronous), null);
                }
            }
            final Allocation gift = job.blocks[0].allocate(ElementKind.BYTE, 100, 0);
            closed[0].give(gift, 1, TAG);
            job.progress(1);
            job.progress(0);
            assertThrows(IllegalStateException.class, () -> job.blocks[0].find(ElementKind.BYTE, gift.handle));
            receiveAll(job, open);
            closed[0].close();
            receiveAll(job, open);
        }
    }

    /** Nobody can take it any more. */
    @Test
    void shouldFreeABlockWhoseOfferComesAfterTheEndOfTheMessages() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 1)) {
            final MessageSpace[] spaces = job.open();
            final Allocation gift = job.blocks[0].allocate(ElementKind.BYTE, 10_000, 0);
            final List<Runnable> offers = new ArrayList<>();
            job.late = offers;
            spaces[0].give(gift, 1, TAG);
            job.late = null;
            job.close(spaces);
            assertEquals(1, offers.size());
            offers.getFirst().run();
            job.progress(1);
            job.progress(0);
            assertThrows(IllegalStateException.class, () -> job.blocks[0].find(ElementKind.BYTE, gift.handle));
        }
    }

    /** Messages of every size that wait for their receives. */
    static void receiveAll(MessageJob job, MessageSpace... spaces) {
        final List<MessageRequest> sends = new ArrayList<>();
        for (int bytes : SIZES) {
            sends.add(send(job, spaces[0], content(bytes, bytes), 0, bytes, true));
            job.progress(1);
        }
        for (int i = 0; i < SIZES.length; i++) {
            final byte[] received = new byte[SIZES[i]];
            end(job, sends.get(i), spaces[1].irecv(received, 0, SIZES[i], ElementKind.BYTE, 0, TAG));
            assertArrayEquals(content(SIZES[i], SIZES[i]), received);
        }
    }

    /** What a message is for when half of it has come. */
    enum Half {
        UNMATCHED,
        COPIED,
        HELD
    }

    /** The PE closes its messages when the first slot of two has come. */
    @ParameterizedTest
    @EnumSource
    void shouldDropAMessageOfWhichHalfHasComeWhenItsMessagesAreClosed(Half half) throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] closed = job.open();
            final MessageSpace[] open = job.open();
            final byte[] untouched = content(900, 1);
            final MessageRequest receive = job.engines[1]
                    .requests
                    .take()
                    .of(closed[1], MessageRequest.Use.COPY, untouched, 0, 900, ElementKind.BYTE, 0, TAG);
            if (half != Half.UNMATCHED) {
                receive.use = half == Half.HELD ? MessageRequest.Use.HOLD : MessageRequest.Use.COPY;
                job.engines[1].start(receive);
            }
            final SlotRing ring = job.ring(1);
            final long first = ring.take(2);
            SlotHeader.write(ring.slot(first), closed[0], TAG, ElementKind.BYTE.ordinal(), MessageArea.INLINE, 0, 900);
            Memory.ALL
                    .asSlice(ring.slot(first) + MessageArea.DATA, MessageArea.FIRST_BYTES)
                    .copyFrom(MemorySegment.ofArray(untouched).asSlice(0, MessageArea.FIRST_BYTES));
            ring.publish(first);
            job.progress(1);
            job.close(closed);
            if (half != Half.UNMATCHED) {
                assertThrows(IllegalStateException.class, () -> receive.test(null));
            }
            ring.publish(first + 1);
            job.progress(1);
            assertArrayEquals(content(900, 1), untouched);
            receiveAll(job, open);
        }
    }

    @Test
    void shouldCancelOnlyAReceiveThatNothingHasMatched() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final byte[] received = new byte[8];
            final Request cancelled = spaces[1].irecv(received, 0, 8, ElementKind.BYTE, 0, TAG);
            final Request matched = spaces[1].irecv(received, 0, 8, ElementKind.BYTE, 0, TAG);
            assertTrue(cancelled.cancel());
            assertFalse(cancelled.cancel());
            final Request send = send(job, spaces[0], null, job.heaps[0], 8, true);
            assertFalse(send.cancel());
            job.progress(1);
            assertFalse(matched.cancel());
            final Envelope envelope = new Envelope();
            assertTrue(cancelled.test(envelope));
            assertEquals(Messages.PE_NONE, envelope.source());
            assertTrue(matched.test(envelope));
            assertEquals(0, envelope.source());
            assertTrue(send.test(null));
        }
    }

    @Test
    void shouldNotStartARequestOfClosedMessages() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final Request send = spaces[0].sendInit(new byte[8], 0, 8, ElementKind.BYTE, 1, TAG);
            final Request receive = spaces[1].recvInit(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG);
            job.close(spaces);
            assertThrows(IllegalStateException.class, send::start);
            assertThrows(IllegalStateException.class, receive::start);
            assertFalse(send.isUnderWay() || receive.isUnderWay());
        }
    }

    interface Wait {
        void in(MessageSpace space);
    }

    private static Stream<Named<Wait>> waits() {
        final int other = TAG + 1;
        return Stream.of(
                Named.of("probe", space -> space.probe(0, other, null, true)),
                Named.of("recv", space -> space.recv(new byte[8], 0, 8, ElementKind.BYTE, 0, other, null)),
                Named.of("take", space -> space.take(ElementKind.BYTE, 0, other, null)),
                Named.of("visit", space -> space.visit(0, other, view -> {})),
                Named.of("handleUntil", space -> space.handleUntil(() -> false)));
    }

    /** The handler shows that the thread is in the call when another one closes the messages. */
    @ParameterizedTest
    @MethodSource("waits")
    void shouldEndAWaitWhenAnotherThreadClosesTheMessages(Wait wait) throws Exception {
        try (MessageJob job = new MessageJob(true, 0)) {
            final MessageSpace space = job.open()[0];
            final CountDownLatch isWaiting = new CountDownLatch(1);
            space.handle(TAG, _ -> isWaiting.countDown());
            space.send(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG, false);
            final FutureTask<Void> call = new FutureTask<>(() -> wait.in(space), null);
            Thread.ofPlatform().daemon().start(call);
            isWaiting.await();
            space.close();
            while (!call.isDone()) {
                Thread.onSpinWait();
            }
            assertInstanceOf(IllegalStateException.class, call.exceptionNow());
        }
    }

    /** Five of the messages that no receive has matched, and how many more there are. */
    @Test
    void shouldSayWhatHasComeInPlaceOfTheMessage() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final MessageRequest receive =
                    (MessageRequest) spaces[1].irecv(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG);
            final List<String> messages = new ArrayList<>();
            for (int i = 1; i < 8; i++) {
                spaces[0].send(new byte[i], 0, i, ElementKind.BYTE, 1, TAG + i, false);
                job.progress(1);
                if (i <= 5) {
                    messages.add("tag " + (TAG + i) + " of PE 0 (" + i + " bytes)");
                }
                assertEquals(
                        "a message of PE 0 with tag " + TAG + "; unexpected: " + String.join(", ", messages)
                                + (i > 5 ? " and " + (i - 5) + " more" : ""),
                        receive.describe(0));
            }
            receive.cancel();
        }
    }

    @Test
    void shouldSayWhetherMessagesWereHandled() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            spaces[1].handle(TAG, _ -> {});
            assertFalse(spaces[1].progress());
            spaces[0].send(new byte[1], 0, 1, ElementKind.BYTE, 1, TAG, false);
            assertTrue(spaces[1].progress());
            assertFalse(spaces[1].progress());
            spaces[0].send(new byte[1], 0, 1, ElementKind.BYTE, 1, TAG + 1, false);
            assertFalse(spaces[1].progress(), "received, but not by a handler");
        }
    }

    /** Where no thread of the library does, a program that only asks would ask for ever. */
    @Test
    void shouldPollTheNetworkWhenThereIsNothing() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 1)) {
            final MessageSpace[] spaces = job.open();
            final Request receive = spaces[1].irecv(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG);
            final List<BooleanSupplier> calls = List.of(
                    () -> receive.test(null),
                    () -> spaces[1].probe(0, TAG, null, false),
                    () -> spaces[1].progress(),
                    () -> Request.testAny(null, receive) >= 0);
            for (BooleanSupplier call : calls) {
                final int before = job.polls.get();
                assertFalse(call.getAsBoolean());
                assertEquals(before + 1, job.polls.get());
            }
            end(job, send(job, spaces[0], new byte[8], 0, 8, false), receive);
        }
    }

    @Test
    void shouldTakeEachBlockThatWasGivenWhileTheRingWasFull() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final List<Allocation> given = new ArrayList<>();
            for (int i = 0; i < 2 * MessageArea.SLOTS; i++) {
                given.add(job.blocks[0].allocate(ElementKind.LONG, 8, 0));
            }
            PeThreads.run(2, pe -> {
                for (int i = 0; i < given.size(); i++) {
                    if (pe == 0) {
                        spaces[0].give(given.get(i), 1, TAG);
                        assertFalse(given.get(i).live, "given away");
                    } else {
                        assertEquals(given.get(i).handle, spaces[1].take(ElementKind.LONG, 0, TAG, null));
                    }
                }
            });
        }
    }

    /** A PE that has no memory for messages leaves nothing with the others. */
    @Test
    void shouldOpenNoMessagesIfAPeHasNoMemory() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            PeThreads.run(2, pe -> {
                final ShmemOutOfMemoryException refused = assertThrows(
                        ShmemOutOfMemoryException.class, () -> job.open(pe, pe == 0 ? job.engines[0] : null));
                final String whose = pe == 0 ? "another PE" : "this PE";
                assertTrue(refused.getMessage().contains(whose), refused.getMessage());
            });
            assertEquals(0, job.engines[0].use().spaces());
            receiveAll(job, job.open());
            assertEquals(1, job.engines[0].use().spaces());
        }
    }

    /** A large message from PE 0 to PE 1 comes to its end while only this is done, again and again. */
    private static void assertLargeSendEnds(MessageJob job, Consumer<MessageSpace[]> calls) throws Exception {
        final MessageSpace[] spaces = job.open();
        final byte[] content = content(600_000, 1);
        final byte[] received = new byte[content.length];
        final MessageRequest send = send(job, spaces[0], content, 0, content.length, false);
        final Request receive = spaces[1].irecv(received, 0, received.length, ElementKind.BYTE, 0, TAG);
        for (int i = 0; i < 100; i++) {
            calls.accept(spaces);
        }
        assertTrue(receive.test(null));
        assertArrayEquals(content, received);
        assertTrue(send.test(null));
    }

    /** A send that can return at once goes on with what others wait for. */
    @ParameterizedTest
    @CsvSource({"0, false", "0, true", "1, false", "1, true"})
    void shouldMakeProgressInSendsThatNeedNotWait(int nodeOfReceiver, boolean isGift) throws Exception {
        try (MessageJob job = new MessageJob(false, 0, nodeOfReceiver, 0)) {
            assertLargeSendEnds(job, spaces -> {
                if (isGift) {
                    spaces[0].give(job.blocks[0].allocate(ElementKind.BYTE, 8, 0), 2, TAG);
                } else {
                    spaces[0].send(new byte[8], 0, 8, ElementKind.BYTE, 2, TAG, false);
                }
                job.progress(1);
                job.progress(2);
            });
        }
    }

    /** So does a receive whose message has come. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldMakeProgressInReceivesThatNeedNotWait(int nodeOfReceiver) throws Exception {
        try (MessageJob job = new MessageJob(false, 0, nodeOfReceiver, 0)) {
            assertLargeSendEnds(job, spaces -> {
                spaces[2].send(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG, false);
                spaces[0].recv(new byte[8], 0, 8, ElementKind.BYTE, 2, TAG, null);
                job.progress(1);
            });
        }
    }

    /** A send that begins a request, to a PE of another node, takes the packets that have come. */
    @Test
    void shouldMakeProgressInSendsToOtherNodes() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 1)) {
            assertLargeSendEnds(job, spaces -> {
                spaces[0].send(new byte[8], 0, 8, ElementKind.BYTE, 1, TAG + 1, false);
                job.progress(1);
            });
        }
    }

    /** PE 1 waits for room in the ring of PE 0, which only sends. */
    @Test
    void shouldTakeMessagesInSendsWhenTheRingIsHalfFull() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final int half = MessageArea.SLOTS / 2;
            for (int i = 1; i < half; i++) {
                spaces[1].send(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG, false);
            }
            spaces[0].send(new byte[8], 0, 8, ElementKind.BYTE, 2, TAG, false);
            assertTrue(spaces[0].isIdle(), "the next receive takes the messages from the ring");
            for (int i = half; i <= MessageArea.SLOTS; i++) {
                spaces[1].send(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG, false);
            }
            final MessageRequest waiting = job.engines[1]
                    .requests
                    .take()
                    .of(spaces[1], MessageRequest.Use.SEND, new byte[8], 0, 8, ElementKind.BYTE, 0, TAG);
            job.engines[1].start(waiting);
            assertFalse(waiting.test(null));
            spaces[0].send(new byte[8], 0, 8, ElementKind.BYTE, 2, TAG, false);
            assertFalse(spaces[0].isIdle());
            assertTrue(waiting.test(null));
        }
    }

    /** Each message that PE 1 takes has PE 0 send another one. */
    @Test
    void shouldTakeOnlyWhatHasComeBeforeTheCall() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 1)) {
            final MessageSpace[] spaces = job.open();
            final int[] sent = new int[1];
            final boolean[] isSending = new boolean[1];
            job.late = new AbstractList<>() {
                @Override
                public boolean add(Runnable delivery) {
                    delivery.run();
                    if (!isSending[0] && sent[0] < MANY) {
                        isSending[0] = true;
                        sendSynchronous(job, spaces, sent);
                        isSending[0] = false;
                    }
                    return true;
                }

                @Override
                public Runnable get(int index) {
                    throw new IndexOutOfBoundsException(index);
                }

                @Override
                public int size() {
                    return 0;
                }
            };
            for (int i = 0; i < MANY; i++) {
                spaces[1].irecv(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG);
            }
            isSending[0] = true;
            sendSynchronous(job, spaces, sent);
            isSending[0] = false;
            for (int round = 1; round < 10; round++) {
                job.progress(1);
                assertEquals(round + 1, sent[0], "messages sent");
            }
            job.late = null;
        }
    }

    private static void sendSynchronous(MessageJob job, MessageSpace[] spaces, int[] sent) {
        sent[0]++;
        send(job, spaces[0], new byte[8], 0, 8, true);
    }

    /** A PE that has left the barrier gets a message that one in the barrier has had room for only then. */
    @ParameterizedTest
    @ValueSource(ints = {8, 1000, 200_000})
    void shouldTakeBackTheRecordOfAMessageThatComesAfterTheEnd(int bytes) throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            for (boolean isInHeap : new boolean[] {false, true}) {
                final MessageSpace[] spaces = job.open();
                job.leave(1, spaces);
                send(job, spaces[0], isInHeap ? null : new byte[bytes], isInHeap ? job.heaps[0] : 0, bytes, true);
                assertEquals(1, job.engines[0].use().records());
                job.leave(0, spaces);
                job.progress(1);
                assertEquals(0, job.engines[0].use().records());
                assertEquals(0, job.engines[1].use().spaces());
            }
        }
    }

    /** The same with messages that end with their team, more of them than are kept. */
    @ParameterizedTest
    @ValueSource(ints = {8, 1000, 200_000})
    void shouldRefuseAMessageThatComesAfterTheEndOfTheTeam(int bytes) throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            for (int round = 0; round < 100; round++) {
                final MessageSpace[] spaces = job.open();
                job.engines[1].forgetAllOf(job.worlds[1]);
                send(job, spaces[0], null, job.heaps[0], bytes, false);
                job.engines[0].forgetAllOf(job.worlds[0]);
                job.progress(1);
                assertEquals(0, job.engines[0].use().records());
                assertEquals(0, job.engines[1].use().spaces());
            }
        }
    }

    /** It may come when its space is not even kept any more. */
    @Test
    void shouldDropAMessageOfASpaceThatIsForgotten() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] old = job.open();
            job.leave(1, old);
            for (int round = 0; round < 70; round++) {
                job.close(job.open());
            }
            send(job, old[0], null, job.heaps[0], 200_000, false);
            job.progress(1);
            assertEquals(1, job.engines[0].use().records());
            job.leave(0, old);
        }
    }

    /** Its receipt would be overwritten when the data have been moved. */
    @Test
    void shouldRefuseAMessageOnlyWhenItsDataHaveBeenMoved() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final SendRecord record = send(job, spaces[0], null, job.heaps[0], 1000, false).record;
            Memory.put64(record.address + MessageArea.STATE, MessageArea.MOVING);
            final Thread refusing = Thread.ofPlatform().daemon().start(() -> job.leave(1, spaces));
            while (refusing.isAlive() && !isIn(refusing, "claim")) {
                Thread.onSpinWait();
            }
            Memory.put64Release(record.address + MessageArea.STATE, MessageArea.IS_MOVED);
            refusing.join();
            assertEquals(MessageArea.DONE, record.state());
            job.leave(0, spaces);
            assertEquals(0, job.engines[0].use().records());
        }
    }

    private static boolean isIn(Thread thread, String method) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals(method));
    }

    /** It may be memory of something else now. */
    @Test
    void shouldNotStartARequestOfFreedMemory() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final Allocation shared = job.blocks[0].allocate(ElementKind.BYTE, 64, 0);
            job.heapBlock = new Allocation(0, job.heaps[0], 64, 8, 0, null);
            final Object blocks = spaces[0].indexed(null, job.heaps[0], IndexedBlocks.range(0, 8), 1);
            final List<Request> symmetric = List.of(
                    spaces[0].sendInit(null, job.heaps[0], 8, ElementKind.BYTE, 1, TAG),
                    spaces[0].recvInit(null, job.heaps[0], 8, ElementKind.BYTE, 1, TAG),
                    spaces[0].recvInit(blocks, 0, 8, ElementKind.BYTE, 1, TAG));
            final Allocation block = job.heapBlock;
            job.heapBlock = null;
            final Request ofShared = spaces[0].recvInit(null, shared.address + 63, 1, ElementKind.BYTE, 1, TAG);
            final Request ofArray = spaces[0].recvInit(new byte[8], 0, 8, ElementKind.BYTE, 1, TAG + 1);
            for (Request request : symmetric) {
                request.start();
                spaces[1].send(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG, false);
                request.await();
            }
            block.live = false;
            job.blocks[1].freeIfLive(shared.handle);
            for (Request request : symmetric) {
                final String text = assertThrows(IllegalStateException.class, request::start)
                        .getMessage();
                assertTrue(text.contains(block + ", is no longer allocated"), text);
            }
            assertThrows(IllegalStateException.class, ofShared::start);
            assertFalse(ofShared.isUnderWay());
            ofArray.start();
            assertTrue(ofArray.cancel());
        }
    }

    /** The thread level, or a handler of a flow, may forbid a collective. */
    @Test
    void shouldAskBeforeACloseThatIsCollective() throws Exception {
        try (MessageJob job = new MessageJob(false, 0)) {
            final MessageSpace space = job.open()[0];
            job.threadCheck = () -> {
                throw new IllegalStateException("not this thread");
            };
            assertThrows(IllegalStateException.class, space::close);
            assertFalse(space.isClosed());
            job.threadCheck = () -> {};
            space.close();
            job.threadCheck = () -> {
                throw new IllegalStateException("not this thread");
            };
            space.close();
        }
    }

    @Test
    void shouldCountWhatMessagesHold() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            assertEquals(MessageUse.NONE, job.engines[0].use());
            final MessageSpace[] spaces = job.open();
            final byte[] content = content(20_000, 1);
            final MessageRequest send = send(job, spaces[0], content, 0, content.length, false);
            assertEquals(new MessageUse(1, 1, 0, 0), job.engines[0].use());
            final MessageRequest other = receive(job, spaces[1], TAG + 1);
            assertEquals(new MessageUse(1, 0, 1, 0), job.engines[1].use());
            end(job, send, receive(job, spaces[1], TAG));
            assertEquals(0, job.engines[0].use().records());
            assertTrue(job.engines[0].use().keptBytes() > 0, "for the next message");
            assertTrue(job.engines[1].cancel(other));
            assertEquals(0, job.engines[1].use().receives());
        }
    }

    private static MessageRequest receive(MessageJob job, MessageSpace space, int tag) {
        final byte[] content = new byte[20_000];
        final MessageRequest request = job.engines[1]
                .requests
                .take()
                .of(space, MessageRequest.Use.COPY, content, 0, content.length, ElementKind.BYTE, 0, tag);
        job.engines[1].start(request);
        return request;
    }

    @Test
    void shouldUseRecordsAgainAfterSendsThatHaveFailed() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            for (int i = 0; i < MANY; i++) {
                final int bytes = i % 2 == 0 ? 8 : 1000;
                final MessageRequest send = send(job, spaces[0], new byte[8], 1, bytes, true);
                assertThrows(IndexOutOfBoundsException.class, send::await);
                job.progress(1);
            }
            receiveAll(job, spaces);
        }
    }

    @Test
    void shouldUseRecordsAgainAfterManyLooksForRoom() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            for (int i = 0; i < MessageArea.SLOTS; i++) {
                spaces[0].send(new byte[8], 0, 8, ElementKind.BYTE, 1, TAG, false);
            }
            final MessageRequest waiting = send(job, spaces[0], new byte[8], 0, 8, true);
            for (int look = 0; look < MANY; look++) {
                assertFalse(waiting.test(null));
            }
            for (int i = 0; i < MessageArea.SLOTS; i++) {
                spaces[1].recv(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG, null);
            }
            end(job, waiting, spaces[1].irecv(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG));
            receiveAll(job, spaces);
        }
    }

    /** The sender makes a copy after a while, and may then use its memory for something else. */
    @Test
    void shouldShowAVisitorWhatTheSenderHasMoved() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final MemorySegment source = Memory.ALL.asSlice(job.heaps[0], 1000).fill((byte) 1);
            final Request send = spaces[0].isend(null, job.heaps[0], 1000, ElementKind.BYTE, 1, TAG);
            while (!send.test(null)) {
                Thread.onSpinWait();
            }
            source.fill((byte) 2);
            final byte[] seen = new byte[1];
            spaces[1].visit(0, TAG, view -> seen[0] = view.getByte(999));
            assertEquals(1, seen[0]);
        }
    }
}
