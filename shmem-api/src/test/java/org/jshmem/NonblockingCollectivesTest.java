package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingTeam;
import org.jshmem.spi.NonblockingKernel;
import org.jshmem.spi.Reduction;
import org.jshmem.spi.UniformKernel;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each non-blocking collective refuses the arguments that the blocking one refuses, in the same words, and passes the
 * same to the runtime for all others.
 */
@Timeout(60)
class NonblockingCollectivesTest {
    private static final int PES = 3;
    private static final int LENGTH = 24;

    /** Where arrays start, in elements; that of the destination is 0 or 6. */
    private static final int[] STARTS = {0, 1, 3, 5, 6, 9, 12, 13};

    private static final long[] COUNTS = {-1, 0, 1, 2, 3, LENGTH + 1, Long.MAX_VALUE / 8, Long.MAX_VALUE};
    private static final long[] STRIDES = {0, 1, 3};
    private static final int[] ROOTS = {-1, 0, PES - 1, PES};

    /** What the runtime was asked to do last, or why it was not. */
    private String asked;

    private final List<CollectiveRequest> given = new ArrayList<>();
    private final Team team = new Team();
    private final NonblockingCollectives nonblocking = NonblockingCollectives.on(team);
    private final Map<Class<?>, SymmetricArray> arrays = new HashMap<>();

