package org.jshmem.tck.misuse;

import static org.jshmem.Shmem.*;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.IndexedBlocks;
import org.jshmem.SymmetricArray;
import org.jshmem.SymmetricBytes;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;
import org.jshmem.tck.rma.SizedPuts;

/**
 * Takes a right call of one form of an operation and makes one argument wrong after the other: each has to be refused
 * by an exception of the documented class whose message names the argument and the value, and nothing may move. Each
 * argument's last right value has to be accepted.
 */
final class Misuse implements AutoCloseable {
    /** Elements of every array. */
    private static final int LENGTH = 64;

    private static final long SEGMENT_BYTES = 1024;

    /** Four elements. */
    private static final IndexedBlocks BLOCKS = IndexedBlocks.of(new long[] {3, 0}, 2);

    private static final List<Class<? extends Throwable>> RANGE =
            List.of(IndexOutOfBoundsException.class, IllegalArgumentException.class);
    private static final List<Class<? extends Throwable>> ARGUMENT = List.of(IllegalArgumentException.class);
    private static final List<Class<? extends Throwable>> STATE = List.of(IllegalStateException.class);
    private static final List<Class<? extends Throwable>> NULL = List.of(NullPointerException.class);
    private static final List<Class<? extends Throwable>> FOREIGN_THREAD =
            List.of(WrongThreadException.class, IllegalStateException.class, IllegalArgumentException.class);

    /** Right values; those of {@code dst} and {@code sst} have room for {@code bsize}. */
    private static final Map<String, Long> RIGHT = Map.of(
            "nelems",
            4L,
            "nblocks",
            3L,
            "bsize",
            2L,
            "dst",
            3L,
            "sst",
            2L,
            "destIndex",
            1L,
            "sourceIndex",
            1L,
            "index",
            1L);

    private final Checks checks;
    private final Map<Class<?>, SymmetricArray> remotes = new HashMap<>();
    private final Map<Class<?>, SymmetricArray> locals = new HashMap<>();
    private final Map<Class<?>, SymmetricArray> smalls = new HashMap<>();
    private final Map<Class<?>, SymmetricArray> dead = new HashMap<>();
    private final SymmetricBytes wide;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment local = arena.allocate(SEGMENT_BYTES, 64);
    private final MemorySegment closed;
    private final MemorySegment confined;
    private final MemorySegment deadRaw;

    Misuse(Checks checks) throws InterruptedException {
        this.checks = checks;
        for (SymmetricArray array : EveryType.arrays(LENGTH)) {
            remotes.put(array.getClass(), array);
        }
        for (SymmetricArray array : EveryType.arrays(LENGTH)) {
            locals.put(array.getClass(), array);
        }
        for (SymmetricArray array : EveryType.arrays(2)) {
            smalls.put(array.getClass(), array);
        }
        wide = mallocBytes(SEGMENT_BYTES);
        wide.segment().copyFrom(guards(SEGMENT_BYTES));
        MemorySegment last = MemorySegment.NULL;
        for (SymmetricArray array : EveryType.arrays(LENGTH)) {
            dead.put(array.getClass(), array);
            last = array.segment();
        }
        dead.values().stream()
                .sorted((a, b) -> Long.compare(a.offset(), b.offset()))
                .forEach(org.jshmem.Shmem::free);
        deadRaw = last;
        try (Arena gone = Arena.ofShared()) {
            closed = gone.allocate(SEGMENT_BYTES, 64);
        }
        confined = ofAnotherThread();
        for (Map<Class<?>, SymmetricArray> arrays : List.of(remotes, locals)) {
            arrays.values().forEach(array -> array.segment().copyFrom(guards(array.byteLength())));
        }
        local.copyFrom(guards(SEGMENT_BYTES));
        barrierAll();
    }

    private static MemorySegment ofAnotherThread() throws InterruptedException {
        final MemorySegment[] made = new MemorySegment[1];
        final Thread thread = new Thread(() -> {
            @SuppressWarnings("resource") // ends with the process, for no other thread may close it
            final Arena theirs = Arena.ofConfined();
            made[0] = theirs.allocate(SEGMENT_BYTES, 64);
        });
        thread.start();
        thread.join();
        return made[0];
    }

    private static MemorySegment guards(long bytes) {
        return MemorySegment.ofArray(SizedPuts.guards((int) bytes));
    }

    /** Every form of an operation, on a route. */
    void check(Route route, String operation) {
        for (Method form : route.forms(operation)) {
            new Form(route, form).check();
        }
    }

