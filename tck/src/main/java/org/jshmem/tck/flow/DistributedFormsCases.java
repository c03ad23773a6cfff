package org.jshmem.tck.flow;

import static org.jshmem.Shmem.*;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.jshmem.ShmemTeam;
import org.jshmem.flow.DistBytes;
import org.jshmem.flow.DistDoubles;
import org.jshmem.flow.DistFloats;
import org.jshmem.flow.DistInts;
import org.jshmem.flow.DistLongs;
import org.jshmem.flow.DistShorts;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.misuse.Arguments;

/** Every form of the collective calls of distributed arrays, found by reflection, against a model. */
final class DistributedFormsCases {
    private static final int LENGTH = 53;
    private static final int INDICES = 29;

    /** A distributed array of the type of a case. */
    private static final class Subject implements AutoCloseable {
        private final Object array;
        private final Class<?> element;

        Subject(String element, String layout) {
            this(element, layout, LENGTH);
        }

        Subject(String element, String layout, long length) {
            final Class<?> type = switch (element) {
                case "byte" -> DistBytes.class;
                case "short" -> DistShorts.class;
                case "int" -> DistInts.class;
                case "long" -> DistLongs.class;
                case "float" -> DistFloats.class;
                default -> DistDoubles.class;
            };
            try {
                array = layout.equals("blockCyclic")
                        ? type.getMethod(layout, ShmemTeam.class, long.class, long.class)
                                .invoke(null, TEAM_WORLD, length, 3)
                        : type.getMethod(layout, ShmemTeam.class, long.class).invoke(null, TEAM_WORLD, length);
                this.element = type.getMethod("getRemote", long.class).getReturnType();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("no " + layout, e);
            }
        }

        List<Method> forms(String regex) {
            return Arrays.stream(array.getClass().getMethods())
                    .filter(form -> form.getName().matches(regex) && form.getDeclaringClass() != Object.class)
                    .sorted(Comparator.comparing(Method::toString))
                    .toList();
        }

        Object updates() {
            return call(forms("updates").getFirst());
        }

        Object call(Method form, Object... arguments) {
            return callOn(array, form, arguments);
        }

        private static Object callOn(Object target, Method form, Object... arguments) {
            try {
                return form.invoke(target, arguments);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(form + " failed", e);
            }
        }

        Object number(long value) {
            return Arguments.number(element, value);
        }

        Object numbers(long... values) {
            final Object made = Array.newInstance(element, values.length);
            for (int i = 0; i < values.length; i++) {
                Array.set(made, i, number(values[i]));
            }
            return made;
        }

        /** All elements, by one of the forms that read. */
        long[] all() {
            final Method read = forms("getAll").stream()
                    .filter(form -> form.getParameterCount() == 1)
                    .findFirst()
                    .orElseThrow();
            return longs(call(read, (Object) range()));
        }

        void put(long... values) {
            final Method put = forms("putAll").stream()
                    .filter(form -> form.getParameterTypes()[1].isArray())
                    .findFirst()
                    .orElseThrow();
            final boolean isFirst = myPe() == 0;
            call(put, isFirst ? range() : new long[0], isFirst ? numbers(values) : numbers());
        }

        @Override
        public void close() {
            close(array);
        }

