package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import org.jshmem.IndexedBlocks;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.IndexedMemory;
import org.jshmem.internal.transport.IndexedTransfers;
import org.jshmem.internal.transport.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The job ends when the network reports an error, when a message cannot be handled, and when an error strikes in the
 * middle of an operation. In the last case it ends even if the program catches the error, because nobody knows what
 * became of the operation.
 */
class FailingFabricTest {
    private static final int LARGE = 3000;
    private static final long HERE = 8192;
    private static final long THERE = 1024;
    private static final IndexedBlocks PIECES = IndexedBlocks.of(new long[] {0, 700}, new long[] {300, 300});

    /** With memory of the heap, which the fabric can use, and other memory, which it cannot. */
    @FunctionalInterface
    private interface Call {
        void run(OfiTransport transport, long heap, long memory);
    }

    /** What the program does, by each way that an operation takes. */
    @SuppressWarnings("ImmutableEnumChecker") // the calls have no state
    enum Operation {
        INJECTED_PUT((transport, heap, memory) -> transport.put(1, THERE, memory, Long.BYTES)),
        BOUNCED_PUT((transport, heap, memory) -> transport.put(1, THERE, memory, 1000)),
        DIRECT_PUT((transport, heap, memory) -> transport.put(1, THERE, heap, LARGE)),
        STAGED_PUT((transport, heap, memory) -> transport.put(1, THERE, memory, LARGE)),
        ARRAY_PUT((transport, heap, memory) ->
                transport.putArray(1, THERE, new byte[LARGE], 0, LARGE, ValueLayout.JAVA_BYTE)),
        NONBLOCKING_PUT((transport, heap, memory) -> transport.putNbi(1, THERE, heap, LARGE)),
        DIRECT_GET((transport, heap, memory) -> transport.get(1, heap, THERE, LARGE)),
        STAGED_GET((transport, heap, memory) -> transport.get(1, memory, THERE, LARGE)),
        NONBLOCKING_GET((transport, heap, memory) -> transport.getNbi(1, heap, THERE, LARGE)),
        GATHERED_PUT((transport, heap, memory) -> transport.putBlocks(1, THERE, 8, memory, 16, 8, 5)),
        SCATTERED_PUT((transport, heap, memory) -> transport.putBlocks(1, THERE, 16, memory, 8, 8, 5)),
        LARGE_BLOCKS((transport, heap, memory) -> transport.putBlocks(1, THERE, LARGE + 8, heap, LARGE, LARGE, 2)),
        CLOSE_GET((transport, heap, memory) -> transport.getBlocks(1, memory, 8, THERE, 16, 8, 5)),
        DISTANT_GET((transport, heap, memory) -> transport.getBlocks(1, heap, 8, THERE, 2000, 8, 5)),
        PUT_OF_PIECES((transport, heap, memory) ->
                IndexedTransfers.put(transport, 1, THERE, PIECES, new IndexedMemory(null, heap, PIECES, 1))),
        GET_OF_PIECES((transport, heap, memory) ->
                IndexedTransfers.get(transport, 1, new IndexedMemory(null, heap, PIECES, 1), THERE, PIECES)),
        UPDATE((transport, heap, memory) -> transport.update(1, Atomic.ADD, Long.BYTES, THERE, 1)),
        ATOMIC((transport, heap, memory) -> transport.atomic(1, Atomic.ADD, Long.BYTES, THERE, 1, 0)),
        KEY((transport, heap, memory) -> transport.askKey(1, THERE)),
        SESSION((transport, heap, memory) -> {
            final Transport session = transport.startSession();
            session.put(1, THERE, memory, Long.BYTES);
            session.quiet();
        });

        private final Call call;

        Operation(Call call) {
            this.call = call;
        }

        void run(OfiTransport transport, long heap, long memory) {
            call.run(transport, heap, memory);
        }
    }

