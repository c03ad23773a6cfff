package org.jshmem.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The records of the library itself. */
@Timeout(60)
class CodecsTest {
    private record Pair(long one, int two) {}

    private record All(
            byte bytes,
            boolean isTrue,
            short shorts,
            char chars,
            int ints,
            float floats,
            boolean isFalse,
            long longs,
            double doubles) {}

    private static final int NUMBER = 0x1234_5678;
    private static final long BITS = 0xfedc_ba98_7654_3210L;

    static Stream<Arguments> codecs() {
        final RecordCodec<Pair> pairs = RecordCodecs.of(Pair.class);
        return Stream.of(
                Arguments.of(ByteUpdate.CODEC, ByteUpdate.BYTES, 0, new ByteUpdate(NUMBER, (byte) 6, (byte) -3)),
                Arguments.of(
                        ShortUpdate.CODEC, ShortUpdate.BYTES, 0, new ShortUpdate(NUMBER, (byte) 5, (short) 0x1a2b)),
                Arguments.of(IntUpdate.CODEC, IntUpdate.BYTES, 0, new IntUpdate(NUMBER, (byte) 4, 0x1a2b_3c4d)),
                Arguments.of(LongUpdate.CODEC, LongUpdate.BYTES, 0, new LongUpdate(NUMBER, (byte) 3, BITS)),
                Arguments.of(FloatUpdate.CODEC, FloatUpdate.BYTES, 0, new FloatUpdate(NUMBER, (byte) 2, -1.3f)),
                Arguments.of(DoubleUpdate.CODEC, DoubleUpdate.BYTES, 0, new DoubleUpdate(NUMBER, (byte) 1, -1.3)),
                Arguments.of(Fetch.CODEC, Fetch.BYTES, 0, new Fetch(NUMBER, BITS, ~BITS + 7, true, 0x7a6b_5c4d)),
                Arguments.of(Fetch.CODEC, Fetch.BYTES, 0, new Fetch(NUMBER, BITS, ~BITS + 7, false, 0x7a6b_5c4d)),
                Arguments.of(Numbered.CODEC, Numbered.BYTES, 0, new Numbered(BITS, NUMBER)),
                Arguments.of(Numbered.QUESTION_CODEC, Numbered.BYTES, 0, new Numbered(BITS, NUMBER)),
                Arguments.of(pairs, 16, 4, new Pair(BITS, NUMBER)),
                Arguments.of(
                        new NumberedRecord.Codec<>(pairs, "question"),
                        NumberedRecord.TOKEN_BYTES + 16,
                        8,
                        new NumberedRecord<>(new Pair(BITS, NUMBER), 0x7a6b_5c4d)),
                Arguments.of(
                        new RecordUpdate.Codec<>(pairs),
                        RecordUpdate.HEAD_BYTES + 16,
                        7,
                        new RecordUpdate<>(NUMBER, true, new Pair(BITS, NUMBER))),
                Arguments.of(
                        new RecordUpdate.Codec<>(pairs),
                        RecordUpdate.HEAD_BYTES + 16,
                        7,
                        new RecordUpdate<>(NUMBER, false, new Pair(BITS, NUMBER))),
                Arguments.of(
                        RecordCodecs.of(All.class),
                        40,
                        9,
                        new All((byte) -3, true, (short) 0x1a2b, 'Ω', NUMBER, -1.3f, false, BITS, -1.3)));
    }

    /** @param padding bytes of the record that have no meaning */
    @ParameterizedTest
    @MethodSource("codecs")
    void shouldFillItsBytes(RecordCodec<Object> codec, int bytes, int padding, Object record) {
        final byte[] some = written(codec, bytes, record, (byte) 0x55);
        final byte[] others = written(codec, bytes, record, (byte) 0xaa);
        int different = 0;
        for (int i = 0; i < bytes; i++) {
            different += some[i] == others[i] ? 0 : 1;
        }
        assertEquals(padding, different, HexFormat.of().formatHex(some));
    }

    private static byte[] written(RecordCodec<Object> codec, int bytes, Object record, byte filling) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment memory = arena.allocate(bytes + 2).fill(filling);
            codec.write(memory.address() + 1, record);
            assertEquals(record, codec.read(memory.address() + 1));
            assertEquals(filling, memory.get(ValueLayout.JAVA_BYTE, 0));
            assertEquals(filling, memory.get(ValueLayout.JAVA_BYTE, bytes + 1));
            final byte[] all = memory.toArray(ValueLayout.JAVA_BYTE);
            return Arrays.copyOfRange(all, 1, bytes + 1);
        }
    }

    @Test
    void shouldNameRecordsForTools() {
        assertEquals("long answer", Numbered.CODEC.recordName());
        assertEquals("long question", Numbered.QUESTION_CODEC.recordName());
        assertEquals("ByteUpdate", ByteUpdate.CODEC.recordName());
        assertEquals("DoubleUpdate", DoubleUpdate.CODEC.recordName());
        assertEquals("Fetch", Fetch.CODEC.recordName());
        assertEquals("Pair", RecordCodecs.of(Pair.class).recordName());
        assertEquals("Pair answer", new NumberedRecord.Codec<>(RecordCodecs.of(Pair.class), "answer").recordName());
    }

    /** A number that grows far beyond what was expected. */
    @Test
    void shouldCollectAndSort() {
        for (int expected : new int[] {0, 1, 16, 100}) {
            final ByteCollector bytes = new ByteCollector(expected);
            final ShortCollector shorts = new ShortCollector(expected);
            final IntCollector ints = new IntCollector(expected);
            final LongCollector longs = new LongCollector(expected);
            final FloatCollector floats = new FloatCollector(expected);
            final DoubleCollector doubles = new DoubleCollector(expected);
            for (int i = 126; i > -127; i--) {
                bytes.add((byte) i);
                shorts.add((short) i);
                ints.add(i);
                longs.add(i);
                floats.add(i);
                doubles.add(i);
            }
            for (int i = 0; i < 253; i++) {
                assertEquals(i - 126, bytes.sorted()[i]);
                assertEquals(i - 126, shorts.sorted()[i]);
                assertEquals(i - 126, ints.sorted()[i]);
                assertEquals(i - 126, longs.sorted()[i]);
                assertEquals(i - 126, floats.sorted()[i]);
                assertEquals(i - 126, doubles.sorted()[i]);
            }
            assertEquals(253, bytes.sorted().length);
        }
    }
}
