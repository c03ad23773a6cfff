package org.jshmem.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each method of the forwarding classes passes its arguments on as they are, returns what it is given, and calls
 * {@code before} and {@code after} around that with the right number of bytes. The target is a class made by
 * {@link Recorder}.
 */
@Timeout(60)
class ForwardingTest {
    /** What a call of {@code before} or {@code after} was told. */
    record Report(Operation operation, int pe, long bytes, long token) {}

    private static final long TOKEN = 4711;

    /** Receives, which know afterwards how much has come. */
    private static final Set<String> RECEIVES = Set.of("recv", "irecv", "take", "visit", "probe");

    /** Parameters that say where on a PE, what is written there, and how much is moved. */
    private static final List<String> OFFSETS = List.of("destOffset", "sourceOffset", "offset");

    private static final List<String> VALUES = List.of("bits", "value", "operand", "signal");
    private static final List<String> SIZES = List.of("bytes", "sourceBytes");

    /** An operation on one value of so many bits. */
    private static final Pattern ONE_VALUE = Pattern.compile("[a-zA-Z]+(8|16|32|64)");

    private static final Set<String> OWN =
            Set.of("before", "after", "sends", "received", "observe", "uncounted", "wrap", "toString", "worldTeam");

    private static final List<Report> BEFORE = new ArrayList<>();
    private static final List<Report> AFTER = new ArrayList<>();

    /** The offset and the value that a context has reported. */
    private static final List<Long> PLACES = new ArrayList<>();

    private static long before(Operation operation, int pe, long bytes) {
        BEFORE.add(new Report(operation, pe, bytes, TOKEN));
        return TOKEN;
    }

    private static final class Context extends ForwardingContext {
        Context(ShmemContext target) {
            super(target, null);
        }

        @Override
        protected long before(Operation operation, int pe, long bytes) {
            return ForwardingTest.before(operation, pe, bytes);
        }

        @Override
        protected void after(Operation operation, int pe, long bytes, long token) {
            AFTER.add(new Report(operation, pe, bytes, token));
        }

        @Override
        protected void after(Operation operation, int pe, long offset, long bytes, long value, long token) {
            PLACES.addAll(List.of(offset, value));
            super.after(operation, pe, offset, bytes, value, token);
        }
    }

    private static final class Team extends ForwardingTeam {
        Team(ShmemTeam target) {
            super(target);
        }

        @Override
        protected ShmemTeam wrap(ShmemTeam team) {
            return team;
        }

        @Override
        protected ShmemContext wrap(ShmemContext context) {
            return context;
        }

        @Override
        protected long before(Operation operation, long bytes) {
            return ForwardingTest.before(operation, Operation.NO_PE, bytes);
        }

        @Override
        protected void after(Operation operation, long bytes, long token) {
            AFTER.add(new Report(operation, Operation.NO_PE, bytes, token));
        }
    }

    private static final class Messages extends ForwardingMessages {
        Messages(MessageKernel target) {
            super(target);
        }

        @Override
        protected long before(Operation operation, int pe, long bytes) {
            return ForwardingTest.before(operation, pe, bytes);
        }

        @Override
        protected void after(Operation operation, int pe, long bytes, long token) {
            AFTER.add(new Report(operation, pe, bytes, token));
        }
    }

    private static final class Provider extends ForwardingProvider {
        Provider(ShmemProvider target) {
            super(target);
        }

        @Override
        protected ShmemTeam wrap(ShmemTeam team) {
            return team;
        }

        @Override
        protected ShmemContext wrap(ShmemContext context, ShmemTeam team) {
            return context;
        }

        @Override
        protected long before(Operation operation, long bytes) {
            return ForwardingTest.before(operation, Operation.NO_PE, bytes);
        }

        @Override
        protected void after(Operation operation, long bytes, long token) {
            AFTER.add(new Report(operation, Operation.NO_PE, bytes, token));
        }
    }

    static Stream<Arguments> methods() {
        final Object context = new Context((ShmemContext) Recorder.of(ShmemContext.class));
        final Object team = new Team((ShmemTeam) Recorder.of(ShmemTeam.class));
        final Object messages = new Messages((MessageKernel) Recorder.of(MessageKernel.class));
        final Object provider = new Provider((ShmemProvider) Recorder.of(ShmemProvider.class));
        return Stream.of(context, team, messages, provider)
                .flatMap(forwarding -> Arrays.stream(
                                forwarding.getClass().getSuperclass().getDeclaredMethods())
                        .filter(method -> !OWN.contains(method.getName()) && !method.isSynthetic())
                        .filter(method -> !Modifier.isStatic(method.getModifiers())
                                && !Modifier.isPrivate(method.getModifiers())
                                && !Modifier.isFinal(method.getModifiers()))
                        .sorted(Comparator.comparing(Method::toString))
                        .map(method -> Arguments.of(method, forwarding)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("methods")
    void shouldPassOnWhatItIsGiven(Method method, Object forwarding) throws Exception {
        BEFORE.clear();
        AFTER.clear();
        PLACES.clear();
        Recorder.clear();
        final Parameter[] parameters = method.getParameters();
        final Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = Recorder.value(parameters[i].getType(), i + 2);
        }
        method.setAccessible(true);
        final Object result = method.invoke(forwarding, arguments);
        final Recorder.Call call = Recorder.only(method.getName());
        assertEquals(arguments.length, call.arguments().size());
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof ShmemTeam || !parameters[i].getType().isPrimitive()) {
                assertSame(arguments[i], call.arguments().get(i), parameters[i].getName());
            } else {
                assertEquals(arguments[i], call.arguments().get(i), parameters[i].getName());
            }
        }
        if (!method.getName().equals("getTeam")) {
            assertEquals(call.result(), result);
        }
        assertEquals(BEFORE.size(), AFTER.size());
        assertTrue(BEFORE.size() <= 1, "reported more than once");
        if (!BEFORE.isEmpty()) {
            checkReport(method.getName(), parameters, arguments, result);
        }
    }

