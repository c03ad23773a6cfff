package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.jshmem.IndexedBlocks;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.IndexedMemory;
import org.jshmem.internal.transport.IndexedTransfers;
import org.jshmem.internal.transport.Transport;
import org.jshmem.libfabric.SimulatedFabric;
import org.jshmem.schedules.Steps;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Transfers across the borders of regions, of which the fabric takes none: all bytes arrive at their places, and no
 * others change.
 */
class RegionSchedulesTest {
    private static final int OPERATIONS = 30;

    /** Where PEs put and get, and as much memory of their own. */
    private static final long THERE = 1000;

    private static final int BYTES = 24 << 10;
    private static final long HERE = THERE + BYTES + 200;

    /** Bytes: of an element; injected; by a bounce buffer; directly or by staging buffers. */
    private static final int[] SIZES = {8, 40, 300, 1000, 2056, 3000};

    @ParameterizedTest
    @CsvSource({"2, true, true", "3, false, false"})
    void shouldMoveAllBytes(int pes, boolean hasAgents, boolean isOrdered) {
        ScheduledNetwork.exploreRegions(pes, hasAgents, isOrdered, (job, network, pe, _) -> {
            final Transfers transfers =
                    new Transfers(network.access().over(network.transport(Steps.choose(2))), job, (pe + 1) % pes, pe);
            for (int i = 0; i < OPERATIONS; i++) {
                transfers.transfer();
            }
            job.meet(network);
        });
    }

    /** No key of a region that has no block, and none where the owner places the blocks. */
    @Test
    void shouldAskForKeysOfBlocksOnly() {
        ScheduledNetwork.exploreRegions(2, false, true, (job, network, pe, _) -> {
            if (pe == 0) {
                final Transport transport = network.access().over(network.transport(Steps.choose(2)));
                final long stride = 3 * SimulatedFabric.REGION_BYTES;
                final long here = job.memory(0, 0);
                transport.putBlocks(1, 0, stride, here, 8, 8, 5);
                assertEquals(List.of("SEND 96"), job.begun(0));
                transport.putBlocks(1, 0, stride, here, 8, 8, 2);
                transport.quiet();
                final List<String> keysAndWrites =
                        List.of("SEND 96", "SEND 48", "SEND 48", "WRITE 8 injected", "WRITE 8 injected");
                assertEquals(keysAndWrites, job.begun(0));
                transport.getBlocks(1, here, 8, stride, stride, 8, 3);
                final List<String> all = job.begun(0);
                assertEquals(
                        List.of("SEND 48", "SEND 48", "READ 8", "READ 8", "READ 8"),
                        all.subList(keysAndWrites.size(), all.size()),
                        "the key of the first block is here");
            }
            job.meet(network);
        });
    }

    /** One PE's transfers to and from memory of another one that it alone uses. */
    private static final class Transfers {
        private final Transport transport;
        private final int to;
        private final MemorySegment there;

        /** What has to be there, and in memory of this PE. */
        private final byte[] expectedThere = new byte[BYTES];

        private final byte[] expectedHere = new byte[BYTES];
        private MemorySegment here;
        private int count;

        Transfers(Transport transport, ScheduledNetwork job, int to, int pe) {
            this.transport = transport;
            this.to = to;
            this.there = memory(job.heap(to) + THERE);
            this.here = memory(Steps.choose(2) == 0 ? job.memory(pe, 0) : job.heap(pe) + HERE);
        }

        private static MemorySegment memory(long address) {
            return Memory.ALL.asSlice(address, BYTES);
        }

        /** Does one with other bytes than those before, and looks at all memory. */
        void transfer() {
            count++;
            for (int i = 0; i < BYTES; i++) {
                expectedHere[i] = (byte) (31 * count + 7 * i + (i >> 8));
            }
            MemorySegment.copy(expectedHere, 0, here, ValueLayout.JAVA_BYTE, 0, BYTES);
            final int bytes = SIZES[Steps.choose(SIZES.length)];
            final int at = Long.BYTES * Steps.choose((BYTES - bytes) / Long.BYTES);
            final int from = Long.BYTES * Steps.choose((BYTES - bytes) / Long.BYTES);
            switch (Steps.choose(7)) {
                case 0 -> contiguous(at, from, bytes);
                case 1 -> nonblocking(at, from, bytes);
                case 2 -> array(at, bytes / Long.BYTES);
                case 3 -> blocks();
                case 4 -> pieces(bytes);
                case 5 -> session(Math.min(at, BYTES - 64), Math.min(from, BYTES - 64));
                default -> words(at);
            }
            Steps.fence(); // what this PE copies itself
            assertArrayEquals(expectedThere, there.toArray(ValueLayout.JAVA_BYTE), "there");
            assertArrayEquals(expectedHere, here.toArray(ValueLayout.JAVA_BYTE), "here");
        }

        private boolean puts() {
            return Steps.choose(2) == 0;
        }

        private void copy(boolean puts, int at, int from, int bytes) {
            if (puts) {
                System.arraycopy(expectedHere, from, expectedThere, at, bytes);
            } else {
                System.arraycopy(expectedThere, at, expectedHere, from, bytes);
            }
        }

