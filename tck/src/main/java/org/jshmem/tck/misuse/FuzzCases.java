package org.jshmem.tck.misuse;

import static org.jshmem.Shmem.*;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.IndexedBlocks;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.SymmetricArray;
import org.jshmem.SymmetricLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Surface;
import org.jshmem.tck.data.RandomBlocks;
import org.jshmem.tck.rma.SizedPuts;

/**
 * Random use and misuse by several threads of every PE: the JVM survives, only documented exceptions come, and what no
 * call may write stays as it was. The seed is printed; {@code JSHMEM_TCK_FUZZ_SEED} repeats it.
 */
final class FuzzCases {
    private static final int THREADS = 3;
    private static final int ROUNDS = 4;
    private static final int LENGTH = 200;
    private static final int GUARD_BYTES = 4096;

    /** Of a thread that begins late, where there are many for each CPU. */
    private static final int FEWEST_CALLS = 128;

    private static final long[] NUMBERS = {
        0,
        1,
        2,
        3,
        4,
        7,
        8,
        16,
        50,
        100,
        199,
        200,
        201,
        -1,
        -2,
        1L << 31,
        1L << 32,
        (1L << 32) + 1,
        1L << 60,
        1L << 61,
        (1L << 61) + 1,
        1L << 62,
        Long.MAX_VALUE,
        Long.MAX_VALUE - 7,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        Integer.MIN_VALUE
    };

    private final List<Method> facade = new ArrayList<>();
    private final List<Method> context = new ArrayList<>();
    private final List<SymmetricArray> guards = new ArrayList<>();
    private final List<SymmetricArray> targets = new ArrayList<>();
    private final List<SymmetricArray> dead = new ArrayList<>();
    private final List<MemorySegment> segments = new ArrayList<>();
    private ShmemContext destroyed;

    @Case(threads = ThreadLevel.MULTIPLE, seconds = 300, profile = Profile.JSHMEM)
    void randomMisuseHarmsNobody(Checks checks) throws InterruptedException {
        final long seed = number("JSHMEM_TCK_FUZZ_SEED", System.nanoTime());
        final long seconds = number("JSHMEM_TCK_FUZZ_SECONDS", 1);
        System.out.println("fuzz seed " + seed + " on PE " + myPe() + ", repeat by JSHMEM_TCK_FUZZ_SEED=" + seed);
        findMethods();
        for (int round = 0; round < ROUNDS; round++) {
            allocate();
            barrierAll();
            final long end = System.nanoTime() + seconds * 1_000_000_000L / ROUNDS;
            final List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                final SplittableRandom random = new SplittableRandom(seed + 1000L * round + 100L * i + myPe());
                final Runnable body = () -> fuzz(checks, random, end, seed);
                threads.add(
                        i == 0
                                ? Thread.ofVirtual().start(body)
                                : Thread.ofPlatform().start(body));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            barrierAll();
            verify(checks, seed);
            release();
        }
        final SymmetricLongs array = callocLongs(3);
        p(array, 2, 70 + myPe(), (myPe() + 1) % nPes());
        barrierAll();
        checks.equal(70 + (myPe() + nPes() - 1) % nPes(), array.get(2), "a put afterwards");
        free(array);
    }

    private static long number(String name, long fallback) {
        final String text = System.getenv(name);
        return text == null ? fallback : Long.parseLong(text);
    }

    private void findMethods() {
        for (Surface.Row row : Surface.rows()) {
            if (row.where().equals("both")
                    || row.operation().equals("ptr")
                    || row.operation().equals("addrAccessible")) {
                final List<String> names = new ArrayList<>(List.of(row.operation(), row.withSize("mem")));
                Surface.SIZES.forEach(size -> names.add(row.withSize(size)));
                Arrays.stream(Shmem.class.getMethods())
                        .filter(method -> names.contains(method.getName()))
                        .forEach(facade::add);
                Arrays.stream(ShmemContext.class.getMethods())
                        .filter(method -> names.contains(method.getName()) && !Modifier.isStatic(method.getModifiers()))
                        .forEach(context::add);
            }
        }
    }

    /** Targets with guards on both sides of each, then what is freed at once. */
    private void allocate() {
        for (int i = 0; i < 2; i++) {
            guard();
            for (SymmetricArray array : EveryType.arrays(LENGTH)) {
                targets.add(array);
                guard();
            }
        }
        dead.addAll(EveryType.arrays(LENGTH));
        final MemorySegment deadMemory = dead.getLast().segment();
        dead.forEach(Shmem::free);
        destroyed = ctxCreate(0);
        destroyed.destroy();
        segments.addAll(Arrays.asList(
                null,
                MemorySegment.NULL,
                MemorySegment.ofArray(new byte[LENGTH]),
                MemorySegment.ofArray(new long[LENGTH]),
                MemorySegment.ofArray(new double[LENGTH]).asReadOnly(),
                Arena.ofAuto().allocate(LENGTH * 8L, 64),
                Arena.ofAuto().allocate(LENGTH, 8).asSlice(1, 77),
                Arena.global().allocate(64).asReadOnly(),
                deadMemory));
        try (Arena gone = Arena.ofShared()) {
            segments.add(gone.allocate(LENGTH * 8L, 64));
        }
        targets.forEach(array -> segments.add(array.segment()));
        targets.forEach(array -> segments.add(array.segment().asSlice(3)));
    }