        private static void close(Object one) {
            try {
                ((AutoCloseable) one).close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Those of the updates of single elements. */
    private static List<Method> singleForms(Class<?> updates) {
        return Arrays.stream(updates.getDeclaredMethods())
                .filter(form -> form.getParameterCount() == 2 && Modifier.isPublic(form.getModifiers()))
                .sorted(Comparator.comparing(Method::toString))
                .toList();
    }

    private static long[] range() {
        return LongStream.range(0, LENGTH).toArray();
    }

    private static long[] longs(Object array) {
        final long[] longs = new long[Array.getLength(array)];
        for (int i = 0; i < longs.length; i++) {
            longs[i] = ((Number) Array.get(array, i)).longValue();
        }
        return longs;
    }

    private static long updated(String name, long old, long value) {
        return switch (name) {
            case "add", "addAll", "fetchAddAll" -> old + value;
            case "max", "maxAll" -> Math.max(old, value);
            case "min", "minAll" -> Math.min(old, value);
            case "and", "andAll" -> old & value;
            case "or", "orAll" -> old | value;
            case "xor", "xorAll" -> old ^ value;
            default -> value;
        };
    }

    @Case(
            pes = {1, 2, 4},
            each = {"byte", "short", "int", "long", "float", "double"})
    void distributedForms(Checks checks) {
        for (String layout : List.of("block", "cyclic", "blockCyclic")) {
            try (Subject subject = new Subject(checks.each(), layout)) {
                subject.forms("(add|put|max|min|and|or|xor)All").forEach(form -> updateAll(checks, subject, form));
                final Object updates = subject.updates();
                Subject.close(updates);
                singleForms(updates.getClass()).forEach(form -> updateEach(checks, subject, form));
                subject.forms("fetchAddAll|compareSwapAll").forEach(form -> fetch(checks, subject, form));
                read(checks, subject);
            }
        }
    }

    private static void start(Subject subject, long[] model) {
        for (int i = 0; i < LENGTH; i++) {
            model[i] = 20L + 3L * i % 17;
        }
        subject.put(model);
    }

    private static void updateAll(Checks checks, Subject subject, Method form) {
        final boolean hasValues = form.getParameterTypes()[1].isArray();
        update(
                checks,
                subject,
                form,
                hasValues,
                (indices, values) ->
                        subject.call(form, indices, hasValues ? subject.numbers(values) : subject.number(values[0])));
    }

    private static void updateEach(Checks checks, Subject subject, Method form) {
        update(checks, subject, form, true, (indices, values) -> {
            final Object updates = subject.updates();
            for (int i = 0; i < indices.length; i++) {
                Subject.callOn(updates, form, indices[i], subject.number(values[i]));
            }
            Subject.close(updates);
        });
    }

    /** Every PE updates elements, which others update, too, unless it puts. */
    private static void update(
            Checks checks, Subject subject, Method form, boolean hasValues, BiConsumer<long[], long[]> own) {
        final boolean isPut = form.getName().startsWith("put");
        final long[] model = new long[LENGTH];
        start(subject, model);
        for (int pe = 0; pe < nPes(); pe++) {
            final SplittableRandom random =
                    new SplittableRandom(31L * pe + form.getName().hashCode());
            final long[] indices = new long[INDICES];
            final long[] values = new long[INDICES];
            final long value = 1L + random.nextInt(7);
            for (int i = 0; i < INDICES; i++) {
                final int index = random.nextInt(LENGTH);
                indices[i] = isPut ? index / nPes() * nPes() + pe : index;
                indices[i] = indices[i] < LENGTH ? indices[i] : pe;
                values[i] = hasValues ? (isPut ? 40 + indices[i] : 1L + random.nextInt(7)) : value;
                model[(int) indices[i]] = updated(form.getName(), model[(int) indices[i]], values[i]);
            }
            if (pe == myPe()) {
                own.accept(indices, values);
            }
        }
        checks.equal(Arrays.toString(model), Arrays.toString(subject.all()), "after " + form);
    }

    /** Every PE fetches and updates elements of its own, one after the other; it hears what was there. */
    private static void fetch(Checks checks, Subject subject, Method form) {
        final boolean isSwap = form.getName().equals("compareSwapAll");
        final boolean hasValues = form.getParameterTypes()[form.getParameterCount() - 1].isArray();
        final long[] model = new long[LENGTH];
        start(subject, model);
        final long expected = model[5];
        for (int pe = 0; pe < nPes(); pe++) {
            final int first = pe;
            final long[] indices =
                    LongStream.range(0, LENGTH).filter(i -> i % nPes() == first).toArray();
            final long[] values = new long[indices.length];
            final long[] old = new long[indices.length];
            for (int i = 0; i < indices.length; i++) {
                final int index = (int) indices[i];
                values[i] = hasValues ? 2 + i : 9;
                old[i] = model[index];
                if (!isSwap || old[i] == expected) {
                    model[index] = updated(form.getName(), old[i], values[i]);
                }
            }
            if (pe == myPe()) {
                final Object operand = hasValues ? subject.numbers(values) : subject.number(9);
                final Object fetched = isSwap
                        ? subject.call(form, indices, subject.number(expected), operand)
                        : subject.call(form, indices, operand);
                checks.equal(Arrays.toString(old), Arrays.toString(longs(fetched)), "fetched by " + form);
            }
        }
        checks.equal(Arrays.toString(model), Arrays.toString(subject.all()), "after " + form);
    }

    private static void read(Checks checks, Subject subject) {
        final long[] model = new long[LENGTH];
        start(subject, model);
        for (Method form : subject.forms("getAll")) {
            final long[] indices = {LENGTH - 1, myPe(), 7, 7, 0};
            final Object into = subject.numbers(new long[indices.length]);
            final Object got = form.getParameterCount() == 1
                    ? subject.call(form, (Object) indices)
                    : subject.call(form, indices, into);
            final long[] expected =
                    Arrays.stream(indices).map(i -> model[(int) i]).toArray();
            checks.equal(
                    Arrays.toString(expected), Arrays.toString(longs(got == null ? into : got)), "read by " + form);
        }
        for (Method form : subject.forms("getRemote")) {
            for (int i = 0; i < LENGTH; i++) {
                final Number got = (Number) subject.call(form, (long) i);
                checks.that(got.longValue() == model[i], "element " + i + " is " + got);
            }
        }
        for (Method form : subject.forms("gather")) {
            for (int root = 0; root < nPes(); root++) {
                final Object gathered = subject.call(form, root);
                checks.that(
                        root == myPe()
                                ? Arrays.equals(model, longs(gathered))
                                : gathered == null || Array.getLength(gathered) == 0,
                        "gathered at PE " + root);
            }
        }
        readExtremes(checks, subject);
        barrierAll();
        for (Method form : subject.forms("fill")) {
            subject.call(form, subject.number(6));
            checks.that(Arrays.stream(subject.all()).allMatch(one -> one == 6), "filled");
        }
    }

    /** The first element is the largest one and the last the smallest, then the other way round. */
    private static void readExtremes(Checks checks, Subject subject) {
        final long[] model = new long[LENGTH];
        for (int sign = -1; sign <= 1; sign += 2) {
            model[0] = 90L * sign;
            model[LENGTH - 1] = -90L * sign;
            subject.put(model);
            for (Method form : subject.forms("max|min")) {
                final long expected = form.getName().equals("max") ? 90 : -90;
                checks.equal(expected, ((Number) subject.call(form)).longValue(), form.toString());
            }
        }
    }

    /** What is refused changes nothing. */
    @Case(
            pes = {1, 2},
            profile = Profile.JSHMEM,
            each = {"byte", "short", "int", "long", "float", "double"})
    void distributedFormsRefuse(Checks checks) {
        final Subject subject = new Subject(checks.each(), "cyclic");
        final long[] model = new long[LENGTH];
        start(subject, model);
        for (Method form : subject.forms("\\w+All")) {
            if (form.getParameterTypes()[0] == long[].class) {
                refuseArguments(checks, subject, form);
            }
        }
        refuseIndices(checks, subject.array, subject.forms("owner|localIndex|getRemote"), "index", LENGTH);
        refuseIndices(checks, subject.array, subject.forms("globalIndex"), "local", (LENGTH + nPes() - 1) / nPes());
        final String calls =
                "local|localStream|updates|\\w+All|getRemote|fill|forEachLocal|sum|max|min|copyTo|sort|gather";
        refuseOthers(checks, subject);
        final Object updates = subject.updates();
        final List<Method> single = singleForms(updates.getClass());
        refuseIndices(checks, updates, single, "index", LENGTH);
        subject.forms(calls).forEach(form -> refuseState(checks, subject, subject.array, form, "updates()"));
        Subject.close(updates);
        Subject.close(updates);
        single.forEach(form -> refuseState(checks, subject, updates, form, "after the end"));
        checks.equal(Arrays.toString(model), Arrays.toString(subject.all()), "after all that was refused");
        barrierAll();
        subject.close();
        subject.close();
        subject.forms(calls).forEach(form -> refuseState(checks, subject, subject.array, form, "closed"));
    }

    /** An array of another length, a PE that is none, and the extremes of nothing. */
    private static void refuseOthers(Checks checks, Subject subject) {
        final Method copy = subject.forms("copyTo").getFirst();
        checks.thrown(
                NullPointerException.class,
                copy.toString(),
                () -> Arguments.invoke(copy, subject.array, (Object) null),
                "dest=null");
        final Method gather = subject.forms("gather").getFirst();
        for (int root : new int[] {-1, nPes()}) {
            checks.thrown(
                    IllegalArgumentException.class,
                    gather.toString(),
                    () -> Arguments.invoke(gather, subject.array, root),
                    "root=" + root);
        }
        for (long length : new long[] {0, LENGTH - 1, LENGTH + 1}) {
            try (Subject other = new Subject(checks.each(), "cyclic", length)) {
                checks.thrown(
                        IllegalArgumentException.class,
                        copy.toString(),
                        () -> Arguments.invoke(copy, subject.array, other.array),
                        "dest has length " + length + ", and this array " + LENGTH);
                for (Method extreme : length == 0 ? other.forms("max|min") : List.<Method>of()) {
                    checks.thrown(
                            IllegalStateException.class,
                            extreme.toString(),
                            () -> Arguments.invoke(extreme, other.array),
                            "without elements");
                }
            }
        }
    }

    /** Arguments for two elements that would be right; null for a function or an array. */
    private static Object[] arguments(Subject subject, Method form) {
        return Arrays.stream(form.getParameters())
                .map(parameter -> {
                    final Class<?> type = parameter.getType();
                    if (type == long[].class && parameter.getName().equals("indices")) {
                        return new long[] {0, 1};
                    }
                    return type.isArray()
                            ? subject.numbers(1, 1)
                            : type.isPrimitive() ? Arguments.number(type, 0) : null;
                })
                .toArray();
    }

    private static void refuseArguments(Checks checks, Subject subject, Method form) {
        for (long wrong : new long[] {LENGTH, -1, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE}) {
            refuse(checks, subject, form, 0, new long[] {0, wrong}, IndexOutOfBoundsException.class, "[1]=" + wrong);
        }
        for (int i = 0; i < form.getParameterCount(); i++) {
            if (form.getParameterTypes()[i].isArray()) {
                final String name = form.getParameters()[i].getName();
                refuse(checks, subject, form, i, null, NullPointerException.class, name + "=null");
                if (i > 0) {
                    final Object three = subject.numbers(1, 1, 1);
                    refuse(checks, subject, form, i, three, IllegalArgumentException.class, name + " has length 3");
                }
            }
        }
    }

    private static void refuse(
            Checks checks,
            Subject subject,
            Method form,
            int at,
            Object wrong,
            Class<? extends Throwable> error,
            String text) {
        final Object[] arguments = arguments(subject, form);
        arguments[at] = wrong;
        checks.thrown(error, form.toString(), () -> Arguments.invoke(form, subject.array, arguments), text);
    }

    /** Of methods whose first argument is the index of an element. */
    private static void refuseIndices(Checks checks, Object target, List<Method> forms, String name, long length) {
        for (Method form : forms) {
            for (long wrong : new long[] {length, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
                final Object[] arguments = Arrays.stream(form.getParameterTypes())
                        .map(type -> Arguments.number(type, 1))
                        .toArray();
                arguments[0] = wrong;
                checks.thrown(
                        IndexOutOfBoundsException.class,
                        form.toString(),
                        () -> Arguments.invoke(form, target, arguments),
                        name + "=" + wrong);
            }
        }
    }

    private static void refuseState(Checks checks, Subject subject, Object target, Method form, String text) {
        checks.thrown(
                IllegalStateException.class,
                form.toString(),
                () -> Arguments.invoke(form, target, arguments(subject, form)),
                text);
    }
}
