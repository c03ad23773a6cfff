package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each access by a JVM with the unsafe class and by one without. */
@Timeout(60)
class MemoryTest {
    @Test
    void shouldAccessWordsThroughASegment() throws Exception {
        assertEquals("segment", run());
    }

    @Test
    void shouldAccessWordsByTheUnsafeClass() throws Exception {
        assertEquals("unsafe", run("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"));
    }

    /** Where the CPU keeps the order by itself, no run of a program shows that the compiler may not. */
    @Test
    void shouldOrderAccessesAsTheirNamesSay() throws IOException {
        final ClassModel model;
        try (InputStream file = Objects.requireNonNull(Memory.class.getResourceAsStream("Memory.class"))) {
            model = ClassFile.of().parse(file.readAllBytes());
        }
        int ordered = 0;
        for (MethodModel method : model.methods()) {
            final String name = method.methodName().stringValue();
            final String order = name.replaceAll("^(get|put)\\d+(Acquire|Release|Volatile)$", "$2");
            final List<String> calls = calls(method);
            if (!order.equals(name)) {
                ordered++;
                assertTrue(calls.stream().allMatch(call -> call.endsWith(order)), name + " calls " + calls);
                assertEquals(2, calls.size(), name);
            }
        }
        assertEquals(7, ordered);
    }

    /** What a method calls to access memory: by the unsafe class, and by a variable handle. */
    private static List<String> calls(MethodModel method) {
        return method.code().stream()
                .flatMap(CodeModel::elementStream)
                .filter(InvokeInstruction.class::isInstance)
                .map(InvokeInstruction.class::cast)
                .filter(call -> call.owner().asInternalName().matches(".*/(UnsafeApi|VarHandle)"))
                .map(call -> call.name().stringValue())
                .toList();
    }

    /** Large enough for memcpy, and not. */
    @Test
    void shouldCopyFromAndToAnyPlaceOfAnArray() {
        copyFromAndToAnyPlaceOfAnArray();
    }

    /** Where a CPU's share of the cache is small, no copy suits memcpy. */
    @Test
    void shouldCopyByMemcpy() throws Exception {
        for (String access : new String[] {"", "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"}) {
            assertEquals(
                    "memcpy",
                    run(
                            LargeCopies.class,
                            ("-Dorg.jshmem.heap.memcpy=" + (4 << 20) + " " + access)
                                    .strip()
                                    .split(" ")));
        }
    }

    /** A JVM that copies by memcpy up to a size, and not beyond. */
    static final class LargeCopies {
        private LargeCopies() {}

        public static void main(String[] args) {
            copyFromAndToAnyPlaceOfAnArray();
            for (long bytes : new long[] {Memory.MEMCPY_LEAST_BYTES - 1, Memory.MEMCPY_LEAST_BYTES, 4 << 20}) {
                try (Arena arena = Arena.ofConfined()) {
                    final MemorySegment from = arena.allocate(bytes, 8);
                    final MemorySegment to = arena.allocate(bytes + 1, 8);
                    from.fill((byte) 7);
                    Memory.copy(from.address(), to.address(), bytes);
                    assertEquals(bytes, to.mismatch(from), "bytes that are equal");
                    assertEquals(bytes >= Memory.MEMCPY_LEAST_BYTES, Memory.suitsMemcpy(bytes));
                }
            }
            assertEquals(false, Memory.suitsMemcpy((4 << 20) + 1));
            System.out.println("memcpy");
        }
    }

    private static void copyFromAndToAnyPlaceOfAnArray() {
        for (int bytes : new int[] {100, 24 << 10, 200_000, 3 << 20}) {
            final byte[] source = new byte[bytes + 50];
            new SplittableRandom(bytes).nextBytes(source);
            final byte[] dest = new byte[source.length];
            try (Arena arena = Arena.ofConfined()) {
                final long address = arena.allocate(bytes, 8).address();
                Memory.copy(MemorySegment.ofArray(source), 17, address, bytes);
                Memory.copy(address, MemorySegment.ofArray(dest), 33, bytes);
            }
            final byte[] expected = new byte[source.length];
            System.arraycopy(source, 17, expected, 33, bytes);
            assertArrayEquals(expected, dest, bytes + " bytes");
        }
    }