    private void guard() {
        final SymmetricArray guard = mallocBytes(GUARD_BYTES);
        guard.segment().copyFrom(MemorySegment.ofArray(SizedPuts.guards(GUARD_BYTES)));
        guards.add(guard);
    }

    private void verify(Checks checks, long seed) {
        for (SymmetricArray guard : guards) {
            checks.same(
                    MemorySegment.ofArray(SizedPuts.guards(GUARD_BYTES)),
                    guard.segment(),
                    "guard after fuzz seed " + seed);
        }
    }

    private void release() {
        guards.forEach(Shmem::free);
        targets.forEach(Shmem::free);
        guards.clear();
        targets.clear();
        dead.clear();
        segments.clear();
    }

    private void fuzz(Checks checks, SplittableRandom random, long end, long seed) {
        try (Arena confined = Arena.ofConfined();
                ShmemContext own = ctxCreate(random.nextInt(8))) {
            final MemorySegment mine = confined.allocate(LENGTH * 8L, 64);
            final List<MemorySegment> around = new ArrayList<>(segments);
            around.add(mine);
            long accepted = 0;
            long calls = 0;
            while (calls < FEWEST_CALLS || (calls & 63) != 0 || System.nanoTime() < end) {
                calls++;
                final int where = random.nextInt(16);
                final ShmemContext on = where < 8 ? null : where < 14 ? own : where == 14 ? CTX_DEFAULT : destroyed;
                final List<Method> methods = on == null ? facade : context;
                final Method method = methods.get(random.nextInt(methods.size()));
                final Object[] arguments = Arrays.stream(method.getParameters())
                        .map(parameter -> argument(parameter, random, around))
                        .toArray();
                accepted += call(checks, method, on, arguments, seed) ? 1 : 0;
            }
            checks.that(accepted > 0 && accepted < calls, accepted + " of " + calls + " calls were accepted");
        }
    }

    /** Whether a call was accepted; any exception has to be a documented one with a message. */
    private static boolean call(Checks checks, Method method, ShmemContext on, Object[] arguments, long seed) {
        try {
            Arguments.invoke(method, on, arguments);
            return true;
        } catch (IllegalArgumentException
                | IndexOutOfBoundsException
                | IllegalStateException
                | NullPointerException e) {
            checks.that(e.getMessage() != null, "an exception without message by " + method + ", fuzz seed " + seed);
        } catch (Throwable e) {
            checks.fail("fuzz seed " + seed + ": " + method.getName() + Arrays.toString(arguments) + " threw " + e);
        }
        return false;
    }

    private Object argument(Parameter parameter, SplittableRandom random, List<MemorySegment> around) {
        final Class<?> type = parameter.getType();
        if (SymmetricArray.class.isAssignableFrom(type)) {
            return array(type, random);
        } else if (type == MemorySegment.class) {
            return around.get(random.nextInt(around.size()));
        } else if (type == IndexedBlocks.class) {
            final int nelems = random.nextInt(8);
            return random.nextInt(30) == 0 ? null : RandomBlocks.of(random, 1 + random.nextInt(4), nelems, LENGTH + 2);
        } else if (type == int[].class && parameter.getName().equals("pes")) {
            return random.nextBoolean() ? new int[0] : new int[] {pe(random), pe(random)};
        } else if (type.isArray()) {
            final int length = random.nextInt(8) == 0 ? 0 : random.nextInt(2 * LENGTH);
            return random.nextInt(30) == 0 ? null : java.lang.reflect.Array.newInstance(type.componentType(), length);
        } else if (parameter.getName().equals("pe")) {
            return pe(random);
        }
        final long number = random.nextInt(4) == 0 ? NUMBERS[random.nextInt(NUMBERS.length)] : random.nextInt(20);
        return Arguments.number(type, number);
    }

    private static int pe(SplittableRandom random) {
        return switch (random.nextInt(30)) {
            case 0 -> -1;
            case 1 -> nPes();
            case 2 -> random.nextInt();
            default -> random.nextInt(nPes());
        };
    }

    /** Mostly a live array or a part of one; else a view, a freed one, or null. */
    private SymmetricArray array(Class<?> type, SplittableRandom random) {
        if (random.nextInt(40) == 0) {
            return null;
        }
        final List<SymmetricArray> from = random.nextInt(12) == 0 ? dead : targets;
        SymmetricArray array = from.get(random.nextInt(from.size()));
        while (!type.isInstance(array)) {
            array = from.get(random.nextInt(from.size()));
        }
        if (from.equals(targets) && random.nextInt(3) == 0) {
            array = part(array, random.nextInt(LENGTH + 1));
        }
        return from.equals(targets) && random.nextInt(10) == 0 ? EveryType.view(array, random.nextInt(nPes())) : array;
    }

    private static SymmetricArray part(SymmetricArray array, int at) {
        return switch (array) {
            case org.jshmem.SymmetricBytes typed -> typed.at(at);
            case org.jshmem.SymmetricShorts typed -> typed.at(at);
            case org.jshmem.SymmetricInts typed -> typed.at(at);
            case org.jshmem.SymmetricLongs typed -> typed.at(at);
            case org.jshmem.SymmetricFloats typed -> typed.at(at);
            case org.jshmem.SymmetricDoubles typed -> typed.at(at);
        };
    }
}