    /** Every form with each argument at its last right value, which others may notice. */
    void accept(Route route, String operation) {
        for (Method form : route.forms(operation)) {
            new Form(route, form).accept();
        }
        route.quiet();
    }

    /** Whether a form moves all elements of a Java array, and so is not told how many. */
    static boolean countsElementsOf(Method form, String name) {
        return Set.of("source", "dest").contains(name)
                && Arrays.stream(form.getParameters())
                        .noneMatch(parameter ->
                                Set.of("nelems", "nblocks", "destBlocks").contains(parameter.getName()));
    }

    @Override
    public void close() {
        arena.close();
        free(wide);
        for (Map<Class<?>, SymmetricArray> arrays : List.of(remotes, locals, smalls)) {
            arrays.values().stream()
                    .sorted((a, b) -> Long.compare(a.offset(), b.offset()))
                    .forEach(org.jshmem.Shmem::free);
        }
    }

    /** One form and its right arguments. */
    private final class Form {
        private final Route route;
        private final Method form;
        private final Parameter[] parameters;
        private final Object[] right;
        private final LastValues lastValues;
        private final boolean isPut;
        private final boolean isSized;
        private final long elementBytes;

        Form(Route route, Method form) {
            this.route = route;
            this.form = form;
            this.parameters = form.getParameters();
            final String name = form.getName();
            this.isPut = name.startsWith("p") || name.startsWith("iput") || name.startsWith("ibput");
            this.isSized = name.matches(".*(\\d|mem)(Nbi)?");
            this.elementBytes = isSized ? sizeIn(name) : elementBytes();
            this.right = new Object[parameters.length];
            for (int i = 0; i < right.length; i++) {
                right[i] = right(parameters[i]);
            }
            this.lastValues = new LastValues(form, right);
        }

        private static long sizeIn(String name) {
            final String digits = name.replaceAll("\\D", "");
            return digits.isEmpty() ? 1 : Long.parseLong(digits) / Byte.SIZE;
        }

        private long elementBytes() {
            for (Parameter parameter : parameters) {
                if (SymmetricArray.class.isAssignableFrom(parameter.getType())) {
                    return remotes.get(parameter.getType()).elementBytes();
                }
            }
            throw new IllegalStateException(form + " has no array");
        }

        private boolean isRemote(Parameter parameter) {
            return parameter.getName().equals(isPut ? "dest" : "source");
        }

        private Object right(Parameter parameter) {
            final Class<?> type = parameter.getType();
            if (parameter.getName().equals("pe")) {
                return (myPe() + 1) % nPes();
            } else if (type == SymmetricArray.class) {
                final Class<?> longs = org.jshmem.SymmetricLongs.class;
                return isRemote(parameter) ? remotes.get(longs) : locals.get(longs);
            } else if (SymmetricArray.class.isAssignableFrom(type)) {
                return isRemote(parameter) ? remotes.get(type) : locals.get(type);
            } else if (type == MemorySegment.class) {
                return isRemote(parameter) ? raw() : local;
            } else if (type == IndexedBlocks.class) {
                return BLOCKS;
            } else if (type.isArray()) {
                return java.lang.reflect.Array.newInstance(type.componentType(), LENGTH);
            }
            return Arguments.number(type, RIGHT.getOrDefault(parameter.getName(), 5L));
        }

        private MemorySegment raw() {
            return remotes.get(org.jshmem.SymmetricLongs.class).segment();
        }

        void check() {
            for (int i = 0; i < parameters.length; i++) {
                final Class<?> type = parameters[i].getType();
                if (type == int.class && parameters[i].getName().equals("pe")) {
                    wrongPes(i);
                } else if (type == long.class && RIGHT.containsKey(parameters[i].getName())) {
                    wrongNumbers(i);
                } else if (!type.isPrimitive()) {
                    wrongObjects(i);
                }
                if (lastValues.has(i)) {
                    refused(i, lastValues.next(i), parameters[i].getName() + " behind the last one", RANGE);
                }
            }
            overlaps();
            unchanged();
        }

        void accept() {
            for (int i = 0; i < parameters.length; i++) {
                if (lastValues.has(i)) {
                    final Object[] arguments = right.clone();
                    arguments[i] = lastValues.last(i);
                    try {
                        route.call(form, arguments);
                    } catch (Throwable thrown) {
                        checks.fail(form + " with the last right " + parameters[i].getName() + " " + shown(arguments[i])
                                + " threw " + thrown);
                    }
                }
            }
        }