    private static void checkReport(String name, Parameter[] parameters, Object[] arguments, Object result) {
        final Report before = BEFORE.getFirst();
        final Report after = AFTER.getFirst();
        assertNotNull(before.operation());
        assertEquals(before.operation(), after.operation());
        assertEquals(before.pe(), after.pe());
        assertEquals(TOKEN, after.token());
        if (!RECEIVES.contains(name)) {
            assertEquals(before.bytes(), after.bytes(), "bytes afterwards");
        } else {
            assertEquals(name.equals("recv") ? result : 0L, after.bytes(), "bytes received");
        }
        assertEquals(bytes(name, parameters, arguments), before.bytes(), "bytes");
        final Object pe = argument("pe", parameters, arguments);
        if (pe instanceof Integer number && before.pe() != Operation.NO_PE) {
            assertEquals(number, before.pe(), "PE");
        }
        if (!PLACES.isEmpty()) {
            assertEquals(argument(OFFSETS, parameters, arguments), PLACES.get(0), "offset");
            final Number value = (Number) argument(VALUES, parameters, arguments);
            assertEquals(value == null ? 0 : value.longValue(), PLACES.get(1), "value");
        }
    }

    /** The argument of the first of some names that a method has. */
    private static Object argument(List<String> names, Parameter[] parameters, Object[] arguments) {
        return names.stream()
                .map(name -> argument(name, parameters, arguments))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static Object argument(String name, Parameter[] parameters, Object[] arguments) {
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].getName().equals(name)) {
                return arguments[i];
            }
        }
        return null;
    }

    /** What the name and the arguments say. */
    private static long bytes(String name, Parameter[] parameters, Object[] arguments) {
        if (argument(SIZES, parameters, arguments) instanceof Number bytes) {
            return bytes.longValue();
        }
        final long width = width(name, parameters, arguments);
        final long nelems = number("nelems", parameters, arguments) * number("bsize", parameters, arguments);
        return width * nelems * number("nblocks", parameters, arguments);
    }

    /** The size of a block or an element; 0 if nothing is moved. */
    private static long width(String name, Parameter[] parameters, Object[] arguments) {
        if (argument(List.of("blockBytes", "elementBytes"), parameters, arguments) instanceof Long bytes) {
            return bytes;
        }
        final Matcher ofOneValue = ONE_VALUE.matcher(name);
        if (ofOneValue.matches()) {
            return Long.parseLong(ofOneValue.group(1)) / Byte.SIZE;
        }
        if (argument("words", parameters, arguments) instanceof long[] words) {
            return (long) words.length * Long.BYTES;
        }
        if (argument("type", parameters, arguments) instanceof ElementKind type) {
            return name.equals("take") ? 0 : type.bytes;
        }
        return Arrays.stream(arguments)
                .filter(one -> one != null && one.getClass().isArray() && Array.getLength(one) > 0)
                .filter(one -> argument("nelems", parameters, arguments) != null
                        || argument("bsize", parameters, arguments) != null)
                .findFirst()
                .map(array -> Recorder.bytes(Array.get(array, 0).getClass()))
                .orElse(0L);
    }

    /** 1 if there is no such argument. */
    private static long number(String name, Parameter[] parameters, Object[] arguments) {
        return argument(name, parameters, arguments) instanceof Number number ? number.longValue() : 1;
    }

    @Test
    void shouldNameEachOperationByItsKind() {
        final Context context = new Context((ShmemContext) Recorder.of(ShmemContext.class));
        final Team team = new Team((ShmemTeam) Recorder.of(ShmemTeam.class));
        for (FetchingAtomic atomic : FetchingAtomic.values()) {
            reports(atomic.operation, () -> context.fetchNbi(atomic, Long.BYTES, 0, 0, 0, 0, 0));
        }
        for (Reduction reduction : Reduction.values()) {
            reports(reduction.operation, () -> team.reduceElements(reduction, ElementKind.INT, 0, 0, 1));
            reports(reduction.operation, () -> team.reduceValue(reduction, ElementKind.INT, 0));
        }
        reports("sumInscan", () -> team.scanElements(true, ElementKind.INT, 0, 0, 1));
        reports("sumExscan", () -> team.scanValue(false, ElementKind.INT, 0));
    }

    private static void reports(String name, Runnable call) {
        BEFORE.clear();
        AFTER.clear();
        call.run();
        assertEquals(Operation.of(name), BEFORE.getFirst().operation());
        assertEquals(Operation.of(name), AFTER.getFirst().operation());
    }

    @Test
    void shouldWrapEachTeamOnce() {
        final Provider provider = new Provider((ShmemProvider) Recorder.of(ShmemProvider.class));
        assertSame(provider.worldTeam(), provider.worldTeam());
        assertSame(provider.sharedTeam(), provider.sharedTeam());
    }
}