    /** Fails if the job does not end; what PE 0 does comes after a meeting of both PEs. */
    private static String messageOfEnd(ScheduledNetwork.Body body) {
        return assertThrows(
                        AssertionError.class,
                        () -> ScheduledNetwork.explore(2, 1, false, true, (job, network, pe, thread) -> {
                            job.meet(network);
                            if (pe == 0) {
                                body.run(job, network, pe, thread);
                            }
                            job.meet(network);
                        }))
                .getMessage();
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndTheJobAfterAnError(Operation operation) {
        final String end = messageOfEnd((job, network, _, _) -> {
            final OfiTransport transport = network.transport(0);
            job.fabric().strike(0);
            try {
                operation.run(transport, job.heap(0) + HERE, job.memory(0, 0));
                throw new IllegalStateException("it does not come to " + operation);
            } catch (StackOverflowError e) {
                transport.put(1, THERE, job.memory(0, 0), Long.BYTES);
            }
        });
        assertTrue(
                end.contains("AssertionError: a java.lang.StackOverflowError has struck in the middle of an operation"),
                end);
    }

    /** The read of the word may be under way, or not. */
    @Test
    void shouldEndTheJobAfterAnErrorAtAHeartbeat() {
        final String end = messageOfEnd((job, network, _, _) -> {
            job.fabric().strike(0);
            try {
                network.readHeartbeat(1, job.memory(0, 0));
                throw new IllegalStateException("it does not come to the heartbeat");
            } catch (StackOverflowError e) {
                network.transport(0).put(1, THERE, job.memory(0, 0), Long.BYTES);
            }
        });
        assertTrue(end.contains("AssertionError: a java.lang.StackOverflowError has struck in the middle"), end);
    }

    /** As in the middle of a message from another PE, which is then lost. */
    @Test
    void shouldEndTheJobAfterAnErrorInAPoll() {
        final String end = assertThrows(
                        AssertionError.class,
                        () -> ScheduledNetwork.explore(2, 1, false, true, (job, network, pe, _) -> {
                            job.meet(network);
                            if (pe == 0) {
                                job.fabric().strike(2);
                                network.transport(0).update(1, Atomic.ADD, Long.BYTES, THERE, 1);
                                network.transport(0).quiet();
                            } else {
                                try {
                                    network.awaitWord(job.heap(1) + THERE, 2);
                                } catch (StackOverflowError e) {
                                    network.transport(0).channel().poll();
                                }
                            }
                        }))
                .getMessage();
        assertTrue(end.contains("AssertionError: a java.lang.StackOverflowError has struck in the middle"), end);
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndTheJobWithTheErrorOfTheNetwork(Operation operation) {
        final String end = messageOfEnd((job, network, _, _) -> {
            job.fabric().fail(0, 5);
            operation.run(network.transport(0), job.heap(0) + HERE, job.memory(0, 0));
            network.transport(0).quiet();
        });
        final String expected = (operation == Operation.UPDATE ? "an operation" : " with PE 1")
                + " failed on the network (tcp;simulated): simulated error 5";
        assertTrue(end.contains(expected), end);
    }

    @Test
    void shouldEndTheJobWithAnErrorThatIsNotOfAnOperation() {
        final String end = messageOfEnd((job, _, _, _) -> job.fabric().disturb(0, 7));
        assertTrue(
                end.contains("AssertionError: an operation failed on the network (tcp;simulated): simulated error 7"),
                end);
    }

    /** More of them than there are buffers; messages of PEs arrive nonetheless. */
    @Test
    void shouldIgnoreMessagesThatAreTooLongForOne() {
        ScheduledNetwork.explore(2, 1, true, true, (job, network, pe, _) -> {
            for (int i = 0; i < 5; i++) {
                if (pe == 0) {
                    job.fabric().truncate(2);
                }
                job.meet(network);
            }
            assertEquals(0, network.transport(0).atomic(1, Atomic.ADD, Long.BYTES, THERE + 8L * pe, 1, 0));
            job.meet(network);
        });
    }

    /** What is asked of PE 1 is not in its heap, or does not fit. */
    @ParameterizedTest
    @CsvSource({
        "1099511627776, 16, 'blocks for offset=1099511627776, stride=16, blockBytes=8, nblocks=5'",
        "65472, 16, 'blocks for offset=65472, stride=16, blockBytes=8, nblocks=5'",
        "1028, 0, 'an atomic operation on offset=1028, width=8'",
        "65536, 0, 'an atomic operation on offset=65536, width=8'",
        "65464, 16, ''",
        "65528, 0, ''",
    })
    void shouldEndTheJobForAMessageThatCannotBeHandled(long offset, long stride, String why) {
        final ScheduledNetwork.Body body = (job, network, _, _) -> {
            if (stride > 0) {
                network.transport(0).putBlocks(1, offset, stride, job.memory(0, 0), 8, 8, 5);
            } else {
                network.transport(0).atomic(1, Atomic.ADD, Long.BYTES, offset, 1, 0);
            }
            network.transport(0).quiet();
            if (why.isEmpty()) {
                throw new AssertionError("it is done");
            }
        };
        final String end = messageOfEnd(body);
        assertTrue(end.contains(why.isEmpty() ? "it is done" : why), end);
    }
}
