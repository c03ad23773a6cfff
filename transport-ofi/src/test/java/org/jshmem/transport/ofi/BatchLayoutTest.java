package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.heap.Memory;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.transport.Atomic;
import org.junit.jupiter.api.Test;

class BatchLayoutTest {
    private static final int HEAP_BYTES = 4096;

    private final MemorySegment heap = Arena.ofAuto().allocate(HEAP_BYTES, Long.BYTES);
    private final MemorySegment local = Arena.ofAuto().allocate(HEAP_BYTES, Long.BYTES);
    private final MemorySegment message = Arena.ofAuto().allocate(HEAP_BYTES, Long.BYTES);
    private final long start = message.address();
    private long end = start;

    private final ReachableMemory memory =
            new ReachableMemory(new SymmetricHeap(null, 0, heap.address(), HEAP_BYTES, false), 0, 0);

    private void put(long offset, long source, int bytes) {
        BatchLayout.put(end, offset, source, bytes);
        end += BatchLayout.putBytes(bytes);
    }

    private void fetch(Atomic operation, int bytes, long offset, long operand, long expected, long dest) {
        BatchLayout.fetch(end, operation, bytes, offset, operand, expected, local.address() + dest);
        end += BatchLayout.FETCH_BYTES;
    }

    private void update(Atomic operation, int bytes, long offset, long operand) {
        BatchLayout.update(end, operation, bytes, offset, operand);
        end += BatchLayout.UPDATE_BYTES;
    }

    private void get(long dest, long offset, int bytes) {
        BatchLayout.get(end, local.address() + dest, offset, bytes);
        end += BatchLayout.getBytes(bytes);
    }

    private long execute() {
        return BatchLayout.execute(start, end, memory);
    }

    @Test
    void shouldPutEachNumberOfBytes() {
        for (int i = 0; i < HEAP_BYTES; i++) {
            local.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7 + 1));
        }
        for (int bytes = 1; bytes <= Batches.MOST_BYTES; bytes++) {
            for (int offset = 0; offset < 9; offset++) {
                heap.fill((byte) 0);
                end = start;
                put(100 + offset, local.address() + bytes, bytes);
                assertEquals(start, execute());
                assertEquals(0, heap.get(ValueLayout.JAVA_BYTE, 99 + offset));
                assertEquals(-1, heap.asSlice(100 + offset, bytes).mismatch(local.asSlice(bytes, bytes)));
                assertEquals(0, heap.get(ValueLayout.JAVA_BYTE, 100 + offset + bytes));
            }
        }
    }

    @Test
    void shouldExecuteInOrderAndReturnResults() {
        local.set(ValueLayout.JAVA_LONG, 0, 40);
        put(8, local.address(), 8);
        fetch(Atomic.ADD, 8, 8, 2, 0, 64);
        update(Atomic.XOR, 8, 8, 3);
        get(72, 8, 8);
        fetch(Atomic.COMPARE_SWAP, 4, 8, -1, 41, 80);
        get(100, 8, 5);
        fetch(Atomic.SET, 4, 12, 9, 0, 84);
        BatchLayout.take(start, execute());
        assertEquals(40, local.get(ValueLayout.JAVA_LONG, 64));
        assertEquals(41, local.get(ValueLayout.JAVA_LONG, 72));
        assertEquals(41, local.get(ValueLayout.JAVA_INT, 80));
        assertEquals(0, local.get(ValueLayout.JAVA_INT, 84));
        assertEquals(-1, local.get(ValueLayout.JAVA_INT_UNALIGNED, 100));
        assertEquals(0, local.get(ValueLayout.JAVA_INT_UNALIGNED, 104));
        assertEquals(9L << 32 | 0xffffffffL, heap.get(ValueLayout.JAVA_LONG, 8));
    }

    @Test
    void shouldGetEachNumberOfBytes() {
        for (int i = 0; i < HEAP_BYTES; i++) {
            heap.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 5 + 3));
        }
        for (int bytes = 1; bytes <= Batches.MOST_BYTES; bytes++) {
            local.fill((byte) 0);
            end = start;
            get(200, bytes, bytes);
            get(400, 2L * bytes, bytes);
            BatchLayout.take(start, execute());
            assertEquals(-1, local.asSlice(200, bytes).mismatch(heap.asSlice(bytes, bytes)));
            assertEquals(0, local.get(ValueLayout.JAVA_BYTE, 200 + bytes));
            assertEquals(-1, local.asSlice(400, bytes).mismatch(heap.asSlice(2L * bytes, bytes)));
        }
    }

    @Test
    void shouldRejectOtherMemoryAndBrokenRecords() {
        put(HEAP_BYTES - 7, local.address(), 8);
        assertThrows(IllegalStateException.class, this::execute);
        end = start;
        update(Atomic.ADD, 8, 4, 1);
        assertThrows(IllegalStateException.class, this::execute);
        end = start;
        put(0, local.address(), 8);
        end -= 8;
        assertThrows(IllegalStateException.class, this::execute);
        end = start + 24;
        Memory.put8(start, (byte) 9);
        assertThrows(IllegalStateException.class, this::execute);
    }

    /** No record of an unknown kind is executed, however short it could be. */
    @Test
    void shouldRejectUnknownKinds() {
        for (int kind = Byte.MIN_VALUE; kind <= Byte.MAX_VALUE; kind++) {
            message.fill((byte) 0);
            Memory.put8(start, (byte) kind);
            for (int bytes = 1; bytes < BatchLayout.FETCH_BYTES; bytes++) {
                end = start + bytes;
                if (kind < 1 || kind > 4) {
                    assertThrows(IllegalStateException.class, this::execute, "kind " + kind + " of " + bytes);
                }
            }
        }
    }

    /** What follows the results in their message is no result. */
    @Test
    void shouldTakeNoMoreThanTheResults() {
        heap.set(ValueLayout.JAVA_LONG, 8, 7);
        for (int count = 0; count < 3; count++) {
            local.fill((byte) 0);
            end = start;
            for (int i = 0; i < count; i++) {
                get(64 + 8L * i, 8, 8);
            }
            final long resultsEnd = execute();
            Memory.put64(resultsEnd, local.address() + 200);
            Memory.put64(resultsEnd + 8, 8);
            Memory.put64(resultsEnd + 16, 99);
            BatchLayout.take(start, resultsEnd);
            for (int i = 0; i < 3; i++) {
                assertEquals(i < count ? 7 : 0, local.get(ValueLayout.JAVA_LONG, 64 + 8L * i));
            }
            assertEquals(0, local.get(ValueLayout.JAVA_LONG, 200));
        }
    }
}
