package org.jshmem.internal.messages;

import static org.jshmem.internal.messages.MessageEngineTest.TAG;
import static org.jshmem.internal.messages.MessageEngineTest.content;
import static org.jshmem.internal.messages.MessageEngineTest.end;
import static org.jshmem.internal.messages.MessageEngineTest.receiveAll;
import static org.jshmem.internal.messages.MessageEngineTest.send;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.NotThereException;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.messages.Request;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of messages when memory is closed or missing, and when PEs close their messages early. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MessageFailuresTest {
    private static final int LARGE = 200_000;
    private static final int LARGER = 600_000;
    private static final String SENDER_FAILED = "the sender could not send all of the message with tag 3 of PE 0 (";

    private static void assertFails(String reason, Executable call) {
        final String message = assertThrows(IllegalStateException.class, call).getMessage();
        assertTrue(message.contains(reason), message);
    }

    private static Request receive(MessageSpace space, byte[] dest) {
        return space.irecv(dest, 0, dest.length, ElementKind.BYTE, 0, TAG);
    }

    private static void whileSenderProgresses(MessageJob job, Executable call) throws Exception {
        whileProgresses(job, 0, call);
    }

    /** Calls something while a PE makes progress in a thread of its own. */
    private static void whileProgresses(MessageJob job, int pe, Executable call) throws Exception {
        final AtomicBoolean isOver = new AtomicBoolean();
        final Thread sender = Thread.ofPlatform().daemon().start(() -> {
            while (!isOver.get()) {
                job.progress(pe);
                Thread.yield();
            }
        });
        try {
            call.execute();
        } catch (Error | Exception e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        } finally {
            isOver.set(true);
            sender.join();
        }
    }

    /** Takes all of the shared heap. */
    static List<Allocation> fill(MessageJob job, int pe) {
        final List<Allocation> blocks = new ArrayList<>();
        for (long bytes = 8 << 20; bytes >= 8; ) {
            try {
                blocks.add(job.blocks[pe].allocate(ElementKind.BYTE, bytes, 0));
            } catch (ShmemOutOfMemoryException e) {
                bytes /= 2;
            }
        }
        return blocks;
    }

    /** How a large message reaches the receiver. */
    enum Way {
        BY_REFERENCE(true, 0),
        IN_PIECES(false, 0),
        BY_FETCHING(true, 1),
        IN_PACKETS(false, 1);

        private final boolean isInHeap;
        private final int node;

        Way(boolean isInHeap, int node) {
            this.isInHeap = isInHeap;
            this.node = node;
        }

        MessageJob job() {
            return new MessageJob(false, 0, node);
        }

        MessageRequest start(MessageJob job, MessageSpace space) {
            Memory.ALL.asSlice(job.heaps[0], LARGE).copyFrom(MemorySegment.ofArray(content(LARGE, 1)));
            return send(job, space, isInHeap ? null : content(LARGE, 1), isInHeap ? job.heaps[0] : 0, LARGE, false);
        }
    }

    /** Nothing of the message has been received when an exception has the sender close its messages. */
    @ParameterizedTest
    @EnumSource
    void shouldTellTheReceiverThatTheSenderHasClosedItsMessages(Way way) throws Exception {
        try (MessageJob job = way.job()) {
            final MessageSpace[] closed = job.open();
            final MessageSpace[] open = job.open();
            final MessageRequest send = way.start(job, closed[0]);
            final MessageRequest seen = way.start(job, closed[0]);
            final MessageRequest handled = way.start(job, closed[0]);
            job.progress(1);
            job.closeByException(0, closed);
            for (MessageRequest request : List.of(send, seen, handled)) {
                assertFails("was under way when its messages were closed", () -> request.test(null));
            }
            job.progress(1);
            final String reason = way == Way.BY_REFERENCE
                    ? "the sender has closed its messages before the message with tag 3 of PE 0 (200000 bytes)"
                    : SENDER_FAILED + "200000 bytes): its memory or its messages were closed meanwhile";
            assertEquals(way.node == 0 ? 3 : 0, job.engines[0].use().records());
            whileSenderProgresses(job, () -> {
                assertFails(reason, receive(closed[1], new byte[LARGE])::await);
                final long used = job.usedBlocks();
                assertFails(
                        way == Way.BY_REFERENCE ? reason : "the sender could not send all of the message",
                        () -> closed[1].visit(0, TAG, view -> {}));
                assertEquals(used, job.usedBlocks(), "the block for the message is freed");
                closed[1].handle(TAG, view -> {});
                assertThrows(IllegalStateException.class, closed[1]::progress);
                assertFalse(closed[1].progress());
                closed[1].close();
            });
            job.progress(0);
            assertEquals(0, job.engines[0].use().records(), "the receiver needs none any more");
            receiveAll(job, open);
        }
    }

    /** A handler of PE 0 waits for the message when PE 1 takes back what it has offered. */
    @Test
    void shouldNotFetchForAHandlerWhatWasTakenBack() throws Exception {
        try (MessageJob job = Way.BY_FETCHING.job()) {
            final MessageSpace[] spaces = job.open();
            spaces[0].handle(TAG, view -> {});
            job.engines[1].start(job.engines[1]
                    .requests
                    .take()
                    .of(spaces[1], MessageRequest.Use.SEND, null, job.heaps[1], LARGE, ElementKind.BYTE, 0, TAG));
            job.progress(0);
            job.closeByException(1, spaces);
            job.progress(0);
            whileProgresses(job, 1, () -> assertThrows(IllegalStateException.class, spaces[0]::progress));
        }
    }

    /** Half of the message has come. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldTellTheReceiverOfAMessageThatComesInPartsThatItsSenderHasClosedItsMessages(int node) throws Exception {
        try (MessageJob job = new MessageJob(false, 0, node)) {
            final MessageSpace[] closed = job.open();
            final MessageSpace[] open = job.open();
            final Request receive = receive(closed[1], new byte[LARGER]);
            final Request send = send(job, closed[0], new byte[LARGER], 0, LARGER, false);
            job.progress(1);
            job.progress(0);
            job.closeByException(0, closed);
            assertFails("was under way when its messages were closed", () -> send.test(null));
            job.progress(1);
            assertFails(SENDER_FAILED + "600000 bytes)", () -> receive.test(null));
            receiveAll(job, open);
        }
    }

    /** The sender need not wait for a receiver that no longer takes its message. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldEndASendWhoseReceiverHasClosedItsMessages(int node) throws Exception {
        try (MessageJob job = new MessageJob(false, 0, node)) {
            final MessageSpace[] closed = job.open();
            final MessageSpace[] open = job.open();
            final Request receive = receive(closed[1], new byte[LARGER]);
            final Request send = send(job, closed[0], new byte[LARGER], 0, LARGER, true);
            job.progress(1);
            job.progress(0);
            job.progress(1);
            job.closeByException(1, closed);
            assertFails("was under way when its messages were closed", () -> receive.test(null));
            end(job, send, null);
            receiveAll(job, open);
        }
    }

    @Test
    void shouldTellBothSidesOfASegmentThatIsClosedWhileItsDataAreSent() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 1)) {
            final MessageSpace[] spaces = job.open();
            final Request receive = receive(spaces[1], new byte[200_000]);
            final Request send;
            try (Arena arena = Arena.ofShared()) {
                send = send(job, spaces[0], arena.allocate(200_000), 0, 200_000, false);
                job.progress(1);
                job.progress(0);
                job.progress(1);
            }
            job.progress(0);
            assertFails("closed", () -> send.test(null));
            job.progress(1);
            assertFails(SENDER_FAILED + "200000 bytes)", () -> receive.test(null));
            receiveAll(job, spaces);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 1000, 15_000, 30_000})
    void shouldTellAReceiverWhoseMemoryWasClosedBeforeAMessageOfItsNodeCame(int bytes) throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            for (boolean isInHeap : new boolean[] {false, true}) {
                final Request receive;
                try (Arena arena = Arena.ofShared()) {
                    receive = spaces[1].irecv(arena.allocate(bytes), 0, bytes, null, 0, TAG);
                }
                final MessageRequest send = send(
                        job, spaces[0], isInHeap ? null : new byte[bytes], isInHeap ? job.heaps[0] : 0, bytes, true);
                job.progress(1);
                assertThrows(IllegalStateException.class, () -> receive.test(null));
                end(job, send, null);
            }
            receiveAll(job, spaces);
        }
    }

    /** The sender cannot register its memory, or another PE of its node has allocated that. */
    @Test
    void shouldAskForDataThatCannotBeRead() throws Exception {
        final List<RuntimeException> reasons =
                List.of(new ShmemOutOfMemoryException("no memory to register"), new NotThereException("not mine"));
        for (RuntimeException reason : reasons) {
            try (MessageJob job = Way.BY_FETCHING.job()) {
                final MessageSpace[] spaces = job.open();
                job.unreadable = reason;
                final byte[] received = new byte[LARGE];
                end(job, Way.BY_FETCHING.start(job, spaces[0]), receive(spaces[1], received));
                assertArrayEquals(content(LARGE, 1), received);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldKeepAMessageForWhichThereIsNoMemory(int node) throws Exception {
        final Way way = node == 0 ? Way.IN_PIECES : Way.IN_PACKETS;
        try (MessageJob job = way.job()) {
            final MessageSpace[] spaces = job.open();
            final MessageRequest send = way.start(job, spaces[0]);
            job.progress(1);
            final List<Allocation> blocks = fill(job, 1);
            assertThrows(ShmemOutOfMemoryException.class, () -> spaces[1].visit(0, TAG, view -> {}));
            assertThrows(ShmemOutOfMemoryException.class, () -> spaces[1].take(ElementKind.BYTE, 0, TAG, null));
            blocks.forEach(job.blocks[1]::free);
            final byte[] seen = new byte[1];
            whileSenderProgresses(job, () -> spaces[1].visit(0, TAG, view -> seen[0] = view.getByte(LARGE - 1)));
            assertEquals(content(LARGE, 1)[LARGE - 1], seen[0]);
            end(job, send, null);
        }
    }

    /** The send fails whose turn it is, not the call that has found room for it. */
    @Test
    void shouldFailASendForWhichThereIsNoMemoryWhenItsTurnComes() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            for (int i = 0; i < MessageArea.SLOTS; i++) {
                spaces[0].send(new byte[8], 0, 8, ElementKind.BYTE, 1, TAG, false);
            }
            final MessageRequest small = send(job, spaces[0], new byte[8], 0, 8, false);
            final MessageRequest large = Way.IN_PIECES.start(job, spaces[0]);
            final MessageRequest last = send(job, spaces[0], new byte[8], 0, 8, false);
            final List<Allocation> blocks = fill(job, 0);
            for (int i = 0; i < MessageArea.SLOTS; i++) {
                spaces[1].recv(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG, null);
            }
            job.progress(0);
            assertThrows(ShmemOutOfMemoryException.class, () -> large.test(null));
            blocks.forEach(job.blocks[0]::free);
            end(job, small, receive(spaces[1], new byte[8]));
            end(job, last, receive(spaces[1], new byte[8]));
            receiveAll(job, spaces);
        }
    }

    /** It is sent by value, or waits for its receiver. */
    @Test
    void shouldSendSmallMessagesWithoutMemoryForCopies() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            fill(job, 0);
            final MessageRequest byValue = send(job, spaces[0], content(1000, 3), 0, 1000, false);
            assertTrue(byValue.test(null));
            Memory.ALL.asSlice(job.heaps[0], 1000).copyFrom(MemorySegment.ofArray(content(1000, 4)));
            final MessageRequest byReference = send(job, spaces[0], null, job.heaps[0], 1000, false);
            for (int look = 0; look < 1000; look++) {
                assertFalse(byReference.test(null));
            }
            final byte[] received = new byte[1000];
            spaces[1].recv(received, 0, 1000, ElementKind.BYTE, 0, TAG, null);
            assertArrayEquals(content(1000, 3), received);
            end(job, byReference, receive(spaces[1], received));
            assertArrayEquals(content(1000, 4), received);
        }
    }

    @Test
    void shouldTellAReceiverThatAGiftWasFreed() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final Allocation gift = job.blocks[0].allocate(ElementKind.BYTE, 100, 0);
            spaces[0].give(gift, 1, TAG);
            job.blocks[0].freeIfLive(gift.handle);
            assertFails("freed", () -> spaces[1].recv(new byte[100], 0, 100, ElementKind.BYTE, 0, TAG, null));
            receiveAll(job, spaces);
        }
    }

    /** Messages of two spaces wait for the same thread to call their handlers. */
    @Test
    void shouldEndOnlyTheHandlersOfMessagesThatAreClosed() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] closed = job.open();
            final MessageSpace[] open = job.open();
            final List<Integer> handled = new ArrayList<>();
            closed[1].handle(TAG, view -> handled.add(-1));
            open[1].handle(TAG, view -> handled.add((int) view.getByte(0)));
            final List<MessageRequest> sends = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                sends.add(send(job, i % 2 == 0 ? closed[0] : open[0], new byte[] {(byte) i}, 0, 1, true));
            }
            job.progress(1);
            job.closeByException(1, closed);
            for (int i = 0; i < 4; i++) {
                assertEquals(i % 2 == 0, sends.get(i).test(null), "a receiver has refused message " + i);
            }
            assertTrue(open[1].progress());
            assertEquals(List.of(1, 3), handled);
            end(job, sends.get(1), null);
            end(job, sends.get(3), null);
        }
    }

    /** The receive is posted when the first of two slots has come. */
    @ParameterizedTest
    @EnumSource(
            value = MessageRequest.Use.class,
            names = {"COPY", "HOLD"})
    void shouldReceiveAMessageOfWhichHalfHasComeBefore(MessageRequest.Use use) throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final MemorySegment source = MemorySegment.ofArray(content(900, 1));
            final SlotRing ring = job.ring(1);
            final long first = ring.take(2);
            SlotHeader.write(ring.slot(first), spaces[0], TAG, ElementKind.BYTE.ordinal(), MessageArea.INLINE, 0, 900);
            final int more = 900 - MessageArea.FIRST_BYTES;
            Memory.ALL
                    .asSlice(ring.slot(first) + MessageArea.DATA, MessageArea.FIRST_BYTES)
                    .copyFrom(source.asSlice(0, MessageArea.FIRST_BYTES));
            Memory.ALL
                    .asSlice(ring.slot(first + 1) + MessageArea.MORE, more)
                    .copyFrom(source.asSlice(MessageArea.FIRST_BYTES, more));
            ring.publish(first);
            job.progress(1);
            final byte[] received = new byte[900];
            final MessageRequest receive =
                    job.engines[1].requests.take().of(spaces[1], use, received, 0, 900, ElementKind.BYTE, 0, TAG);
            job.engines[1].start(receive);
            assertFalse(receive.test(null));
            ring.publish(first + 1);
            job.progress(1);
            if (use == MessageRequest.Use.HOLD) {
                MemorySegment.ofArray(received).copyFrom(Memory.ALL.asSlice(receive.held.data, 900));
            }
            assertTrue(receive.test(null));
            assertArrayEquals(content(900, 1), received);
        }
    }

    /** Its handler has no memory for a message until the end of a send that waits for its receiver. */
    @Test
    void shouldEndASendWhoseHandlersHaveNoMemory() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final int[] handled = new int[1];
            spaces[1].handle(TAG, _ -> handled[0]++);
            final MessageRequest large = Way.IN_PIECES.start(job, spaces[0]);
            final List<Allocation> blocks = fill(job, 1);
            final Throwable[] thrown = new Throwable[1];
            final Thread sender = Thread.ofPlatform()
                    .daemon()
                    .start(() -> thrown[0] = assertThrows(
                            ShmemOutOfMemoryException.class,
                            () -> spaces[1].send(new byte[1], 0, 1, ElementKind.BYTE, 0, TAG, true)));
            Thread.sleep(50); // for many looks
            assertTrue(sender.isAlive(), "nobody has received the message");
            spaces[0].recv(new byte[1], 0, 1, ElementKind.BYTE, 1, TAG, null);
            sender.join();
            assertTrue(thrown[0] instanceof ShmemOutOfMemoryException, String.valueOf(thrown[0]));
            assertTrue(thrown[0].getSuppressed().length <= 10);
            assertEquals(List.of(), job.reasons, "the job goes on");
            blocks.forEach(job.blocks[1]::free);
            whileSenderProgresses(job, () -> assertTrue(spaces[1].progress()));
            assertEquals(1, handled[0]);
            end(job, large, null);
            receiveAll(job, job.open());
        }
    }

    /** A program that waits for the descriptor hears of the messages behind that of a handler that has thrown. */
    @Test
    void shouldLeaveTheDescriptorReadableIfAHandlerThrows() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            spaces[1].handle(TAG, _ -> {
                throw new UnsupportedOperationException("of the handler");
            });
            final Path descriptor = Path.of("/proc/self/fdinfo/" + spaces[1].descriptor());
            for (int i = 0; i < 2; i++) {
                spaces[0].send(new byte[1], 0, 1, ElementKind.BYTE, 1, TAG, false);
            }
            for (int left = 1; left >= 0; left--) {
                assertThrows(UnsupportedOperationException.class, spaces[1]::progress);
                final String count = Files.readAllLines(descriptor).stream()
                        .filter(line -> line.startsWith("eventfd-count:"))
                        .findFirst()
                        .orElseThrow();
                assertEquals(
                        left,
                        Long.parseLong(count.substring(count.indexOf(':') + 1).strip(), 16));
            }
            assertFalse(spaces[1].progress());
        }
    }

    @Test
    void shouldEndTheReceiveOfASendrecvThatCannotSend() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final MemorySegment closed;
            try (Arena arena = Arena.ofShared()) {
                closed = arena.allocate(8);
            }
            final byte[] dest = new byte[8];
            assertThrows(
                    IllegalStateException.class,
                    () -> spaces[1].sendrecv(closed, 0, 8, 0, TAG, dest, 0, 8, 0, TAG, null));
            spaces[0].send(content(8, 1), 0, 8, ElementKind.BYTE, 1, TAG, false);
            final byte[] received = new byte[8];
            assertEquals(8, spaces[1].recv(received, 0, 8, ElementKind.BYTE, 0, TAG, null));
            assertArrayEquals(new byte[8], dest);
        }
    }

    /** Buffers of copies, pieces and moved data belong to the library, and not to a space. */
    @Test
    void shouldFreeItsMemoryAtTheEnd() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            receiveAll(job, spaces);
            spaces[0].send(new byte[1000], 0, 1000, ElementKind.BYTE, 1, TAG, false);
            final Request moved = spaces[0].isend(null, job.heaps[0], 1000, ElementKind.BYTE, 1, TAG);
            while (!moved.test(null)) {
                Thread.onSpinWait();
            }
            job.close(spaces);
            assertTrue(job.usedBlocks() > 1);
            final int descriptor = job.engines[0].progress.descriptor();
            assertTrue(descriptor >= 0);
            assertTrue(watches() > 0);
            job.endEngines();
            assertEquals(0, job.usedBlocks());
            assertEquals(0, watches());
        }
    }

    private static long watches() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("jshmem-descriptor"))
                .count();
    }

    /** It does nothing when the control memory is gone. */
    @Test
    void shouldMakeProgressInOtherWaitsUntilItsEnd() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final long[] received = new long[1];
            final MessageRequest receive = (MessageRequest) spaces[0].irecv(received, 0, 8, ElementKind.LONG, 1, TAG);
            spaces[1].send(new long[] {7}, 0, 8, ElementKind.LONG, 0, TAG, false);
            idle(job, 0);
            assertTrue(receive.isDone);
            assertEquals(7, received[0]);
            receive.await();
            spaces[1].send(new long[] {8}, 0, 8, ElementKind.LONG, 0, TAG, false);
            job.engines[0].progress.end();
            idle(job, 0);
            assertTrue(spaces[0].isIdle());
            job.progress(0);
            assertFalse(spaces[0].isIdle());
        }
    }

    private static void idle(MessageJob job, int pe) {
        final WaitPolicy policy = WaitPolicy.endless(true);
        final WaitStrategy waits = new WaitStrategy(job.waitPoints[pe], job.waitPoints[pe].of(pe), policy);
        long turn = 0;
        while (!WaitStrategy.isLong(turn)) {
            turn = waits.pause(turn, null, 0);
        }
        waits.pause(turn, null, 0);
    }

    /** The message is half received, and its sender would wait for the receipt. */
    @Test
    void shouldEndTheJobAfterAnErrorInTheMiddleOfAMessage() throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0)) {
            final MessageSpace[] spaces = job.open();
            final SlotRing ring = job.ring(1);
            final long slot = ring.slot(ring.take(1));
            final long tooLarge = 1L << 40;
            SlotHeader.write(slot, spaces[0], TAG, ElementKind.BYTE.ordinal(), MessageArea.INLINE, 0, tooLarge);
            ring.publish(0);
            final Throwable error = assertThrows(RuntimeException.class, () -> job.progress(1));
            assertEquals(List.of(), job.reasons);
            idle(job, 0);
            assertEquals(List.of(), job.reasons, "of another PE");
            assertThrows(RuntimeException.class, () -> idle(job, 1)); // here the job goes on
            assertTrue(job.reasons.getFirst().startsWith("a " + error + " has struck in the middle of a message"));
        }
    }

    @Test
    void shouldSayHowMuchMemoryMessagesNeed() throws Exception {
        try (MessageJob job = new MessageJob(false, 0)) {
            final String message = assertThrows(ShmemOutOfMemoryException.class, () -> job.open(0, null))
                    .getMessage();
            assertTrue(message.contains(" " + NodeLayout.MESSAGE_BYTES + " bytes"), message);
        }
    }
}
