package org.jshmem.internal.messages;

import static org.jshmem.internal.messages.MessageEngineTest.TAG;
import static org.jshmem.internal.messages.MessageEngineTest.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.jshmem.heap.Memory;
import org.jshmem.messages.Request;
import org.jshmem.spi.ElementKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each part of a message, and each answer, wakes the PE that it is for, and no other. Threads that sleep look again
 * after a nap, so without a wake-up a program would only be slow.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MessageWakeUpsTest {
    private static final int SMALL = 8;

    /** Too large for one slot, and small enough to be copied. */
    private static final int MEDIUM = 1000;

    /** A pipe holds less. */
    private static final int LARGE = 600_000;

    private interface Call {
        void run() throws Exception;
    }

    private interface Send {
        void start(MessageJob job, MessageSpace space) throws Exception;
    }

    /** What PE 0 sends to PE 1. */
    @SuppressWarnings("ImmutableEnumChecker") // the calls have no state
    enum Sent {
        SMALL_ONE((_, space) -> space.send(new byte[SMALL], 0, SMALL, ElementKind.BYTE, 1, TAG, false)),
        SYNCHRONOUS((job, space) -> send(job, space, new byte[SMALL], 0, SMALL, true)),
        COPIED((job, space) -> send(job, space, new byte[MEDIUM], 0, MEDIUM, false)),
        FROM_HEAP((job, space) -> send(job, space, null, job.heaps[0], LARGE, false)),
        IN_PARTS((job, space) -> send(job, space, new byte[LARGE], 0, LARGE, false)),
        GIVEN((job, space) -> space.give(job.blocks[0].allocate(ElementKind.BYTE, SMALL, 0), 1, TAG)),

        /** Slots are taken before the error, and the receiver passes over them. */
        UNREADABLE((_, space) -> assertThrows(
                IndexOutOfBoundsException.class,
                () -> space.send(new byte[SMALL - 1], 0, SMALL, ElementKind.BYTE, 1, TAG, false)));

        private final Send send;

        Sent(Send send) {
            this.send = send;
        }
    }

    /** PE 2 has nothing to do with the messages. */
    private static MessageJob job(int nodeOfReceiver) {
        return new MessageJob(false, 0, nodeOfReceiver, 0);
    }

    private static Request receive(MessageSpace space, int bytes) {
        return space.irecv(new byte[bytes], 0, bytes, ElementKind.BYTE, 0, TAG);
    }

    /** As if threads of all PEs were about to sleep: their flag is the first word of a wait point. */
    private static void assertWakes(MessageJob job, int pe, Call call) throws Exception {
        for (int other = 0; other < job.pes; other++) {
            Memory.put32Volatile(job.waitPoints[other].of(other), 1);
        }
        call.run();
        final List<Integer> woken = IntStream.range(0, job.pes)
                .filter(other -> Memory.get32Volatile(job.waitPoints[other].of(other)) == 0)
                .boxed()
                .toList();
        assertEquals(List.of(pe), woken);
    }

    @ParameterizedTest
    @EnumSource
    void shouldWakeTheReceiver(Sent sent) throws Exception {
        try (MessageJob job = job(0)) {
            final MessageSpace[] spaces = job.open();
            assertWakes(job, 1, () -> sent.send.start(job, spaces[0]));
        }
    }

    /** Of one that cannot be read, nothing is sent. */
    @ParameterizedTest
    @EnumSource(names = "UNREADABLE", mode = EnumSource.Mode.EXCLUDE)
    void shouldWakeAReceiverOfAnotherNode(Sent sent) throws Exception {
        try (MessageJob job = job(1)) {
            final MessageSpace[] spaces = job.open();
            assertWakes(job, 1, () -> sent.send.start(job, spaces[0]));
        }
    }

    @Test
    void shouldWakeTheReceiverOfAMessageThatHasWaitedForRoom() throws Exception {
        try (MessageJob job = job(0)) {
            final MessageSpace[] spaces = job.open();
            for (int i = 0; i < MessageArea.SLOTS; i++) {
                Sent.SMALL_ONE.send.start(job, spaces[0]);
            }
            final MessageRequest late = send(job, spaces[0], new byte[SMALL], 0, SMALL, false);
            assertFalse(late.isDone);
            job.progress(1);
            assertWakes(job, 1, () -> job.progress(0));
            assertTrue(late.isDone);
        }
    }

    /** The sender waits until the receiver has it, or asks for it. */
    @ParameterizedTest
    @CsvSource({"SYNCHRONOUS, 0", "FROM_HEAP, 0", "IN_PARTS, 0", "SYNCHRONOUS, 1", "FROM_HEAP, 1", "IN_PARTS, 1"})
    void shouldWakeTheSenderWhenItsMessageIsReceived(Sent sent, int node) throws Exception {
        try (MessageJob job = job(node)) {
            final MessageSpace[] spaces = job.open();
            sent.send.start(job, spaces[0]);
            job.progress(1);
            assertWakes(job, 0, () -> receive(spaces[1], sent == Sent.SYNCHRONOUS ? SMALL : LARGE));
        }
    }

    /** In turn: the receiver when the sender has filled a pipe, the sender when the receiver has drained it. */
    @Test
    void shouldWakeBothSidesOfAPipe() throws Exception {
        try (MessageJob job = job(0)) {
            final MessageSpace[] spaces = job.open();
            final Request receive = receive(spaces[1], LARGE);
            final MessageRequest send = send(job, spaces[0], new byte[LARGE], 0, LARGE, false);
            for (long left = LARGE - Pipe.BYTES; left > 0; left -= Pipe.BYTES) {
                assertWakes(job, 0, () -> job.progress(1));
                assertWakes(job, 1, () -> job.progress(0));
            }
            assertWakes(job, 0, () -> job.progress(1));
            assertTrue(receive.test(null));
            assertTrue(send.test(null));
        }
    }

    @Test
    void shouldWakeTheReceiverOfAPipeWhenTheSenderClosesItsMessages() throws Exception {
        try (MessageJob job = job(0)) {
            final MessageSpace[] spaces = job.open();
            receive(spaces[1], LARGE);
            Sent.IN_PARTS.send.start(job, spaces[0]);
            job.progress(1);
            job.progress(0);
            assertWakes(job, 1, () -> job.closeByException(0, spaces));
        }
    }

    /** It need not wait for a receiver that no longer takes its message. */
    @ParameterizedTest
    @CsvSource({"SYNCHRONOUS, 0", "FROM_HEAP, 0", "IN_PARTS, 0", "SYNCHRONOUS, 1", "FROM_HEAP, 1", "IN_PARTS, 1"})
    void shouldWakeTheSenderWhenTheReceiverClosesItsMessages(Sent sent, int node) throws Exception {
        try (MessageJob job = job(node)) {
            final MessageSpace[] spaces = job.open();
            sent.send.start(job, spaces[0]);
            job.progress(1);
            assertWakes(job, 0, () -> job.closeByException(1, spaces));
        }
    }
}