    @Test
    void shouldCopyAndClearNothingBesideTheBytes() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment from = arena.allocate(100, 8).fill((byte) 7);
            for (int bytes : new int[] {0, 1, 7, 8, 9, 64}) {
                final MemorySegment to = arena.allocate(100, 8).fill((byte) 1);
                Memory.copyFew(from.address() + 3, to.address() + 5, bytes);
                for (int at = 0; at < 100; at++) {
                    assertEquals(at >= 5 && at < 5 + bytes ? 7 : 1, Memory.get8(to.address() + at), "byte " + at);
                }
                Memory.clear(to.address() + 5, bytes);
                for (int at = 0; at < 100; at++) {
                    assertEquals(at >= 5 && at < 5 + bytes ? 0 : 1, Memory.get8(to.address() + at), "byte " + at);
                }
            }
        }
    }

    @Test
    void shouldViewMemoryUntilTheArenaIsClosed() {
        try (Arena memory = Arena.ofConfined()) {
            final MemorySegment bytes = memory.allocate(16, 8).fill((byte) 7);
            final MemorySegment view;
            try (Arena arena = Arena.ofConfined()) {
                view = Memory.view(bytes.address() + 1, 10, arena);
                assertEquals(10, view.byteSize());
                assertEquals(bytes.address() + 1, view.address());
                assertEquals(-1, view.mismatch(bytes.asSlice(1, 10)));
            }
            assertThrows(IllegalStateException.class, () -> view.fill((byte) 0));
        }
    }

    private static String run(String... options) throws Exception {
        return run(Accesses.class, options);
    }

    private static String run(Class<?> program, String... options) throws Exception {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    /** A JVM that makes each access once and says how, or what was wrong. */
    static final class Accesses {
        private static final long PATTERN = 0x8123_4567_89ab_cdefL;

        private Accesses() {}

        public static void main(String[] args) {
            try (Arena arena = Arena.ofConfined()) {
                final long address = arena.allocate(64, 64).address();
                plain(address);
                ordered(address);
                atomic32(address);
                atomic64(address);
            }
            final boolean isUnsafe =
                    Object.class.getModule().isExported("jdk.internal.misc", UnsafeApi.class.getModule());
            System.out.println(isUnsafe ? "unsafe" : "segment");
        }

        private static void plain(long address) {
            Memory.put64(address, PATTERN);
            expect(PATTERN, Memory.get64(address));
            Memory.put8(address + 3, (byte) -7);
            expect(-7, Memory.get8(address + 3));
            Memory.put16(address + 1, (short) -300);
            expect(-300, Memory.get16(address + 1));
            Memory.put32(address + 9, -70_000);
            expect(-70_000, Memory.get32(address + 9));
            Memory.put64(address + 17, PATTERN);
            expect(PATTERN, Memory.get64(address + 17));
        }

        private static void ordered(long address) {
            Memory.put64Release(address, PATTERN);
            expect(PATTERN, Memory.get64Acquire(address));
            expect(0x89ab_cdef, Memory.get32Acquire(address));
            Memory.put64Volatile(address, PATTERN - 1);
            expect(PATTERN - 1, Memory.get64Volatile(address));
            Memory.put32Volatile(address, -5);
            expect(-5, Memory.get32Volatile(address));
        }

        private static void atomic32(long address) {
            Memory.put32(address, 12);
            expect(12, Memory.getAndSet32Volatile(address, 10));
            expect(10, Memory.compareAndExchange32Volatile(address, 11, 1));
            expect(10, Memory.compareAndExchange32Volatile(address, 10, 1));
            expect(1, Memory.getAndAdd32Volatile(address, 13));
            expect(14, Memory.getAndAnd32Volatile(address, 7));
            expect(6, Memory.getAndOr32Volatile(address, 9));
            expect(15, Memory.getAndXor32Volatile(address, 5));
            expect(10, Memory.get32(address));
        }

        private static void atomic64(long address) {
            Memory.put64(address, PATTERN);
            expect(PATTERN, Memory.getAndSet64Volatile(address, 10));
            expect(10, Memory.compareAndExchange64Volatile(address, 11, 1));
            expect(10, Memory.compareAndExchange64Volatile(address, 10, 1));
            expect(1, Memory.getAndAdd64Volatile(address, 13));
            expect(14, Memory.getAndAnd64Volatile(address, 7));
            expect(6, Memory.getAndOr64Volatile(address, 9));
            expect(15, Memory.getAndXor64Volatile(address, 5));
            expect(10, Memory.get64(address));
        }

        private static void expect(long expected, long actual) {
            if (actual != expected) {
                throw new IllegalStateException(actual + " in place of " + expected);
            }
        }
    }
}