    static Stream<Method> methods() {
        return Arrays.stream(NonblockingCollectives.class.getMethods())
                .filter(method -> method.getReturnType() == CollectiveRequest.class && method.getParameterCount() > 0)
                .sorted(Comparator.comparing(Method::toString));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("methods")
    void shouldDoAsTheBlockingOne(Method method) throws ReflectiveOperationException {
        final Method blocking =
                ShmemTeam.class.getMethod(method.getName().replaceAll("Nb$", ""), method.getParameterTypes());
        int accepted = 0;
        final List<Object[]> calls = new ArrayList<>();
        choose(method.getParameters(), 0, new Object[method.getParameterCount()], calls);
        for (Object[] arguments : calls) {
            final String wanted = outcome(blocking, team, arguments);
            given.clear();
            assertEquals(wanted, outcome(method, nonblocking, arguments), () -> Arrays.toString(arguments));
            accepted += given.size();
        }
        assertTrue(accepted > 0 && (accepted < calls.size() || calls.size() < 4), accepted + " were accepted");
    }

    private String outcome(Method method, Object target, Object[] arguments) throws IllegalAccessException {
        asked = null;
        try {
            final Object result = method.invoke(target, arguments);
            assertNotNull(asked, "done without the runtime");
            if (target == nonblocking) {
                assertSame(given.getLast(), result);
            }
            return asked;
        } catch (InvocationTargetException e) {
            return e.getCause().toString();
        }
    }

    /** All combinations of arguments. */
    private void choose(Parameter[] parameters, int at, Object[] chosen, List<Object[]> calls) {
        if (at == parameters.length) {
            calls.add(chosen.clone());
            return;
        }
        for (Object value : values(parameters[at])) {
            chosen[at] = value;
            choose(parameters, at + 1, chosen, calls);
        }
    }

    private List<Object> values(Parameter parameter) {
        final Class<?> type = parameter.getType();
        return switch (parameter.getName()) {
            case "dest" -> Arrays.asList(part(type, 6), part(type, 0), null);
            case "source" -> {
                final List<Object> parts = new ArrayList<>();
                for (int start : STARTS) {
                    parts.add(part(type, start));
                }
                parts.add(null);
                yield parts;
            }
            case "root" -> Arrays.stream(ROOTS).<Object>mapToObj(root -> root).toList();
            case "nelems" ->
                LongStream.concat(Arrays.stream(COUNTS), limits(parameter))
                        .<Object>mapToObj(count -> count)
                        .toList();
            case "dst", "sst" ->
                Arrays.stream(STRIDES).<Object>mapToObj(stride -> stride).toList();
            default -> List.of(type == int.class ? (Object) 5 : type == long.class ? (Object) 5L : real(type));
        };
    }

    /** For one PE, for two numbers, and for all PEs: the most elements whose bytes are a number, and one more. */
    private static LongStream limits(Parameter parameter) {
        final Class<?> type = parameter.getDeclaringExecutable().getParameterTypes()[0];
        if (type == SymmetricArray.class || type == SymmetricBytes.class) {
            return LongStream.of(Long.MAX_VALUE / PES, Long.MAX_VALUE / PES + 1);
        }
        final long most = Long.MAX_VALUE / array(type).elementBytes();
        return LongStream.of(1, 2, PES).flatMap(parts -> LongStream.of(most / parts, most / parts + 1));
    }

    private static Object real(Class<?> type) {
        return type == float.class ? (Object) 5f : (Object) 5.0;
    }

    private SymmetricArray part(Class<?> type, int start) {
        final SymmetricArray array = arrays.computeIfAbsent(type, NonblockingCollectivesTest::array);
        return switch (array) {
            case SymmetricBytes bytes -> bytes.at(start);
            case SymmetricShorts shorts -> shorts.at(start);
            case SymmetricInts ints -> ints.at(start);
            case SymmetricLongs longs -> longs.at(start);
            case SymmetricFloats floats -> floats.at(start);
            case SymmetricDoubles doubles -> doubles.at(start);
        };
    }

    private static SymmetricArray array(Class<?> type) {
        final Allocation block = new Allocation(64, 4096, LENGTH * Long.BYTES, Long.BYTES, 0, null);
        final SymmetricLongs longs = new SymmetricLongs(block, 64, 4096, LENGTH);
        if (type == SymmetricShorts.class) {
            return longs.asShorts().slice(0, LENGTH);
        } else if (type == SymmetricInts.class) {
            return longs.asInts().slice(0, LENGTH);
        } else if (type == SymmetricLongs.class) {
            return longs;
        } else if (type == SymmetricFloats.class) {
            return longs.asFloats().slice(0, LENGTH);
        } else if (type == SymmetricDoubles.class) {
            return longs.asDoubles();
        }
        return longs.asBytes().slice(0, LENGTH);
    }

    private void ask(String name, Object... arguments) {
        asked = name + Arrays.toString(arguments);
    }

    private final class Team extends ForwardingTeam {
        Team() {
            super(null);
        }

        @Override
        public int nPes() {
            return PES;
        }

        @Override
        protected NonblockingKernel nonblocking() {
            return new Kernel();
        }

        @Override
        protected void broadcastBytes(long destOffset, long sourceOffset, long bytes, int root) {
            ask("broadcast", destOffset, sourceOffset, bytes, root);
        }

        @Override
        protected void collectBytes(long destOffset, long destBytes, long sourceOffset, long bytes) {
            ask("collect", destOffset, destBytes, sourceOffset, bytes);
        }

        @Override
        protected void fcollectBytes(long destOffset, long sourceOffset, long bytes) {
            ask("fcollect", destOffset, sourceOffset, bytes);
        }

        @Override
        protected void alltoallBytes(long destOffset, long sourceOffset, long bytes) {
            ask("alltoall", destOffset, sourceOffset, bytes);
        }

        @Override
        protected void alltoallsBytes(
                long destOffset,
                long destStride,
                long sourceOffset,
                long sourceStride,
                long elementBytes,
                long nelems) {
            ask("alltoalls", destOffset, destStride, sourceOffset, sourceStride, elementBytes, nelems);
        }

        @Override
        protected void reduceElements(
                Reduction operation, ElementKind type, long destOffset, long sourceOffset, long nelems) {
            ask("reduce", operation, type, destOffset, sourceOffset, nelems);
        }

        @Override
        protected void scanElements(
                boolean inclusive, ElementKind type, long destOffset, long sourceOffset, long nelems) {
            ask("scan", inclusive, type, destOffset, sourceOffset, nelems);
        }

        @Override
        protected long reduceValue(Reduction operation, ElementKind type, long bits) {
            ask("reduceValue", operation, type, bits);
            return bits;
        }

        @Override
        protected long scanValue(boolean inclusive, ElementKind type, long bits) {
            ask("scanValue", inclusive, type, bits);
            return bits;
        }

        @Override
        protected long broadcastValue(ElementKind type, long bits, int root) {
            ask("broadcastValue", type, bits, root);
            return bits;
        }

        @Override
        protected ShmemTeam wrap(ShmemTeam made) {
            return made;
        }

        @Override
        protected ShmemContext wrap(ShmemContext made) {
            return made;
        }
    }

    private final class Kernel extends UniformKernel {
        @Override
        protected CollectiveRequest make(String name, Object... arguments) {
            ask(name, arguments);
            given.add(new Request());
            return given.getLast();
        }
    }

    private static final class Request extends CollectiveRequest {
        @Override
        public void await() {}

        @Override
        public boolean test() {
            return true;
        }

        @Override
        public <T> CompletableFuture<T> toFuture(Function<? super CollectiveRequest, ? extends T> result) {
            return CompletableFuture.completedFuture(result.apply(this));
        }

        @Override
        public void close() {}

        @Override
        protected long result(ElementKind type) {
            return 0;
        }

        @Override
        protected long pause(long turn) {
            return turn;
        }
    }
}
