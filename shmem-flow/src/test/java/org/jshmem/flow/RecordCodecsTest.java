package org.jshmem.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Constructor;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordCodecsTest {
    /** As a C struct, it has gaps. */
    private record Gaps(byte first, long second, short third, char fourth, boolean fifth) {}

    private record Outer(float number, Gaps gaps, byte last) {}

    private record Empty() {}

    private record WithText(int number, String text) {}

    @SuppressWarnings("ArrayRecordComponent") // is refused
    private record WithArray(int[] numbers) {}

    @Test
    void shouldLayOutAsC() {
        final RecordLayout gaps = RecordLayout.of(Gaps.class);
        assertEquals(24, gaps.bytes());
        assertEquals(8, gaps.alignment());
        assertEquals(
                "[0, 8, 16, 18, 20]",
                gaps.fields().stream().map(RecordLayout.Field::offset).toList().toString());
        assertEquals(40, RecordLayout.of(Outer.class).bytes());
        assertEquals(1, RecordLayout.of(Empty.class).bytes());
    }

    @Test
    void shouldReadWhatItWrote() {
        final Outer outer = new Outer(-0.5f, new Gaps((byte) -1, Long.MIN_VALUE, (short) -2, 'x', true), (byte) 7);
        final RecordCodec<Outer> codec = RecordCodecs.of(Outer.class);
        assertSame(codec, RecordCodecs.of(Outer.class));
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment memory = arena.allocate(64).fill((byte) 0x55);
            codec.write(memory.address() + 3, outer);
            assertEquals(outer, codec.read(memory.address() + 3));
            assertEquals(0x55, memory.get(ValueLayout.JAVA_BYTE, 2));
            assertEquals(0x55, memory.get(ValueLayout.JAVA_BYTE, 43));
        }
        assertEquals(new Empty(), RecordCodecs.of(Empty.class).read(0));
    }

    /** Defines this class and its records once more. */
    private static final class Other extends ClassLoader {
        Other() {
            super(RecordCodecsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(RecordCodecsTest.class.getName())) {
                return super.loadClass(name, resolve);
            }
            final Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                final byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** They are in another module: those of a program that is a module, of a plug-in, of snippets in the shell. */
    @Test
    void shouldCarryRecordsOfOtherClassLoaders() throws Exception {
        for (int loader = 0; loader < 2; loader++) {
            final Class<?> type = new Other().loadClass(Outer.class.getName());
            assertNotSame(Outer.class, type);
            assertReadsWhatItWrote(type);
        }
    }

    private static <R> void assertReadsWhatItWrote(Class<R> type) throws Exception {
        final Class<?> gaps = type.getRecordComponents()[1].getType();
        final Constructor<?> ofGaps = gaps.getDeclaredConstructors()[0];
        ofGaps.setAccessible(true);
        final Constructor<?> constructor = type.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        final R record = type.cast(constructor.newInstance(
                -0.5f, ofGaps.newInstance((byte) -1, Long.MIN_VALUE, (short) -2, 'x', true), (byte) 7));
        final RecordCodec<R> codec = RecordCodecs.of(type);
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment memory = arena.allocate(64);
            codec.write(memory.address(), record);
            assertEquals(record, codec.read(memory.address()));
        }
    }

    private record Node(long value, Node next) {}

    private record Hen(int number, Egg egg) {}

    private record Egg(Hen hen) {}

    private record Twice(Empty one, Empty two) {}

    @Test
    void shouldRefuseRecordsWithoutAnEnd() {
        for (Class<? extends Record> type : List.of(Node.class, Hen.class, Egg.class)) {
            final String text = assertThrows(IllegalArgumentException.class, () -> RecordCodecs.of(type))
                    .getMessage();
            assertTrue(text.startsWith("component ") && text.contains("so the record would have no end"), text);
        }
        RecordCodecs.of(Twice.class);
    }

    @Test
    void shouldRefuseWhatIsNoNumber() {
        final String text = assertThrows(IllegalArgumentException.class, () -> RecordCodecs.of(WithText.class))
                .getMessage();
        assertTrue(text.contains("component text") && text.contains("java.lang.String"), text);
        assertThrows(IllegalArgumentException.class, () -> RecordCodecs.of(WithArray.class));
        assertThrows(IllegalArgumentException.class, () -> RecordCodecs.of(String.class));
        assertThrows(NullPointerException.class, () -> RecordCodecs.of(null));
    }
}
