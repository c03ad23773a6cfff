package org.jshmem.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
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
    private static final long UNKNOWN = -1;
    private static final Set<String> ORDERING = Set.of("fence", "quiet", "peQuiet");

    /** An operation on one value of so many bits. */
    private static final Pattern ONE_VALUE = Pattern.compile("[a-zA-Z]+(8|16|32|64)");

    private static final Set<String> OWN =
            Set.of("before", "after", "sends", "received", "observe", "uncounted", "wrap", "toString", "worldTeam");

    private static final List<Report> BEFORE = new ArrayList<>();
    private static final List<Report> AFTER = new ArrayList<>();

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
        assertEquals(before.operation(), after.operation());
        assertEquals(before.pe(), after.pe());
        assertEquals(TOKEN, after.token());
        final boolean isReceive = before.operation().toString().matches("recv|irecv|take|visit|probe");
        if (!isReceive) {
            assertEquals(before.bytes(), after.bytes(), "bytes afterwards");
        } else if (before.operation().toString().equals("recv") && result instanceof Long received) {
            assertEquals(received, after.bytes(), "bytes received");
        }
        final long bytes = bytes(name, parameters, arguments);
        if (bytes != UNKNOWN) {
            assertEquals(bytes, before.bytes(), "bytes");
        }
        final Object pe = argument("pe", parameters, arguments);
        if (pe instanceof Integer number && before.pe() != Operation.NO_PE) {
            assertEquals(number, before.pe(), "PE");
        }
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
        if (ORDERING.contains(name)) {
            return 0;
        }
        if (argument("bytes", parameters, arguments) instanceof Long bytes) {
            return bytes;
        }
        if (argument("blockBytes", parameters, arguments) instanceof Long block
                && argument("nblocks", parameters, arguments) instanceof Long blocks) {
            return block * blocks;
        }
        final Object bits = argument("bits", parameters, arguments);
        if (bits != null) {
            return Recorder.bytes(bits.getClass());
        }
        final Object array = Arrays.stream(arguments)
                .filter(one -> one != null && one.getClass().isArray())
                .findFirst()
                .orElse(null);
        if (array != null) {
            final long width = Recorder.bytes(Array.get(array, 0).getClass());
            if (argument("nelems", parameters, arguments) instanceof Integer nelems) {
                return nelems * width;
            }
            return argument("bsize", parameters, arguments) instanceof Integer size
                            && argument("nblocks", parameters, arguments) instanceof Integer blocks
                    ? size * blocks * width
                    : UNKNOWN;
        }
        final Matcher ofOneValue = ONE_VALUE.matcher(name);
        return ofOneValue.matches() ? Long.parseLong(ofOneValue.group(1)) / Byte.SIZE : UNKNOWN;
    }
}
