package org.jshmem.internal.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.spi.FetchingAtomic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each operation on words of both sizes, with words of other data on both sides. */
@Timeout(60)
class AtomicTest {
    private static final long BESIDE = 0x5a5a_5a5a_a5a5_a5a5L;
    private static final long[] WORDS = {0, 1, -1, 6, 3, Long.MIN_VALUE, 0x1234_5678_9abc_def0L, 0x8000_0000L};

    private final MemorySegment memory = Arena.ofAuto().allocate(3 * Long.BYTES, Long.BYTES);

    private static long after(Atomic operation, long before, long operand, long expected) {
        return switch (operation) {
            case LOAD -> before;
            case SET -> operand;
            case COMPARE_SWAP -> before == expected ? operand : before;
            case ADD -> before + operand;
            case AND -> before & operand;
            case OR -> before | operand;
            case XOR -> before ^ operand;
        };
    }

    private void fill(long word) {
        memory.setAtIndex(ValueLayout.JAVA_LONG, 0, BESIDE);
        memory.setAtIndex(ValueLayout.JAVA_LONG, 1, word);
        memory.setAtIndex(ValueLayout.JAVA_LONG, 2, BESIDE);
    }

    private void check(long word, String what) {
        assertEquals(Long.toHexString(word), Long.toHexString(memory.getAtIndex(ValueLayout.JAVA_LONG, 1)), what);
        assertEquals(BESIDE, memory.getAtIndex(ValueLayout.JAVA_LONG, 0), what);
        assertEquals(BESIDE, memory.getAtIndex(ValueLayout.JAVA_LONG, 2), what);
    }

    /** Its low half, with sign. */
    private static long low(long value) {
        return value << Integer.SIZE >> Integer.SIZE;
    }

    /** The value that it leaves tells whether it {@linkplain Atomic#leaves leaves} the word. */
    private void execute(Atomic operation, long before, long operand, long expected) {
        final String what = operation + " of " + operand + ", expecting " + expected + ", on " + before;
        final long after = after(operation, before, operand, expected);
        assertEquals(after == before, operation.leaves(before, operand, expected), what);
        fill(before);
        assertEquals(before, operation.execute(Long.BYTES, memory.address() + Long.BYTES, operand, expected), what);
        check(after, what);

        final int half = (int) after(operation, low(before), low(operand), low(expected));
        fill(BESIDE & -1L << Integer.SIZE | before & 0xffff_ffffL);
        assertEquals(
                (int) before,
                (int) operation.execute(Integer.BYTES, memory.address() + Long.BYTES, operand, expected),
                what);
        check(BESIDE & -1L << Integer.SIZE | half & 0xffff_ffffL, "32 bits of " + what);
    }

    @Test
    void shouldLeaveWhatTheOperationSays() {
        for (Atomic operation : Atomic.values()) {
            for (long before : WORDS) {
                for (long operand : WORDS) {
                    for (long expected : new long[] {before, before + 1, before ^ 1L << 40}) {
                        execute(operation, before, operand, expected);
                    }
                }
            }
        }
    }

    @Test
    void shouldStoreAWordOfItsSizeOnly() {
        for (long word : WORDS) {
            fill(BESIDE);
            Atomic.store(memory.address() + Long.BYTES, Integer.BYTES, word);
            check(BESIDE & -1L << Integer.SIZE | word & 0xffff_ffffL, "4 bytes");
            Atomic.store(memory.address() + Long.BYTES, Long.BYTES, word);
            check(word, "8 bytes");
        }
    }

    @Test
    void shouldBeFoundByItsCodeAndByItsNameInTheSpi() {
        for (Atomic operation : Atomic.values()) {
            assertSame(operation, Atomic.of(operation.code()));
            assertSame(operation, Atomic.of(FetchingAtomic.valueOf(operation.name())));
        }
    }
}
