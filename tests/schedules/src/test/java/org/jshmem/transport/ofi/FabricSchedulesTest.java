package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import org.jshmem.IndexedBlocks;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.IndexedMemory;
import org.jshmem.internal.transport.IndexedTransfers;
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
