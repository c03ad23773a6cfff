package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.Awaited;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PointToPointTest {
    private static final int NELEMS = 3;

    private final StubProvider provider = new StubProvider();
    private final PointToPoint pointToPoint = new PointToPoint(provider);
    private final MemorySegment memory = Arena.ofAuto().allocate(NELEMS * Long.BYTES, Long.BYTES);
    private final Allocation allocation = new Allocation(0, memory.address(), memory.byteSize(), Long.BYTES, 0, null);
    private final SymmetricLongs longs = new SymmetricLongs(allocation, 0, memory.address(), NELEMS);
    private final SymmetricInts ints = longs.asInts();

    @BeforeEach
    void start() {
        pointToPoint.started();
    }

    /** A program that loops over such a look may be the only one that moves the network. */
    @Test
    void shouldMakeProgressWithEachLookInVain() {
        final List<Runnable> looks = List.of(
                () -> pointToPoint.signalFetch(longs, 0),
                () -> pointToPoint.test(longs, 0, Cmp.EQ, 1),
                () -> pointToPoint.testAll(longs, NELEMS, null, Cmp.EQ, 1),
                () -> pointToPoint.testAny(longs, NELEMS, null, Cmp.EQ, 1),
                () -> pointToPoint.testSome(longs, NELEMS, new long[NELEMS], null, Cmp.EQ, 1),
                () -> pointToPoint.testAllVector(longs, NELEMS, null, Cmp.EQ, new long[] {1, 1, 1}),
                () -> pointToPoint.testAnyVector(longs, NELEMS, null, Cmp.EQ, new long[] {1, 1, 1}),
                () -> pointToPoint.testSomeVector(longs, NELEMS, new long[NELEMS], null, Cmp.EQ, new long[] {1, 1, 1}),
                () -> pointToPoint.test(ints, 0, Cmp.EQ, 1),
                () -> pointToPoint.testAll(ints, NELEMS, null, Cmp.EQ, 1),
                () -> pointToPoint.testAny(ints, NELEMS, null, Cmp.EQ, 1),
                () -> pointToPoint.testSome(ints, NELEMS, new long[NELEMS], null, Cmp.EQ, 1),
                () -> pointToPoint.testAllVector(ints, NELEMS, null, Cmp.EQ, new int[] {1, 1, 1}),
                () -> pointToPoint.testAnyVector(ints, NELEMS, null, Cmp.EQ, new int[] {1, 1, 1}),
                () -> pointToPoint.testSomeVector(ints, NELEMS, new long[NELEMS], null, Cmp.EQ, new int[] {1, 1, 1}));
        for (Runnable look : looks) {
            final int before = provider.progresses;
            look.run();
            assertEquals(before + 1, provider.progresses, "look number " + looks.indexOf(look));
        }
    }

    /**
     * A wait that need not wait, and a look in vain, are told as such; PointToPointTypesTest compares with other types.
     */
    @Test
    void shouldTellToolsWhatHasEndedAWait() {
        final List<String> told = new ArrayList<>();
        final PointToPoint watched = new PointToPoint(new StubProvider() {
            @Override
            public long pause(long turn, Awaited what, long where) {
                longs.set(2, 1);
                return turn + 1;
            }

            @Override
            public void waited(long word, long value) {
                told.add("waited for element " + (word - memory.address()) / Long.BYTES);
            }

            @Override
            public void tested(long first, long word, long value) {
                told.add(word == 0 ? "tested in vain" : "tested element " + (word - memory.address()) / Long.BYTES);
            }
        });
        watched.testAny(longs, NELEMS, null, Cmp.EQ, 1);
        watched.testSome(longs, NELEMS, new long[NELEMS], null, Cmp.EQ, 1);
        assertEquals(List.of("tested in vain", "tested in vain"), told);
        told.clear();
        watched.waitUntilAny(longs, NELEMS, null, Cmp.EQ, 1);
        assertEquals(List.of("waited for element 2"), told);
        watched.waitUntilAny(longs, NELEMS, null, Cmp.EQ, 1);
        assertEquals(List.of("waited for element 2"), told);
        watched.testAny(longs, NELEMS, null, Cmp.EQ, 1);
        watched.testSome(longs, NELEMS, new long[NELEMS], null, Cmp.EQ, 1);
        assertEquals(List.of("waited for element 2", "tested element 2", "tested element 2"), told);
        longs.set(2, 0);
        told.clear();
        watched.waitUntilSome(longs, NELEMS, new long[NELEMS], null, Cmp.EQ, 1);
        assertEquals(List.of("waited for element 2"), told);
    }

    /** A call that looks at several elements is one test. */
    @Test
    void shouldTellToolsOfATestOfAllElementsOnce() {
        final List<String> told = new ArrayList<>();
        final PointToPoint watched = new PointToPoint(new StubProvider() {
            @Override
            public void tested(long first, long word, long value) {
                assertEquals(memory.address(), first);
                told.add(word == 0 ? "in vain" : "element " + (word - memory.address()) / Long.BYTES);
            }
        });
        watched.testAll(longs, NELEMS, null, Cmp.EQ, 0);
        longs.set(1, 5);
        watched.testAll(longs, NELEMS, null, Cmp.EQ, 0);
        watched.testAll(longs, NELEMS, new int[] {0, 1, 0}, Cmp.EQ, 0);
        watched.testAll(longs, NELEMS, new int[] {1, 1, 1}, Cmp.EQ, 0);
        assertEquals(List.of("element 2", "in vain", "element 2"), told);
    }

    /** The count of calls overflows. */
    @Test
    void shouldFindAnyElementHoweverOftenItHasSearched() {
        pointToPoint.turns = Long.MAX_VALUE - 1;
        for (int call = 0; call < 4; call++) {
            assertTrue(pointToPoint.testAny(ints, NELEMS, null, Cmp.EQ, 0) >= 0);
            assertTrue(pointToPoint.waitUntilAny(longs, NELEMS, null, Cmp.EQ, 0) >= 0);
        }
        assertTrue(pointToPoint.turns < 0);
    }

    /** Also if calls for several arrays alternate. */
    @Test
    void shouldFindEachElementOfEachArray() {
        for (int arrays = 1; arrays < 10; arrays++) {
            final int[][] found = new int[arrays][NELEMS];
            for (int call = 0; call < 100 * arrays; call++) {
                found[call % arrays][(int) pointToPoint.testAny(longs, NELEMS, null, Cmp.EQ, 0)]++;
            }
            for (int[] times : found) {
                assertTrue(Arrays.stream(times).allMatch(count -> count > 0), Arrays.deepToString(found));
            }
        }
    }

    @Test
    void shouldTakeSignalsForUnsigned() {
        longs.set(0, -1);
        for (Cmp cmp : List.of(Cmp.GT, Cmp.GE, Cmp.NE)) {
            assertEquals(-1, pointToPoint.signalWaitUntil(longs, 0, cmp, 1), cmp.name());
        }
        for (Cmp cmp : List.of(Cmp.LT, Cmp.LE, Cmp.EQ)) {
            assertThrows(IllegalStateException.class, () -> pointToPoint.signalWaitUntil(longs, 0, cmp, 1), cmp.name());
        }
    }

    /** Where the CPU keeps the order by itself, no run of a program shows that the compiler may not. */
    @Test
    void shouldLoadWithAcquireSemanticsOnly() throws IOException {
        final ClassModel model;
        try (InputStream file = Objects.requireNonNull(PointToPoint.class.getResourceAsStream("PointToPoint.class"))) {
            model = ClassFile.of().parse(file.readAllBytes());
        }
        final List<String> loads = model.methods().stream()
                .flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream())
                .filter(InvokeInstruction.class::isInstance)
                .map(InvokeInstruction.class::cast)
                .filter(call -> call.owner().asInternalName().matches(".*/(UnsafeApi|VarHandle|MemorySegment)"))
                .map(call -> call.name().stringValue())
                .toList();
        assertTrue(loads.contains("getIntAcquire") && loads.contains("getLongAcquire"), loads.toString());
        assertTrue(loads.stream().allMatch(name -> name.endsWith("Acquire")), loads.toString());
    }
}
