package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Rpc;
import org.jshmem.messages.RpcReply;
import org.jshmem.spi.Recorder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each operation does the same for every element type, refuses the same arguments in the same words, and does the same
 * whether it is called on a context, on a team or by the class {@link Shmem}.
 */
@Timeout(60)
class ElementTypesTest {
    private static final List<Class<?>> CLASSES = List.of(
            ShmemContext.class,
            ShmemTeam.class,
            Shmem.class,
            Reductions.class,
            Messages.class,
            Rpc.class,
            RpcReply.class);

    /**
     * Elements of what is counted: one, those of a complex number, and those of all PEs of {@link Recorder}'s teams.
     */
    private static final long[] PARTS = {1, 2, 77};

    static Stream<Arguments> forms() {
        final Map<String, List<Form>> forms = CLASSES.stream()
                .flatMap(owner -> Arrays.stream(owner.getMethods()))
                .filter(method -> !Modifier.isAbstract(method.getModifiers()) && isOperation(method))
                .map(Form::of)
                .filter(Objects::nonNull)
                .collect(Collectors.groupingBy(Form::key, TreeMap::new, Collectors.toList()));
        return forms.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
    }

    /** Of {@link Shmem}, only what it passes on to a context or a team. */
    private static boolean isOperation(Method method) {
        if (method.getName().matches(".*16|ptr|(?i:wait|test).*")) {
            return false;
        }
        if (method.getDeclaringClass() != Shmem.class) {
            return true;
        }
        final List<Class<?>> types = List.of(method.getParameterTypes());
        final boolean isOfTeam = !types.isEmpty() && types.getFirst() == ShmemTeam.class;
        final Class<?>[] rest = types.subList(isOfTeam ? 1 : 0, types.size()).toArray(Class<?>[]::new);
        try {
            (isOfTeam ? ShmemTeam.class : ShmemContext.class).getMethod(method.getName(), rest);
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void shouldDoTheSameForEachType(String key, List<Form> forms) throws ReflectiveOperationException {
        forms.sort(Comparator.comparingInt(Form::bytes));
        final Form first = forms.getFirst();
        final List<Object> usual = first.outcome(new Form.Change(null, null, Form.Size.SMALL));
        assertTrue(usual.contains("returns"), usual.toString());
        assertFalse(Recorder.calls().isEmpty(), key + " asks nothing of the runtime");
        for (Form.Change change : changes(first)) {
            Form reference = null;
            List<Object> wanted = null;
            for (Form form : forms) {
                if (form.canHave(change)) {
                    final List<Object> outcome = form.outcome(change);
                    wanted = wanted == null ? outcome : wanted;
                    reference = reference == null ? form : reference;
                    assertOutcome(wanted, reference, outcome, form, change);
                }
            }
        }
    }

    static Stream<Arguments> sizedForms() {
        return forms().flatMap(group -> ((List<?>) group.get()[1]).stream())
                .map(Form.class::cast)
                .filter(form -> form.type() == null && form.bytes() > 1)
                .map(form -> Arguments.of(form.method(), form));
    }

    /** The memory of this PE may lie anywhere. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("sizedForms")
    void shouldRefuseSymmetricMemoryThatIsNotAligned(Method method, Form form) throws ReflectiveOperationException {
        final boolean isPut = method.getName().contains("put");
        for (String parameter : List.of("dest", "source")) {
            final List<Object> outcome =
                    form.outcome(new Form.Change(parameter, Form.Trait.NOT_ALIGNED, Form.Size.SMALL));
            if (isPut == parameter.equals("dest")) {
                assertTrue(outcome.getFirst().toString().contains("is not aligned to # bytes"), outcome.toString());
            } else {
                assertTrue(outcome.contains("returns"), outcome.toString());
            }
        }
    }

    private static void assertOutcome(
            List<Object> wanted, Form reference, List<Object> outcome, Form form, Form.Change change) {
        assertTrue(
                areEqual(wanted, reference.bytes(), outcome, form.bytes()),
                () -> form.method() + " with " + form.describe(change) + ": " + outcome + ", but " + reference.method()
                        + ": " + wanted);
    }

    private static boolean areEqual(List<Object> some, long someBytes, List<Object> others, long otherBytes) {
        return some.size() == others.size()
                && IntStream.range(0, some.size()).allMatch(i -> {
                    final Object one = some.get(i);
                    final Object other = others.get(i);
                    return one.equals(other)
                            || one instanceof Long number
                                    && other instanceof Long otherNumber
                                    && number * otherBytes == otherNumber * someBytes;
                });
    }

    private static List<Form.Change> changes(Form form) {
        final List<Form.Change> changes = new ArrayList<>();
        changes.add(new Form.Change(null, null, Form.Size.SMALL));
        changes.add(new Form.Change(null, null, Form.Size.HUGE));
        for (Parameter parameter : form.method().getParameters()) {
            final String name = parameter.getName();
            final Class<?> type = parameter.getType();
            if (type == long.class && !name.matches("value|cond|identity|signal")) {
                addNumbers(name, changes);
            } else if (!type.isPrimitive() && type != ShmemTeam.class) {
                for (Form.Trait trait : traits(form, name, type)) {
                    changes.add(new Form.Change(name, trait, Form.Size.SMALL));
                }
            }
        }
        return changes;
    }

    private static void addNumbers(String name, List<Form.Change> changes) {
        for (long number = -1; number <= Form.LENGTH + 1; number++) {
            final long value = number;
            add(name, bytes -> value, Form.Size.SMALL, changes);
        }
        add(name, bytes -> 1, Form.Size.HUGE, changes);
        add(name, bytes -> (1L << 34) + 1, Form.Size.HUGE, changes);
        if (name.matches("nelems|nblocks")) {
            addLimits(name, changes);
        } else {
            add(name, bytes -> Long.MAX_VALUE, Form.Size.SMALL, changes);
        }
        if (name.equals("nrequest")) {
            add(name, bytes -> 256 / bytes, Form.Size.SMALL, changes);
            add(name, bytes -> 256 / bytes + 1, Form.Size.SMALL, changes);
        }
    }

    /** The largest number of elements whose bytes are a number, and one more. */
    private static void addLimits(String name, List<Form.Change> changes) {
        for (long parts : PARTS) {
            add(name, bytes -> Long.MAX_VALUE / bytes / parts, Form.Size.DENSE, changes);
            add(name, bytes -> Long.MAX_VALUE / bytes / parts + 1, Form.Size.DENSE, changes);
        }
    }

    private static void add(String name, LongUnaryOperator amount, Form.Size size, List<Form.Change> changes) {
        changes.add(new Form.Change(name, amount, size));
    }

    private static List<Form.Trait> traits(Form form, String name, Class<?> type) {
        final List<Form.Trait> traits = new ArrayList<>(List.of(Form.Trait.NULL));
        if (SymmetricArray.class.isAssignableFrom(type)) {
            traits.addAll(List.of(Form.Trait.FREED, Form.Trait.NOT_SYMMETRIC, Form.Trait.ELSEWHERE, Form.Trait.SHARED));
        } else if (type.getSimpleName().equals("MemorySegment") && !name.equals("fetch")) {
            traits.addAll(List.of(Form.Trait.READ_ONLY, Form.Trait.CLOSED));
        } else if (type == IndexedBlocks.class) {
            traits.addAll(List.of(
                    Form.Trait.NO_BLOCK, Form.Trait.FITTING_BLOCK, Form.Trait.LONG_BLOCK, Form.Trait.OTHER_BLOCK));
        }
        if (name.equals("sig") && form.has("dest")) {
            traits.addAll(List.of(
                    Form.Trait.BEHIND_DEST,
                    Form.Trait.IN_END_OF_DEST,
                    Form.Trait.BEFORE_DEST,
                    Form.Trait.IN_START_OF_DEST));
        }
        return traits;
    }
}