        private void wrongPes(int at) {
            for (int wrong : new int[] {-1, nPes(), Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 16}) {
                refused(at, wrong, "pe " + wrong, ARGUMENT, "pe=" + wrong);
            }
        }

        private void wrongNumbers(int at) {
            final String name = parameters[at].getName();
            final boolean typedRange = !isSized && !form.getName().startsWith("i");
            final List<Long> wrong = new ArrayList<>(List.of(-1L, Long.MIN_VALUE));
            final List<Long> huge = List.of(
                    Long.MAX_VALUE,
                    1L << 61,
                    (1L << 61) + 1,
                    1L << 60,
                    (1L << 32) + 1,
                    (1L << 32) + 3,
                    Long.MAX_VALUE / 8);
            switch (name) {
                case "dst", "sst" -> {
                    wrong.add(0L);
                    wrong.forEach(value -> refused(at, value, name, ARGUMENT, name + "=" + value));
                    huge.forEach(value -> refused(at, value, name, RANGE));
                    if (form.getName().startsWith("ib")) {
                        refused(at, 1L, name + " < bsize", ARGUMENT, name + "=1", "bsize=2");
                    }
                }
                case "bsize" -> {
                    wrong.forEach(value -> refused(at, value, name, ARGUMENT, "bsize=" + value));
                    huge.forEach(value -> refused(at, value, name, ARGUMENT, Long.toString(value)));
                    refused(at, 3L, "bsize > sst", ARGUMENT, "bsize=3", "sst=2");
                }
                case "nelems", "nblocks" -> {
                    wrong.forEach(value -> refused(at, value, name, RANGE, name + "=" + value));
                    huge.forEach(value -> refused(at, value, name, RANGE, typedRange ? name + "=" + value : ""));
                    final long most = SEGMENT_BYTES / elementBytes + 1;
                    refused(at, most, name, RANGE, typedRange ? name + "=" + most : "");
                }
                default -> {
                    wrong.addAll(huge);
                    wrong.add(2 * SEGMENT_BYTES);
                    wrong.forEach(value -> refused(at, value, name, RANGE, Long.toString(value)));
                }
            }
        }

        private void wrongObjects(int at) {
            final Parameter parameter = parameters[at];
            final String name = parameter.getName();
            refused(at, null, name + " null", NULL, name, "null");
            final Class<?> type = parameter.getType();
            if (SymmetricArray.class.isAssignableFrom(type)) {
                final SymmetricArray good = (SymmetricArray) right[at];
                refused(at, dead.get(good.getClass()), name + " freed", STATE, name + "=");
                if (!form.getName().matches("[pg]") && elementBytes * 4 > 2L * good.elementBytes()) {
                    refused(at, smalls.get(good.getClass()), name + " too small", RANGE, name);
                }
                if (isRemote(parameter)) {
                    refused(at, EveryType.view(good, myPe()), name + " a view", ARGUMENT, name + "=");
                    if (elementBytes > 1 && type == SymmetricArray.class) {
                        refused(at, wide.at(1), name + " misaligned", ARGUMENT, name);
                    }
                }
            } else if (type == MemorySegment.class) {
                if (isRemote(parameter)) {
                    wrongRaws(at, name);
                } else {
                    wrongSegments(at, name);
                }
            } else if (type == IndexedBlocks.class) {
                wrongBlocks(at, name);
            } else if (countsElementsOf(form, name)) {
                refused(
                        at,
                        java.lang.reflect.Array.newInstance(type.componentType(), LENGTH + 1),
                        name + " too long",
                        RANGE,
                        name.equals("dest") ? "source" : "dest");
            } else {
                refused(
                        at,
                        java.lang.reflect.Array.newInstance(type.componentType(), 2),
                        name + " too short",
                        RANGE,
                        name);
            }
        }

        private void wrongBlocks(int at, String name) {
            refused(at, IndexedBlocks.range(0, 5), name + " of another size", ARGUMENT, name, "5 elements");
            refused(
                    at,
                    IndexedBlocks.range(2 * SEGMENT_BYTES, 4),
                    name + " too far",
                    RANGE,
                    name.replace("Blocks", ""));
        }

        private void wrongRaws(int at, String name) {
            final MemorySegment raw = raw();
            refused(at, local, name + " private memory", ARGUMENT, name);
            refused(at, MemorySegment.ofArray(new byte[512]), name + " a Java array", ARGUMENT, name);
            refused(at, raw.asSlice(0, 2), name + " too small", RANGE, name);
            refused(
                    at,
                    deadRaw,
                    name + " freed memory",
                    List.of(IllegalArgumentException.class, IllegalStateException.class),
                    name);
            refused(at, MemorySegment.NULL, name + " the null address", RANGE, name);
            if (elementBytes > 1) {
                refused(at, raw.asSlice(1), name + " misaligned", ARGUMENT, name);
            }
        }

