package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Recorder;
import org.jshmem.spi.Reduction;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reductions of 16-bit numbers widen them in the destination, and reduce that. */
@Timeout(60)
class NarrowFloatsTest {
    private static final int LENGTH = 2100;

    private final MemorySegment memory = Arena.ofAuto().allocate(2 * LENGTH * Long.BYTES, Long.BYTES);
    private final Allocation block = new Allocation(64, memory.address(), memory.byteSize(), Long.BYTES, 0, null);
    private final SymmetricLongs longs = new SymmetricLongs(block, 64, memory.address(), 2 * LENGTH);
    private final SymmetricFloats dest = longs.asFloats().slice(0, LENGTH);
    private final SymmetricShorts source = longs.asShorts().slice(4 * LENGTH, LENGTH);
    private final ShmemTeam team = (ShmemTeam) Recorder.of(ShmemTeam.class);

    static Stream<Method> methods() {
        return Arrays.stream(Reductions.class.getMethods())
                .filter(method -> method.getName().endsWith("loat16"))
                .sorted(Comparator.comparing(Method::toString));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("methods")
    void shouldWidenAndReduce(Method method) throws ReflectiveOperationException {
        final String name = method.getName();
        final boolean isBfloat = name.contains("Bfloat");
        for (int i = 0; i < LENGTH; i++) {
            source.set(i, (short) (i * 31 + 1));
        }
        for (int nelems : new int[] {0, 1, 31, 32, 33, 1023, 1024, 1025, LENGTH}) {
            dest.fill(-3);
            Recorder.clear();
            method.invoke(null, team, dest, source, (long) nelems);
            for (int i = 0; i < LENGTH; i++) {
                final float wide =
                        isBfloat ? Float.intBitsToFloat(source.get(i) << 16) : Float.float16ToFloat(source.get(i));
                assertEquals(i < nelems ? wide : -3f, dest.get(i), "element " + i + " of " + nelems);
            }
            final List<Object> arguments = Recorder.calls().getLast().arguments();
            final Reduction operation =
                    Reduction.valueOf(name.substring(0, name.indexOf("Reduce")).toUpperCase(Locale.ROOT));
            final long offset = nelems == 0 ? 0 : dest.offset();
            assertEquals(List.of(operation, ElementKind.FLOAT, offset, offset, (long) nelems), arguments);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("methods")
    void shouldRefuseBeforeItWidens(Method method) {
        final SymmetricFloats floats = longs.asFloats();
        final SymmetricShorts shorts = longs.asShorts();
        assertFalse(isRefused(method, floats.slice(0, 8), shorts.slice(16, 8), 8));
        assertTrue(isRefused(method, floats.slice(0, 8), shorts.slice(15, 8), 8), "overlaps the end");
        assertFalse(isRefused(method, floats.slice(4, 8), shorts.slice(0, 8), 8));
        assertTrue(isRefused(method, floats.slice(4, 8), shorts.slice(1, 8), 8), "overlaps the start");
        assertTrue(isRefused(method, floats.slice(0, 8), shorts.slice(40, 9), 9));
        assertTrue(isRefused(method, floats.slice(0, 9), shorts.slice(40, 8), 9));
        assertTrue(isRefused(method, floats, shorts, -1));
        assertTrue(isRefused(method, null, shorts, 1));
        assertTrue(isRefused(method, floats, null, 1));
        assertFalse(isRefused(method, null, null, 0));
    }

    private boolean isRefused(Method method, SymmetricFloats to, SymmetricShorts from, long nelems) {
        Recorder.clear();
        try {
            method.invoke(null, team, to, from, nelems);
            return false;
        } catch (InvocationTargetException e) {
            assertEquals(1, Recorder.calls().size(), "nPes alone");
            assertThrows(RuntimeException.class, () -> {
                throw e.getCause();
            });
            return true;
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
