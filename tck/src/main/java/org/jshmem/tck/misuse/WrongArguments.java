package org.jshmem.tck.misuse;

import static org.jshmem.Shmem.*;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricArray;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;

/**
 * What {@link Misuse} does for put and get, for atomics, signals, waiting, collectives and locks: takes a right call of
 * one form of an operation, makes one argument wrong after the other, and looks whether it is refused, by name, before
 * a byte moves. Each argument's last right value has to be accepted.
 */
final class WrongArguments implements AutoCloseable {
    private static final int LENGTH = 64;
    private static final long BYTES = 512;
    private static final byte FILL = 71;

    private static final List<Class<? extends Throwable>> RANGE =
            List.of(IndexOutOfBoundsException.class, IllegalArgumentException.class);
    private static final List<Class<? extends Throwable>> ARGUMENT = List.of(IllegalArgumentException.class);
    private static final List<Class<? extends Throwable>> STATE = List.of(IllegalStateException.class);
    private static final List<Class<? extends Throwable>> NULL = List.of(NullPointerException.class);

    private static final Set<String> INDICES = Set.of("index", "fetchIndex", "destIndex", "sourceIndex", "sigIndex");
    private static final long[] FAR = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 61, (1L << 60) + 1, 1L << 32, 1000};
    private static final int[] NO_PES = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 16};

    private final Checks checks;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment local = arena.allocate(BYTES, 64);
    private final MemorySegment closed;
    private final Map<Class<?>, Map<String, SymmetricArray>> arrays = new HashMap<>();
    private final Map<Class<?>, SymmetricArray> dead = new HashMap<>();
    private final ShmemTeam ended = teamSplitStrided(TEAM_WORLD, 0, 1, nPes());

    WrongArguments(Checks checks) {
        this.checks = checks;
        for (SymmetricArray array : EveryType.arrays(LENGTH)) {
            dead.put(array.getClass(), array);
        }
        dead.values().stream().sorted(WrongArguments::byOffset).forEach(Shmem::free);
        ended.destroy();
        try (Arena gone = Arena.ofShared()) {
            closed = gone.allocate(BYTES, 64);
        }
        for (String role : List.of("written", "read", "local", "signal")) {
            for (SymmetricArray array : EveryType.arrays(LENGTH)) {
                array.segment().fill(role.equals("signal") ? 0 : FILL);
                arrays.computeIfAbsent(array.getClass(), any -> new HashMap<>()).put(role, array);
            }
        }
        local.fill(FILL);
        barrierAll();
    }

    private static int byOffset(SymmetricArray a, SymmetricArray b) {
        return Long.compare(a.offset(), b.offset());
    }

    /** Every form of an operation, on a route. */
    void check(Route route, String operation) {
        for (Method form : inOrder(route, operation)) {
            new Form(route, form).check();
        }
    }

    /** Every form with each argument at its last right value, which others may notice. */
    void accept(Route route, String operation) {
        for (Method form : inOrder(route, operation)) {
            new Form(route, form).accept();
        }
        route.quiet();
    }

    /** The same order on all PEs, as collectives need. */
    private static List<Method> inOrder(Route route, String operation) {
        return route.forms(operation).stream()
                .sorted(Comparator.comparing(Method::toString))
                .toList();
    }

    @Override
    public void close() {
        arena.close();
        arrays.values().stream()
                .flatMap(byRole -> byRole.values().stream())
                .sorted(WrongArguments::byOffset)
                .forEach(Shmem::free);
    }

    /** One form and its right arguments. */
    private final class Form {
        private final Route route;
        private final Method form;
        private final Parameter[] parameters;
        private final Object[] right;
        private final LastValues lastValues;

        Form(Route route, Method form) {
            this.route = route;
            this.form = form;
            this.parameters = form.getParameters();
            this.right = new Object[parameters.length];
            for (int i = 0; i < right.length; i++) {
                right[i] = right(parameters[i].getName(), parameters[i].getType());
            }
            this.lastValues = new LastValues(form, right);
        }

        private Object right(String name, Class<?> type) {
            if (SymmetricArray.class.isAssignableFrom(type)) {
                final Class<?> of = type == SymmetricArray.class ? SymmetricLongs.class : type;
                return arrays.get(of).get(roleOf(name));
            } else if (type == MemorySegment.class) {
                return name.equals("dest")
                        ? arrays.get(SymmetricLongs.class).get("written").segment()
                        : local;
            } else if (type == ShmemTeam.class) {
                return TEAM_WORLD;
            } else if (type == Cmp.class) {
                return Cmp.GE_UNSIGNED;
            } else if (type.isEnum()) {
                return type.getEnumConstants()[0];
            } else if (type.isArray()) {
                return Array.newInstance(type.componentType(), LENGTH);
            }
            return Arguments.number(type, isAlways(name) ? 0 : number(name));
        }

        /** Whether a number is one that all elements compare with as they are to: as 0 or more. */
        private boolean isAlways(String name) {
            return name.equals("value") && List.of(form.getParameterTypes()).contains(Cmp.class);
        }

        private static String roleOf(String name) {
            return switch (name) {
                case "source" -> "read";
                case "fetch" -> "local";
                case "sig", "lock" -> "signal";
                default -> "written";
            };
        }

        private static long number(String name) {
            return switch (name) {
                case "pe" -> (myPe() + 1) % nPes();
                case "root" -> 0;
                case "nelems" -> 4;
                case "dst", "sst" -> 2;
                default -> 1;
            };
        }

        void check() {
            for (int i = 0; i < parameters.length; i++) {
                final String name = parameters[i].getName();
                final Class<?> type = parameters[i].getType();
                if (type.isPrimitive()) {
                    wrongNumber(i, name);
                } else if (!name.equals("status")) {
                    final boolean endless = form.getName().startsWith("collect") && name.equals("dest");
                    refused(i, null, name + " null", endless ? RANGE : NULL, name, endless ? "" : "null");
                    wrongObject(i, name);
                } else {
                    refused(i, new int[3], "a short status", RANGE, name);
                }
                if (lastValues.has(i)) {
                    refused(i, lastValues.next(i), name + " behind the last one", RANGE);
                }
            }
            unchanged();
        }

        void accept() {
            for (int i = 0; i < parameters.length; i++) {
                if (lastValues.has(i)) {
                    final Object[] arguments = right.clone();
                    arguments[i] = lastValues.last(i);
                    try {
                        accept(arguments);
                    } catch (Throwable thrown) {
                        checks.fail(form + " with the last right " + parameters[i].getName() + " " + arguments[i]
                                + " threw " + thrown);
                    }
                }
            }
        }

        /** A lock is free again afterwards. */
        private void accept(Object[] arguments) throws Throwable {
            switch (form.getName()) {
                case "setLock" -> {
                    route.call(form, arguments);
                    clearLock((SymmetricLongs) arguments[0], (long) arguments[1]);
                }
                case "clearLock" -> {
                    setLock((SymmetricLongs) arguments[0], (long) arguments[1]);
                    route.call(form, arguments);
                }
                case "testLock" -> {
                    if ((int) route.call(form, arguments) == 0) {
                        clearLock((SymmetricLongs) arguments[0], (long) arguments[1]);
                    }
                }
                case "holdLock" -> ((AutoCloseable) route.call(form, arguments)).close();
                default -> route.call(form, arguments);
            }
        }

        private void wrongNumber(int at, String name) {
            final Class<?> type = parameters[at].getType();
            if (name.equals("pe") || name.equals("root")) {
                for (int pe : NO_PES) {
                    refused(at, pe, name, ARGUMENT, name + "=" + pe);
                }
                refused(at, nPes(), name, ARGUMENT, name + "=" + nPes());
            } else if (INDICES.contains(name)) {
                for (long index : FAR) {
                    refused(at, index, name, RANGE, Long.toString(index));
                }
                final long end = isOfSegment(name) ? BYTES : LENGTH;
                refused(at, end, name, RANGE, Long.toString(end));
            } else if (name.equals("nelems")) {
                for (long nelems : FAR) {
                    refused(at, nelems, name, RANGE, nelems < 0 ? "nelems=" + nelems : "");
                }
            } else if (type == long.class && (name.equals("dst") || name.equals("sst"))) {
                for (long stride : new long[] {0, -1, Long.MIN_VALUE}) {
                    refused(at, stride, name, ARGUMENT, name + "=" + stride);
                }
                for (long stride : new long[] {Long.MAX_VALUE, 1L << 61, 1000}) {
                    refused(at, stride, name, RANGE);
                }
            }
        }

        /** Whether an index counts in a segment. */
        private boolean isOfSegment(String index) {
            for (int i = 0; i < parameters.length; i++) {
                if (index.equals(parameters[i].getName() + "Index")) {
                    return right[i] instanceof MemorySegment;
                }
            }
            return false;
        }

        /** Whether it moves elements of a size that is more than a byte. */
        private boolean needsAlignment() {
            return form.getName().matches("put(16|32|64|128)Signal(Nbi)?");
        }

        /** As many as any of the forms moves, and more. */
        private SymmetricBytes bytes() {
            return ((SymmetricLongs) arrays.get(SymmetricLongs.class).get("written")).asBytes();
        }

        private void wrongObject(int at, String name) {
            final Object good = right[at];
            if (good instanceof SymmetricArray array) {
                refused(at, dead.get(array.getClass()), name + " freed", STATE, name + "=");
                if (name.equals("dest") && parameters[at].getType() == SymmetricArray.class && needsAlignment()) {
                    refused(at, bytes().at(1), name + " misaligned", ARGUMENT, name);
                }
                if (!name.equals("fetch")
                        && !(name.equals("source") && form.getName().startsWith("put"))) {
                    refused(at, viewOf(array), name + " a view", ARGUMENT, name + "=");
                }
            } else if (good instanceof MemorySegment && !name.equals("dest")) {
                refused(at, local.asSlice(0, 0), name + " too small", RANGE, name);
                refused(at, closed, name + " closed", STATE, name);
                if (name.equals("fetch")) {
                    refused(at, local.asReadOnly(), name + " read-only", ARGUMENT, name);
                }
            } else if (good instanceof MemorySegment) {
                refused(at, local, name + " private", ARGUMENT, name);
                if (needsAlignment()) {
                    refused(at, bytes().segment().asSlice(1), name + " misaligned", ARGUMENT, name);
                }
            } else if (good.getClass().isArray() && Misuse.countsElementsOf(form, name)) {
                refused(
                        at,
                        Array.newInstance(good.getClass().componentType(), LENGTH + 1),
                        name + " too long",
                        RANGE,
                        name.equals("dest") ? "source" : "dest");
            } else if (good.getClass().isArray()) {
                refused(at, Array.newInstance(good.getClass().componentType(), 0), name + " too short", RANGE, name);
            } else if (good instanceof ShmemTeam) {
                refused(at, ended, name + " that was destroyed", STATE, "destroyed");
            }
        }

        private void refused(
                int at, Object value, String what, List<Class<? extends Throwable>> classes, String... texts) {
            final Object[] arguments = right.clone();
            arguments[at] = value;
            final String call = form.getName()
                    + Arrays.stream(form.getParameterTypes())
                            .map(Class::getSimpleName)
                            .toList() + " with " + what + (value instanceof Number ? " " + value : "");
            try {
                route.call(form, arguments);
                checks.fail(call + " was accepted");
            } catch (Throwable thrown) {
                checks.that(classes.stream().anyMatch(type -> type.isInstance(thrown)), call + " threw " + thrown);
                for (String text : texts) {
                    checks.that(
                            String.valueOf(thrown.getMessage()).contains(text),
                            call + ": no \"" + text + "\" in " + thrown);
                }
            }
        }

        private void unchanged() {
            arrays.values()
                    .forEach(byRole -> byRole.forEach((role, array) -> {
                        final byte wanted = role.equals("signal") ? 0 : FILL;
                        long changed = 0;
                        for (byte one : array.segment().toArray(java.lang.foreign.ValueLayout.JAVA_BYTE)) {
                            changed += one == wanted ? 0 : 1;
                        }
                        checks.equal(0, changed, "bytes of " + array + " changed by misuse of " + form);
                    }));
        }
    }

    private static SymmetricArray viewOf(SymmetricArray array) {
        return switch (array) {
            case org.jshmem.SymmetricBytes typed -> ptr(typed, myPe());
            case org.jshmem.SymmetricShorts typed -> ptr(typed, myPe());
            case org.jshmem.SymmetricInts typed -> ptr(typed, myPe());
            case SymmetricLongs typed -> ptr(typed, myPe());
            case org.jshmem.SymmetricFloats typed -> ptr(typed, myPe());
            case org.jshmem.SymmetricDoubles typed -> ptr(typed, myPe());
        };
    }
}
