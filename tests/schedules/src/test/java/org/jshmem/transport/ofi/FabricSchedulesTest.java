package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.IndexedBlocks;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.IndexedMemory;
import org.jshmem.internal.transport.IndexedTransfers;
import org.jshmem.internal.transport.Transport;
import org.jshmem.schedules.Steps;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The network's transport: what quiet and fence promise of puts, gets, updates, signals, atomics and blocks, while
 * operations happen late and in any order, buffers and slots are few, and other threads do the same.
 */
class FabricSchedulesTest {
    private static final int ROUNDS = 2;

    /** Bytes: injected; by a bounce buffer; directly or by staging buffers, in several pieces. */
    private static final int[] SIZES = {8, 40, 48, 1000, 2056, 3000};

    private static final int PUTS = 3;
    private static final long PUT_BYTES = 3072;
    private static final long THREAD_BYTES = PUTS * PUT_BYTES;
    private static final int THREADS = 2;
    private static final long BLOCKS = 5;

    /** Offsets in heaps: words; what threads of the neighbour put; what threads put and get. */
    private static final long X = 0;

    private static final long FLAG = 64;
    private static final long WORDS = 128;
    private static final long PUT = 1024;
    private static final long OWN = PUT + THREADS * THREAD_BYTES;

    @ParameterizedTest
    @CsvSource({"2, 1, false, false", "2, 1, true, true", "3, 1, true, false", "2, 2, true, true", "2, 2, false, false"
    })
    void shouldHaveDeliveredAfterQuiet(int pes, int threads, boolean hasAgents, boolean isOrdered) {
        ScheduledNetwork.explore(pes, threads, hasAgents, isOrdered, (job, network, pe, thread) -> {
            final OfiTransport transport = network.transport(Steps.choose(2));
            final int to = (pe + 1) % pes;
            final long region = PUT + thread * THREAD_BYTES;
            final long heap = job.heap(pe) + OWN + thread * THREAD_BYTES;
            final int[] sizes = new int[PUTS];
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < PUTS; i++) {
                    sizes[i] = SIZES[Steps.choose(SIZES.length)];
                    final long source = (Steps.choose(2) == 0 ? job.memory(pe, thread) : heap) + i * PUT_BYTES;
                    fill(source, sizes[i], value(pe, thread, round, i));
                    if (Steps.choose(2) == 0) {
                        transport.put(to, region + i * PUT_BYTES, source, sizes[i]);
                        fill(source, sizes[i], (byte) -1); // free for other use
                    } else {
                        transport.putNbi(to, region + i * PUT_BYTES, source, sizes[i]);
                    }
                }
                transport.quiet();
                for (int i = 0; i < PUTS; i++) {
                    requireAll(job.heap(to) + region + i * PUT_BYTES, sizes[i], value(pe, thread, round, i));
                }
                for (int i = 0; i < PUTS; i++) {
                    final long dest = Steps.choose(2) == 0 ? job.memory(pe, thread) : heap;
                    if (Steps.choose(2) == 0) {
                        transport.get(to, dest, region + i * PUT_BYTES, sizes[i]);
                    } else {
                        transport.getNbi(to, dest, region + i * PUT_BYTES, sizes[i]);
                        transport.quiet();
                    }
                    requireAll(dest, sizes[i], value(pe, thread, round, i));
                }
                job.meet(network);
            }
        });
    }

    /** Transfers of memory of a truncated file throw, as often as they are repeated, and take no buffer away. */
    @Test
    void shouldGoOnAfterTransfersOfMemoryThatIsNotThere() {
        ScheduledNetwork.explore(2, 1, true, false, (job, network, pe, _) -> {
            final OfiTransport transport = network.transport(Steps.choose(2));
            final int to = 1 - pe;
            final long memory = job.memory(pe, 0);
            for (int i = 0; i < 4; i++) {
                final int size = SIZES[2 + Steps.choose(SIZES.length - 2)];
                assertThrows(InternalError.class, () -> transport.put(to, PUT, Memory.TRUNCATED, size));
                assertThrows(InternalError.class, () -> transport.get(to, Memory.TRUNCATED, PUT, size));
                assertThrows(InternalError.class, () -> transport.putBlocks(to, PUT, 128, Memory.TRUNCATED, 64, 64, 5));
            }
            for (int size : SIZES) {
                fill(memory, size, (byte) size);
                transport.put(to, PUT, memory, size);
                transport.quiet();
                fill(memory, size, (byte) -1);
                transport.get(to, memory, PUT, size);
                requireAll(memory, size, (byte) size);
            }
            job.meet(network);
        });
    }

    /** Transfers that need staging buffers, which cannot be registered, throw; the same transfers work later. */
    @Test
    void shouldGoOnAfterTransfersForWhichThereAreNoBuffers() {
        ScheduledNetwork.explore(2, 1, true, false, (job, network, pe, _) -> {
            final OfiTransport transport = network.transport(Steps.choose(2));
            final int to = 1 - pe;
            final long memory = job.memory(pe, 0);
            final byte[] array = new byte[3000];
            final List<Runnable> transfers = List.of(
                    () -> transport.get(to, memory, PUT, 3000),
                    () -> transport.getArray(to, array, 0, PUT, 3000, ValueLayout.JAVA_BYTE),
                    () -> transport.getBlocks(to, memory, 8, PUT, 16, 8, 5),
                    () -> transport.put(to, PUT, memory, 3000),
                    () -> transport.putBlocks(to, PUT, 8, memory, 16, 8, 5));
            network.domain().limitTo(0);
            for (Runnable transfer : transfers) {
                assertThrows(ShmemOutOfMemoryException.class, transfer::run);
            }
            network.domain().limitTo(Integer.MAX_VALUE);
            transfers.forEach(Runnable::run);
            transport.quiet();
            job.meet(network);
        });
    }

    /** A PE that gets a message which it cannot handle ends the job; its sender would wait for ever. */
    @Test
    void shouldEndTheJobForAMessageThatCannotBeHandled() {
        final AssertionError error = assertThrows(
                AssertionError.class,
                () -> ScheduledNetwork.explore(2, 1, true, true, (job, network, pe, _) -> {
                    if (pe == 0) {
                        network.transport(0).update(1, Atomic.ADD, Long.BYTES, 1L << 40, 1);
                        network.transport(0).quiet();
                    }
                    job.meet(network);
                }));
        assertTrue(error.getMessage().contains("an atomic operation on offset=1099511627776"), error::getMessage);
    }

    /** A PE that asks for a key learns it, or why there is none, and goes on. */
    @Test
    void shouldTellKeysOrWhyThereAreNone() {
        ScheduledNetwork.explore(2, 1, true, true, (job, network, pe, _) -> {
            final OfiTransport transport = network.transport(Steps.choose(2));
            final int to = 1 - pe;
            assertEquals(~64, transport.askKey(to, 64));
            final String gone = assertThrows(IllegalStateException.class, () -> transport.askKey(to, HeapsAccess.GONE))
                    .getMessage();
            assertEquals("the shared memory of PE " + to + " was freed or reallocated", gone);
            assertThrows(ShmemOutOfMemoryException.class, () -> transport.askKey(to, HeapsAccess.NOT_REGISTERED));
            assertEquals(~72, transport.askKey(to, 72));
            job.meet(network);
        });
    }

    /** Another thread may poll the channels of contexts while the network ends. */
    @Test
    void shouldNotPollAChannelThatIsClosed() {
        ScheduledNetwork.explore(2, 1, true, true, (job, network, pe, _) -> {
            final Channel channel = network.transport(1).channel();
            job.meet(network);
            channel.close();
            assertFalse(channel.poll());
            job.meet(network);
        });
    }

    /** A refusal says that a connection is broken, unless something is under way to that very PE. */
    @Test
    void shouldTakeARefusalForABrokenConnectionUnlessThatPeIsWrittenTo() {
        ScheduledNetwork.explore(3, 1, true, true, (job, network, pe, _) -> {
            if (pe == 0) {
                final int to = 1 + Steps.choose(2);
                for (int i = 0; i < PUTS; i++) {
                    network.transport(0).putNbi(to, PUT, job.memory(0, 0), 1000);
                }
                final Heartbeat.Beginning beginning = network.readHeartbeat(1, job.memory(0, 0));
                assertTrue(
                        beginning != (to == 1 ? Heartbeat.Beginning.REFUSED : Heartbeat.Beginning.HELD_UP),
                        beginning + " while PE " + to + " is written to");
                network.transport(0).quiet();
            }
            job.meet(network);
        });
    }

    private static byte value(int pe, int thread, int round, int put) {
        return (byte) (1 + pe + 4 * thread + 8 * round + 32 * put);
    }

    /** PE 0 puts data and adds, and then raises a flag after a fence, or puts data and then signals. */
    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void shouldNotShowAFlagBeforeWhatWasFenced(boolean hasAgents, boolean isOrdered) {
        final int[] size = {0};
        ScheduledNetwork.explore(2, 1, hasAgents, isOrdered, (job, network, pe, _) -> {
            final OfiTransport transport = network.transport(Steps.choose(2));
            for (int round = 1; round <= ROUNDS; round++) {
                if (pe == 0) {
                    final long source = job.memory(0, 0);
                    size[0] = SIZES[Steps.choose(SIZES.length)];
                    fill(source, size[0], (byte) round);
                    Memory.ALL.set(ValueLayout.JAVA_LONG, source + PUT_BYTES, round);
                    transport.put(1, PUT, source, size[0]);
                    transport.update(1, Atomic.ADD, Long.BYTES, X, 1);
                    if (Steps.choose(2) == 0) {
                        transport.fence();
                        transport.put(1, FLAG, source + PUT_BYTES, Long.BYTES);
                    } else {
                        transport.signal(1, Atomic.SET, FLAG, round);
                    }
                } else {
                    network.awaitWord(job.heap(1) + FLAG, round);
                    requireAll(job.heap(1) + PUT, size[0], (byte) round);
                    assertEquals(round, Memory.get64(job.heap(1) + X), "an update before the flag");
                }
                job.meet(network);
            }
        });
    }

    /**
     * All count on PE 0's word, which does so, too, and each counts on words of its own without asking for a result.
     */
    @ParameterizedTest
    @CsvSource({"2, 1, false, false", "3, 1, true, true", "2, 2, true, false", "2, 2, false, true"})
    void shouldLoseNoUpdate(int pes, int threads, boolean hasAgents, boolean isOrdered) {
        ScheduledNetwork.explore(pes, threads, hasAgents, isOrdered, (job, network, pe, thread) -> {
            final OfiTransport transport = network.transport(Steps.choose(2));
            final long own = WORDS + (long) (pe * threads + thread) * Long.BYTES;
            for (int round = 1; round <= ROUNDS; round++) {
                for (int other = 0; other < pes; other++) {
                    if (other != pe) {
                        transport.update(other, Atomic.ADD, Long.BYTES, own, 1);
                    }
                }
                final long value = pe == 0
                        ? Atomic.ADD.execute(Long.BYTES, job.heap(0) + X, 1, 0)
                        : transport.atomic(0, Atomic.ADD, Long.BYTES, X, 1, 0);
                assertTrue(job.values.add(value), "a value twice");
                transport.quiet();
                for (int other = 0; other < pes; other++) {
                    if (other != pe) {
                        assertEquals(round, Memory.get64(job.heap(other) + own), "updates after a quiet");
                    }
                }
            }
            job.meet(network);
            assertEquals((long) pes * threads * ROUNDS, Memory.get64(job.heap(0) + X));
        });
    }

    /** Blocks of a grid, there and back; at the target they lie apart, so that the owner places them, or together. */
    @ParameterizedTest
    @CsvSource({"2, false, false", "2, true, true", "3, true, false"})
    void shouldPlaceBlocks(int pes, boolean hasAgents, boolean isOrdered) {
        ScheduledNetwork.explore(pes, 1, hasAgents, isOrdered, (job, network, pe, _) -> {
            final OfiTransport transport = network.transport(Steps.choose(2));
            final int to = (pe + 1) % pes;
            final long heap = job.heap(pe) + OWN;
            final long[] blockBytes = new long[PUTS];
            final long[] strides = new long[PUTS];
            for (int round = 0; round < ROUNDS; round++) {
                final long source = Steps.choose(2) == 0 ? job.memory(pe, 0) : heap;
                for (int i = 0; i < PUTS; i++) {
                    blockBytes[i] = 8L << Steps.choose(5);
                    strides[i] = blockBytes[i] * (1 + Steps.choose(3));
                    fill(source, BLOCKS * 2 * blockBytes[i], value(pe, 0, round, i));
                    transport.putBlocks(
                            to, PUT + i * PUT_BYTES, strides[i], source, 2 * blockBytes[i], blockBytes[i], BLOCKS);
                    fill(source, BLOCKS * 2 * blockBytes[i], (byte) -1);
                }
                transport.quiet();
                for (int i = 0; i < PUTS; i++) {
                    final long region = PUT + i * PUT_BYTES;
                    for (long block = 0; block < BLOCKS; block++) {
                        requireAll(job.heap(to) + region + block * strides[i], blockBytes[i], value(pe, 0, round, i));
                    }
                    transport.getBlocks(to, source, blockBytes[i], region, strides[i], blockBytes[i], BLOCKS);
                    requireAll(source, BLOCKS * blockBytes[i], value(pe, 0, round, i));
                }
                job.meet(network);
            }
        });
    }

    /** Pieces of a few hundred bytes, there and back; those of a put are free for other use when it returns. */
    @ParameterizedTest
    @CsvSource({"2, false, false", "2, true, true", "3, true, false"})
    void shouldPlacePieces(int pes, boolean hasAgents, boolean isOrdered) {
        ScheduledNetwork.explore(pes, 1, hasAgents, isOrdered, (job, network, pe, _) -> {
            final OfiTransport transport = network.transport(Steps.choose(2));
            final int to = (pe + 1) % pes;
            for (int round = 0; round < ROUNDS; round++) {
                final long source = Steps.choose(2) == 0 ? job.memory(pe, 0) : job.heap(pe) + OWN;
                final byte value = value(pe, 0, round, 0);
                final int length = 1 + Steps.choose((int) PUT_BYTES / 2);
                final IndexedBlocks here = IndexedBlocks.of(new long[] {0, length + 1L}, new long[] {length, 1});
                final IndexedBlocks there = IndexedBlocks.of(new long[] {2, length + 9L}, new long[] {length, 1});
                fill(source, length + 2L, value);
                final IndexedMemory memory = new IndexedMemory(null, source, here, 1);
                IndexedTransfers.put(transport, to, PUT, there, memory);
                fill(source, length + 2L, (byte) -1);
                transport.quiet();
                requireAll(job.heap(to) + PUT + 2, length, value);
                requireAll(job.heap(to) + PUT + 9 + length, 1, value);
                IndexedTransfers.get(transport, to, memory, PUT, there);
                requireAll(source, length, value);
                requireAll(source + length, 1, (byte) -1);
                requireAll(source + length + 1, 1, value);
                job.meet(network);
            }
        });
    }

    /**
     * Small operations of a session take effect in the order of the program; so do their results, and operations that
     * do not wait for a quiet.
     */
    @ParameterizedTest
    @CsvSource({"2, 1, false, false", "2, 1, true, true", "3, 1, true, false", "2, 2, true, true"})
    void shouldExecuteSmallOperationsOfASessionInOrder(int pes, int threads, boolean hasAgents, boolean isOrdered) {
        ScheduledNetwork.explore(pes, threads, hasAgents, isOrdered, (job, network, pe, thread) -> {
            Steps.storeAtOnce(); // a lock, a variable of the JVM, hands on what is collected
            final OfiTransport transport = network.transport(Steps.choose(2));
            final SessionModel model = new SessionModel(
                    job, (pe + 1) % pes, PUT + (long) (pe * threads + thread) * SessionModel.BYTES, pe, thread);
            Transport session = transport.startSession();
            for (int round = 0; round < ROUNDS; round++) {
                for (int count = Steps.choose(30); count >= 0; count--) {
                    model.operate(session, job.memory(pe, thread));
                }
                if (Steps.choose(2) == 0) {
                    session.quiet();
                } else {
                    assertSame(transport, session.stopSession());
                    transport.quiet();
                    session = transport.startSession();
                }
                model.compare();
            }
            session.stopSession();
            job.meet(network);
        });
    }

    /** A thread's quiet has the results of that thread, whatever another one sends meanwhile. */
    @Test
    void shouldHaveResultsAfterQuietWhileAnotherThreadUpdates() {
        ScheduledNetwork.explore(2, 2, true, true, (job, network, pe, thread) -> {
            Steps.storeAtOnce(); // as above
            if (pe == 0 && thread == 0) {
                final Transport session = network.transport(0).startSession();
                final long result = job.memory(0, 0);
                for (long round = 1; round <= 3 * ROUNDS; round++) {
                    fill(result, Long.BYTES, (byte) -1);
                    session.fetchNbi(1, Atomic.ADD, Long.BYTES, X, 1, 0, result);
                    session.quiet();
                    assertEquals(round - 1, Memory.get64(result));
                }
                session.stopSession();
            } else if (pe == 0) {
                final Transport session = network.transport(0).startSession();
                for (int i = 0; i < 2 * ROUNDS; i++) {
                    network.transport(0).update(1, Atomic.ADD, Long.BYTES, FLAG, 1);
                    session.fetchNbi(1, Atomic.ADD, Long.BYTES, FLAG, 1, 0, job.memory(0, 1));
                    session.putNbi(1, PUT, job.memory(0, 1), Batches.MOST_BYTES + 8); // sends the batch before it
                }
                session.stopSession();
            } else {
                for (int i = 0; i < 4 * ROUNDS; i++) {
                    network.transport(0).put(0, PUT, job.memory(1, thread), Long.BYTES); // takes room for answers
                }
            }
            job.meet(network);
        });
    }

    /** A PE that has no room for answers, as another one takes nothing, is sent updates of many contexts. */
    @Test
    void shouldAcknowledgeManyContextsOnceThereIsRoom() {
        final int contexts = 150;
        ScheduledNetwork.explore(3, 1, false, true, (job, network, pe, _) -> {
            final long word = job.heap(0) + X;
            if (pe == 0) {
                for (int i = 0; i < 30; i++) {
                    network.transport(0).update(2, Atomic.ADD, Long.BYTES, X, 1);
                }
            } else if (pe == 1) {
                for (int i = 0; i < contexts; i++) {
                    network.transport(i).update(0, Atomic.ADD, Long.BYTES, X, 1);
                }
                for (int i = 0; i < contexts; i++) {
                    network.transport(i).quiet();
                }
                assertEquals(contexts, Memory.get64(word));
            } else {
                network.computeUntil(() -> Memory.ALL.get(ValueLayout.JAVA_LONG, word) == contexts);
            }
            job.meet(network);
        });
    }

    /** Results for a PE that takes none do not delay those for another one. */
    @Test
    void shouldHaveResultsBesideAPeThatTakesNone() {
        ScheduledNetwork.explore(3, 1, false, true, (job, network, pe, _) -> {
            job.giveRoomForEachPe();
            Steps.storeAtOnce(); // as above
            final Transport session = network.transport(0).startSession();
            final long memory = job.memory(pe, 0);
            if (pe == 1) {
                network.computeUntil(() -> job.values.contains(2L));
                session.fetchNbi(0, Atomic.ADD, Long.BYTES, X, 1, 0, memory);
                session.quiet();
                job.values.add(1L);
            } else if (pe == 2) {
                for (int i = 0; i < 20; i++) {
                    session.getNbi(0, memory + (long) i * Long.BYTES, FLAG, Long.BYTES);
                    session.putNbi(0, PUT, memory + PUT_BYTES, Batches.MOST_BYTES + 8); // sends the batch before it
                }
                job.values.add(2L);
                network.computeUntil(() -> job.values.contains(1L));
            }
            session.stopSession();
            job.meet(network);
        });
    }

    /** Nor does what a session has collected for such a PE delay what it has collected for another one. */
    @Test
    void shouldSendWhatASessionHasCollectedBesideAPeThatTakesNothing() {
        ScheduledNetwork.explore(3, 1, false, true, (job, network, pe, _) -> {
            job.giveRoomForEachPe();
            Steps.storeAtOnce(); // as above
            if (pe == 0) {
                final Transport session = network.transport(0).startSession();
                boolean hasRoom = true;
                while (hasRoom) { // a message that PE 2 drops
                    hasRoom = network.transport(0).channel().send(2, job.memory(0, 0), Long.BYTES);
                }
                session.update(1, Atomic.ADD, Long.BYTES, X, 1);
                session.update(2, Atomic.ADD, Long.BYTES, X, 1);
                session.quiet();
                session.stopSession();
            } else if (pe == 1) {
                network.awaitWord(job.heap(1) + X, 1);
                job.values.add(1L);
            } else {
                network.computeUntil(() -> job.values.contains(1L));
            }
            job.meet(network);
        });
    }

    /** What a session has collected goes to its PE while the program computes. */
    @Test
    void shouldSendWhatASessionHasCollectedWhileTheProgramComputes() {
        ScheduledNetwork.explore(2, 1, true, true, (job, network, pe, _) -> {
            Steps.storeAtOnce(); // as above
            final Transport session = network.transport(Steps.choose(2)).startSession();
            for (int round = 1; round <= ROUNDS; round++) {
                final long arrived = round;
                if (pe == 0) {
                    Memory.put64(job.memory(0, 0), round);
                    session.put(1, FLAG, job.memory(0, 0), Long.BYTES);
                    network.computeUntil(() -> Memory.ALL.get(ValueLayout.JAVA_LONG, job.heap(1) + FLAG) == arrived);
                }
                job.meet(network);
            }
            session.stopSession();
        });
    }

    /** An operation that a session does not collect follows what it has collected for the same PE. */
    @Test
    void shouldSendWhatASessionHasCollectedBeforeOtherOperationsOnThatPe() {
        ScheduledNetwork.explore(3, 1, false, true, (job, network, pe, _) -> {
            if (pe == 0) {
                final Transport session = network.transport(Steps.choose(2)).startSession();
                final long here = job.heap(0) + OWN;
                final IndexedBlocks apart = IndexedBlocks.of(new long[] {0, 20}, new long[] {9, 9});
                final IndexedMemory pieces = new IndexedMemory(null, here, apart, Long.BYTES);
                final long[] array = new long[9];
                final Map<String, Runnable> operations = new LinkedHashMap<>();
                operations.put("WRITE 72 put", () -> session.put(1, PUT, here, 72));
                operations.put("WRITE 72 putNbi", () -> session.putNbi(1, PUT, here, 72));
                operations.put("WRITE 72 putArray", () -> session.putArray(1, PUT, array, 0, 9, ValueLayout.JAVA_LONG));
                operations.put("WRITE 72 putBlocks", () -> session.putBlocks(1, PUT, 8, here, 8, 8, 9));
                operations.put("WRITE 72+72 putPieces", () -> IndexedTransfers.put(session, 1, PUT, apart, pieces));
                operations.put("READ 8 get", () -> session.get(1, here, PUT, 8));
                operations.put("READ 72 getNbi", () -> session.getNbi(1, here, PUT, 72));
                operations.put("READ 8 getArray", () -> session.getArray(1, array, 0, PUT, 1, ValueLayout.JAVA_LONG));
                operations.put("READ 24 getBlocks", () -> session.getBlocks(1, here, 8, PUT, 16, 8, 2));
                operations.put("READ 72+72 getPieces", () -> IndexedTransfers.get(session, 1, pieces, PUT, apart));
                operations.put("SEND 48 atomic", () -> session.atomic(1, Atomic.ADD, Long.BYTES, X, 1, 0));
                operations.forEach((name, operation) -> {
                    session.update(2, Atomic.ADD, Long.BYTES, X, 1);
                    session.update(1, Atomic.ADD, Long.BYTES, X, 1);
                    final int before = job.begun(0).size();
                    operation.run();
                    final List<String> begun =
                            job.begun(0).subList(before, job.begun(0).size());
                    assertEquals("SEND 48", begun.getFirst(), name);
                    assertEquals(
                            name, begun.getLast().replace(" injected", "") + name.substring(name.lastIndexOf(' ')));
                    session.quiet();
                });
            }
            job.meet(network);
        });
    }

    /** They may say that the network is the limit. */
    @Test
    void shouldCountWhatItHasToRepeat() {
        ScheduledNetwork.explore(2, 1, false, true, (job, network, pe, _) -> {
            final OfiTransport[] transports = {network.transport(0), network.transport(1)};
            for (int i = 0; i < 10; i++) {
                transports[Steps.choose(2)].putNbi(1 - pe, PUT, job.memory(pe, 0), 1000);
            }
            transports[0].quiet();
            transports[1].quiet();
            assertEquals(job.fabric().refused(2 * pe) + job.fabric().refused(2 * pe + 1), network.retries());
            job.meet(network);
        });
    }

    /** Each transfer takes the way that suits its size and its memory, by no more operations than it has to. */
    @Test
    void shouldTransferByFewOperations() {
        ScheduledNetwork.explore(2, 1, false, true, (job, network, pe, _) -> {
            if (pe == 0) {
                final OfiTransport transport = network.transport(Steps.choose(2));
                final long heap = job.heap(0) + OWN;
                final long outside = job.memory(0, 0);
                final Ways ways = new Ways(job, transport);
                for (long from : new long[] {heap, outside}) {
                    ways.check("WRITE 40", () -> transport.put(1, PUT, from, 40));
                    ways.check("WRITE 41", () -> transport.putNbi(1, PUT, from, 41));
                    ways.check("WRITE 2048", () -> transport.put(1, PUT, from, 2048));
                    ways.check("WRITE 320", () -> transport.putBlocks(1, PUT, 64, from, 128, 64, 5));
                    ways.check("WRITE 1024, WRITE 64", () -> transport.putBlocks(1, PUT, 64, from, 128, 64, 17));
                    ways.check("SEND 376", () -> transport.putBlocks(1, PUT, 128, from, 64, 64, 5));
                    ways.check("SEND 2040, SEND 120", () -> transport.putBlocks(1, PUT, 128, from, 64, 64, 32));
                    ways.check("WRITE 64, WRITE 64", () -> transport.putBlocks(1, PUT, 128, from, 64, 64, 2));
                    ways.check("READ 264", () -> transport.getBlocks(1, from, 8, PUT, 64, 8, 5));
                    ways.check("READ 968, READ 8", () -> transport.getBlocks(1, from, 8, PUT, 64, 8, 17));
                    ways.check("READ 8, READ 8", () -> transport.getBlocks(1, from, 8, PUT, 1032, 8, 2));
                }
                ways.check("WRITE 1500, WRITE 556", () -> transport.put(1, PUT, heap, 2056));
                ways.check("WRITE 1500, WRITE 1500", () -> transport.putNbi(1, PUT, heap, 3000));
                ways.check("WRITE 1024, WRITE 1024, WRITE 8", () -> transport.put(1, PUT, outside, 2056));
                ways.check("READ 1500, READ 500", () -> transport.get(1, heap, PUT, 2000));
                ways.check("READ 1500, READ 500", () -> transport.getNbi(1, heap, PUT, 2000));
                ways.check("READ 1024, READ 976", () -> transport.getNbi(1, outside, PUT, 2000));
                ways.check(
                        "WRITE 1500, WRITE 700, WRITE 1500, WRITE 700",
                        () -> transport.putBlocks(1, PUT, 2208, heap, 2208, 2200, 2));
                ways.pieces("WRITE 10+20", "READ 10+20", heap, 10, 20);
                ways.pieces("WRITE 10+20, WRITE 30", "READ 10+20, READ 30", heap, 10, 20, 30);
                ways.pieces("WRITE 1400+100", "READ 1400+100", heap, 1400, 100);
                ways.pieces("WRITE 1400, WRITE 101+30", "READ 1400, READ 101+30", heap, 1400, 101, 30);
                ways.pieces(
                        "WRITE 9, WRITE 1500, WRITE 1, WRITE 9", "READ 9, READ 1500, READ 1, READ 9", heap, 9, 1501, 9);
                ways.pieces("WRITE 41, WRITE 42", "READ 41, READ 42", outside, 41, 42);
            }
            job.meet(network);
        });
    }

    /** What transfers ask the fabric for. */
    private record Ways(ScheduledNetwork job, OfiTransport transport) {
        void check(String expected, Runnable transfer) {
            final int before = job.begun(0).size();
            transfer.run();
            transport.quiet();
            final List<String> begun = job.begun(0);
            final List<String> added = begun.subList(before, begun.size());
            assertEquals(expected, String.join(", ", added).replace(" injected", ""));
            added.forEach(Ways::requireInjected);
        }

        /** Up to 40 bytes in all, except of a read, whose memory is not free at once. */
        private static void requireInjected(String operation) {
            final String[] words = operation.split(" ");
            final int bytes = Arrays.stream(words[1].split("\\+"))
                    .mapToInt(Integer::parseInt)
                    .sum();
            assertEquals(!words[0].equals("READ") && bytes <= 40, operation.endsWith(" injected"), operation);
        }

        /** Pieces that lie apart on both sides. */
        void pieces(String put, String get, long from, long... bytes) {
            final long[] places = new long[bytes.length];
            for (int i = 1; i < bytes.length; i++) {
                places[i] = places[i - 1] + bytes[i - 1] + 1;
            }
            final IndexedBlocks blocks = IndexedBlocks.of(places, bytes);
            final IndexedMemory memory = new IndexedMemory(null, from, blocks, 1);
            check(put, () -> IndexedTransfers.put(transport, 1, PUT, blocks, memory));
            check(get, () -> IndexedTransfers.get(transport, 1, memory, PUT, blocks));
        }
    }

    /** Not a step: nobody else uses this memory now. */
    private static void fill(long address, long bytes, byte value) {
        Memory.ALL.asSlice(address, bytes).fill(value);
    }

    private static void requireAll(long address, long bytes, byte value) {
        Steps.fence();
        for (long i = 0; i < bytes; i++) {
            final byte there = Memory.ALL.get(ValueLayout.JAVA_BYTE, address + i);
            if (there != value) {
                throw new AssertionError("byte " + i + " of " + bytes + " is " + there + ", not " + value);
            }
        }
    }
}
