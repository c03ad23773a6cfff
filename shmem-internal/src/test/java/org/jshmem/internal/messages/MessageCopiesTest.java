package org.jshmem.internal.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jshmem.heap.Memory;
import org.jshmem.spi.Allocation;
import org.jshmem.testing.PeThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The ways in which the data of messages go from memory to memory; thread 0 is the sender, thread 1 the receiver. */
@Timeout(60)
class MessageCopiesTest {
    private static final int MOST_BYTES = 1 << 20;

    private final MemorySegment area = Arena.ofAuto().allocate(MessageArea.USED_BYTES, 128);
    private final MemorySegment from = Arena.ofAuto().allocate(MOST_BYTES, 64);
    private final MemorySegment to = Arena.ofAuto().allocate(MOST_BYTES, 64);
    private final long record = MessageArea.record(area.address(), 0);

    private void fill(int seed, int bytes) {
        for (int i = 0; i < bytes / Integer.BYTES; i++) {
            from.setAtIndex(ValueLayout.JAVA_INT, i, seed * 31 + i);
        }
        to.fill((byte) 0);
    }

    private static void later(int round) {
        final long end = System.nanoTime() + (round % 5) * 20_000L;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** The receiver returns when all is there, though the sender does a part of it; either may come late. */
    @Test
    void shouldCopyALargeMessageByBothSides() throws Exception {
        for (int round = 0; round < 60; round++) {
            final int late = round;
            final int bytes = (64 << 10) + round * 4100;
            fill(round, bytes);
            Memory.put64(record + MessageArea.STATE, MessageArea.POSTED);
            PeThreads.run(2, thread -> {
                if (thread == 0) {
                    while (Memory.get64Acquire(record + MessageArea.STATE) != MessageArea.OPEN) {
                        Thread.onSpinWait();
                    }
                    BlockCopy.some(record, from.address(), to.address(), bytes);
                } else {
                    later(late);
                    BlockCopy.all(record, from.address(), to.address(), 0, bytes);
                    assertEquals(-1, MemorySegment.mismatch(from, 0, bytes, to, 0, bytes), bytes + " bytes");
                }
            });
        }
    }

    /** The other side does nothing, or one block. */
    @Test
    void shouldCopyTheTailOfAMessageWithoutTheOtherSide() {
        for (int bytes : new int[] {65_536, 65_544, 98_303, 98_304, 98_305}) {
            fill(bytes, bytes);
            BlockCopy.all(record, from.address(), to.address(), 0, bytes);
            assertEquals(-1, MemorySegment.mismatch(from, 0, bytes, to, 0, bytes), bytes + " bytes");
            assertEquals(Math.ceilDiv(bytes, 32 << 10), Memory.get64(record + MessageArea.COPIED));
        }
    }

    /** The sender fills places only that the receiver has drained. */
    @Test
    void shouldFillAPipeNoFurtherThanItIsDrained() {
        final MemorySegment places = Arena.ofAuto().allocate(Pipe.BYTES, 64);
        final byte[] source = new byte[MOST_BYTES - 100];
        final byte[] dest = new byte[source.length];
        for (int i = 0; i < source.length; i++) {
            source[i] = (byte) (i * 7 + (i >> 12));
        }
        Memory.put64(record + MessageArea.FILLED, 0);
        Memory.put64(record + MessageArea.DRAINED, 0);
        long filled = 0;
        long drained = 0;
        while (drained < source.length) {
            filled = Pipe.fill(record, places.address(), source, 0, filled, source.length);
            assertTrue(filled - drained <= Pipe.BYTES, filled + " filled and " + drained + " drained");
            drained = Pipe.drain(record, places.address(), dest, 0, drained, source.length);
        }
        assertEquals(-1, Arrays.mismatch(source, dest));
    }

    /** The last pieces of a message of which more than 2^31 bytes have gone. */
    @Test
    void shouldPassTheEndOfAVeryLargeMessageThroughAPipe() {
        final long piece = 16 << 10;
        final long done = (3L << 30) + 2 * piece;
        final int bytes = (int) piece + 100;
        final MemorySegment places = Arena.ofAuto().allocate(Pipe.BYTES, 64);
        fill(5, bytes + 8);
        Memory.put64(record + MessageArea.FILLED, done / piece);
        Memory.put64(record + MessageArea.DRAINED, done / piece);
        assertEquals(
                done + bytes, Pipe.fill(record, places.address(), null, from.address() - done, done, done + bytes));
        assertEquals(done / piece + 2, Memory.get64(record + MessageArea.FILLED));
        final long first = (done / piece) % (Pipe.BYTES / piece) * piece;
        assertEquals(-1, MemorySegment.mismatch(from, 0, piece, places, first, first + piece));
        assertEquals(done + bytes, Pipe.drain(record, places.address(), null, to.address() - done, done, done + bytes));
        assertEquals(done / piece + 2, Memory.get64(record + MessageArea.DRAINED));
        assertEquals(-1, MemorySegment.mismatch(from, 0, bytes, to, 0, bytes));
        assertEquals(0, to.get(ValueLayout.JAVA_INT, bytes), "behind the message");
        assertEquals(done + bytes, Pipe.giveUp(record, MessageArea.DRAINED, done + bytes));
        assertEquals(done / piece + 2, Memory.get64(record + MessageArea.DRAINED));
    }

    @Test
    void shouldCopyTheLastBlocksOfAVeryLargeMessage() {
        final long block = 32 << 10;
        final long done = 5L << 30;
        final int bytes = 2 * (int) block + 100;
        fill(6, bytes + 8);
        Memory.put64(record + MessageArea.NEXT, done / block);
        Memory.put64(record + MessageArea.COPIED, done / block);
        BlockCopy.some(record, from.address() - done, to.address() - done, done + bytes);
        assertEquals(done / block + 3, Memory.get64(record + MessageArea.COPIED));
        assertEquals(-1, MemorySegment.mismatch(from, 0, bytes, to, 0, bytes));
        assertEquals(0, to.get(ValueLayout.JAVA_INT, bytes), "behind the message");
    }

    /** The sender learns where to copy, and that it may. */
    @Test
    void shouldTellTheSenderWhereToCopy() {
        final long dest = 7L << 40;
        BlockCopy.all(record, from.address(), to.address(), dest, 100);
        assertEquals(dest, Memory.get64(record + MessageArea.DEST));
        assertEquals(MessageArea.OPEN, Memory.get64(record + MessageArea.STATE));
    }

    /** A ring with room for some tickets gives no more. */
    @Test
    void shouldGiveNoSlotThatIsNotFree() {
        final SlotRing sender = new SlotRing(area.address());
        final SlotRing receiver = new SlotRing(area.address());
        long taken = 0;
        long read = 0;
        for (int round = 0; round < 1000; round++) {
            final int count = 1 + round % 5;
            for (long ticket = sender.take(count); ticket >= 0; ticket = sender.take(count)) {
                assertEquals(taken, ticket);
                taken += count;
                assertTrue(taken - read <= MessageArea.SLOTS, taken + " taken and " + read + " read");
                for (int i = 0; i < count; i++) {
                    sender.publish(ticket + i);
                }
            }
            for (int i = 0; i < 8 + round % 20 && receiver.isReady(); i++) {
                receiver.advance();
                read++;
            }
        }
        assertTrue(taken > 1000);
    }

    /** More messages than a ring has slots, none of which was received. */
    @Test
    void shouldKeepTheRecordsOfMessagesThatWereNotReceived() {
        final List<Allocation> blocks = new ArrayList<>();
        final SendRecords records = new SendRecords(
                area.address(),
                new SendRecords.SharedMemory() {
                    @Override
                    public Allocation allocate(long bytes) {
                        blocks.add(new Allocation(0, bytes, blocks.size() + 1L, 0, 0, 0));
                        return blocks.getLast();
                    }

                    @Override
                    public void free(Allocation block) {
                        assertTrue(blocks.remove(block));
                    }
                },
                4096,
                1);
        final Neighbour target = new Neighbour(new SlotRing(area.address()), 0);
        final List<SendRecord> sent = new ArrayList<>();
        for (int i = 0; i < 3 * MessageArea.SLOTS; i++) {
            final SendRecord next = records.takeForCopy(target);
            assertTrue(sent.stream().allMatch(other -> other != next && other.memory != next.memory), "message " + i);
            Memory.put64(next.address + MessageArea.STATE, MessageArea.POSTED);
            records.keepCopied(next);
            sent.add(next);
        }
        Memory.put64(sent.getFirst().address + MessageArea.STATE, MessageArea.DONE);
        assertEquals(sent.getFirst(), records.takeForCopy(target));
        records.end();
        assertTrue(blocks.isEmpty(), blocks.size() + " blocks were not freed");
    }
}