        private void contiguous(int at, int from, int bytes) {
            final boolean puts = puts();
            if (puts) {
                transport.put(to, THERE + at, here.address() + from, bytes);
                transport.quiet();
            } else {
                transport.get(to, here.address() + from, THERE + at, bytes);
            }
            copy(puts, at, from, bytes);
        }

        private void nonblocking(int at, int from, int bytes) {
            final boolean puts = puts();
            if (puts) {
                transport.putNbi(to, THERE + at, here.address() + from, bytes);
            } else {
                transport.getNbi(to, here.address() + from, THERE + at, bytes);
            }
            if (Steps.choose(2) == 0) {
                transport.completeLocally();
                if (puts) {
                    copy(true, at, from, bytes);
                    here.asSlice(from, bytes).fill((byte) -1); // free for other use
                    Arrays.fill(expectedHere, from, from + bytes, (byte) -1);
                    transport.quiet();
                    return;
                }
            }
            transport.quiet();
            copy(puts, at, from, bytes);
        }

        /** Of a few words, which are collected. */
        private void session(int at, int from) {
            Steps.storeAtOnce(); // a lock of the JVM hands on what is collected
            final Transport session = transport.startSession();
            assertSame(session, session.startSession());
            for (int i = 0; i < 4 * Long.BYTES; i += Long.BYTES) {
                session.put(to, THERE + at + i, here.address() + from + i, Long.BYTES);
                copy(true, at + i, from + i, Long.BYTES);
            }
            assertSame(transport, session.stopSession());
            transport.quiet();
        }

        private void array(int at, int nelems) {
            final long[] array = new long[nelems + 2];
            final MemorySegment elements = MemorySegment.ofArray(array);
            if (puts()) {
                MemorySegment.copy(here, 0, elements, 0, elements.byteSize());
                transport.putArray(to, THERE + at, array, 1, nelems, ValueLayout.JAVA_LONG);
                Arrays.fill(array, -1);
                transport.quiet();
                System.arraycopy(expectedHere, Long.BYTES, expectedThere, at, nelems * Long.BYTES);
            } else {
                transport.getArray(to, array, 1, THERE + at, nelems, ValueLayout.JAVA_LONG);
                final byte[] all = elements.toArray(ValueLayout.JAVA_BYTE);
                final byte[] expected = new byte[all.length];
                System.arraycopy(expectedThere, at, expected, Long.BYTES, nelems * Long.BYTES);
                assertArrayEquals(expected, all, "the array");
            }
        }

        private void blocks() {
            final boolean puts = puts();
            final int blockBytes = Long.BYTES << Steps.choose(10);
            final int most = BYTES / 3 / blockBytes;
            final int nblocks = 1 + Steps.choose(Math.min(most, 20));
            final int strideThere = blockBytes + Long.BYTES * Steps.choose(blockBytes / Long.BYTES + 1);
            final int strideHere = blockBytes + Long.BYTES * Steps.choose(blockBytes / Long.BYTES + 1);
            final int at = Long.BYTES * Steps.choose(BYTES / 3 / Long.BYTES);
            if (puts) {
                transport.putBlocks(to, THERE + at, strideThere, here.address(), strideHere, blockBytes, nblocks);
                transport.quiet();
            } else {
                transport.getBlocks(to, here.address(), strideHere, THERE + at, strideThere, blockBytes, nblocks);
            }
            for (int i = 0; i < nblocks; i++) {
                copy(puts, at + i * strideThere, i * strideHere, blockBytes);
            }
        }

        /** Two, of which the second is a byte. */
        private void pieces(int bytes) {
            final boolean puts = puts();
            final int at = Steps.choose(BYTES - bytes - 10);
            final IndexedBlocks blocksHere = IndexedBlocks.of(new long[] {0, bytes + 1L}, new long[] {bytes, 1});
            final IndexedBlocks blocksThere = IndexedBlocks.of(new long[] {at, at + bytes + 9L}, new long[] {bytes, 1});
            final IndexedMemory memory = new IndexedMemory(null, here.address(), blocksHere, 1);
            if (puts) {
                IndexedTransfers.put(transport, to, THERE, blocksThere, memory);
                transport.quiet();
            } else {
                IndexedTransfers.get(transport, to, memory, THERE, blocksThere);
            }
            copy(puts, at, 0, bytes);
            copy(puts, at + bytes + 9, bytes + 1, 1);
        }

        private void words(int at) {
            final MemorySegment word = MemorySegment.ofArray(expectedThere).asSlice(at, Long.BYTES);
            final long before = word.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
            assertEquals(before, transport.atomic(to, Atomic.ADD, Long.BYTES, THERE + at, count, 0));
            transport.update(to, Atomic.XOR, Long.BYTES, THERE + at, 77);
            transport.signal(to, Atomic.ADD, THERE + at, 5);
            transport.quiet();
            word.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, (before + count ^ 77) + 5);
        }
    }
}