        private void wrongSegments(int at, String name) {
            refused(at, local.asSlice(0, 2), name + " too small", RANGE, name);
            refused(at, MemorySegment.NULL, name + " the null address", RANGE, name);
            refused(at, MemorySegment.ofArray(new byte[1]), name + " a short Java array", RANGE, name);
            refused(at, closed, name + " closed", STATE, name);
            refused(at, confined, name + " of another thread", FOREIGN_THREAD, name);
            if (!isPut) {
                refused(at, local.asReadOnly(), name + " read-only", ARGUMENT, name);
            }
        }

        /** The local side on the remote one: the array itself, a view of it, its raw memory. */
        private void overlaps() {
            final int remote = indexOf(isPut ? "dest" : "source");
            final int other = indexOf(isPut ? "source" : "dest");
            if (other < 0 || parameters[other].getType().isArray() || indexOf("destBlocks") >= 0) {
                return; // blocks may lie between those of the other side
            }
            final SymmetricArray array = right[remote] instanceof SymmetricArray typed
                    ? typed
                    : remotes.get(org.jshmem.SymmetricLongs.class);
            for (int pe = 0; pe < nPes(); pe++) {
                final SymmetricArray view = EveryType.view(array, pe);
                if (view == null) {
                    continue;
                }
                final Object[] arguments = right.clone();
                arguments[indexOf("pe")] = pe;
                if (parameters[other].getType() == MemorySegment.class) {
                    arguments[other] = view.segment();
                    refused(arguments, "overlap with a segment of PE " + pe, ARGUMENT, "dest", "source");
                } else {
                    arguments[other] = view;
                    refused(arguments, "overlap with a view of PE " + pe, ARGUMENT, "dest", "source");
                    if (pe == myPe()) {
                        arguments[other] = array;
                        refused(arguments, "overlap with itself", ARGUMENT, "dest", "source");
                    }
                }
            }
        }

        private int indexOf(String name) {
            for (int i = 0; i < parameters.length; i++) {
                if (parameters[i].getName().equals(name)) {
                    return i;
                }
            }
            return -1;
        }

        private void refused(
                int at, Object value, String what, List<Class<? extends Throwable>> classes, String... texts) {
            final Object[] arguments = right.clone();
            arguments[at] = value;
            refused(arguments, what + " " + shown(value), classes, texts);
        }

        private void refused(
                Object[] arguments, String what, List<Class<? extends Throwable>> classes, String... texts) {
            final String call = form.getName()
                    + List.of(form.getParameterTypes()).stream()
                            .map(Class::getSimpleName)
                            .toList();
            try {
                route.call(form, arguments);
                checks.fail(call + " with " + what + " was accepted");
            } catch (Throwable thrown) {
                checks.that(
                        classes.stream().anyMatch(type -> type.isInstance(thrown)),
                        call + " with " + what + " threw " + thrown + ", not "
                                + classes.getFirst().getSimpleName());
                for (String text : texts) {
                    checks.that(
                            String.valueOf(thrown.getMessage()).contains(text),
                            call + " with " + what + ": no \"" + text + "\" in " + thrown);
                }
            }
        }

        private static String shown(Object value) {
            return value instanceof Number ? value.toString() : "";
        }

        /** Nothing was written, on this PE by anybody, nor to local memory; Java arrays were zero. */
        private void unchanged() {
            for (Map<Class<?>, SymmetricArray> arrays : List.of(remotes, locals)) {
                for (SymmetricArray array : arrays.values()) {
                    checks.same(guards(array.byteLength()), array.segment(), array + " after misuse of " + form);
                }
            }
            checks.same(guards(SEGMENT_BYTES), wide.segment(), "the misaligned array after misuse of " + form);
            checks.same(guards(SEGMENT_BYTES), local, "local memory after misuse of " + form);
            for (Object argument : right) {
                if (argument != null && argument.getClass().isArray()) {
                    for (int i = 0; i < LENGTH; i++) {
                        final double value = ((Number) java.lang.reflect.Array.get(argument, i)).doubleValue();
                        checks.that(value == 0, "the Java array after misuse of " + form);
                    }
                }
            }
        }
    }
}
