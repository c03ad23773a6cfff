package org.jshmem.tck;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All cases: those of the table of operations, paired with the element types and sizes, then the hand-written ones.
 *
 * <p>A row without a body becomes a case that is missing, which fails; so nothing of the table is left out silently.
 */
public final class CaseTable {
    private static final String KIT = CaseTable.class.getPackageName() + ".";

    /** In the name of a class, stands for an element type, as in {@code rma.DoublesPutCases}, or for {@link #SIZED}. */
    private static final String ELEMENTS = "*";

    private static final String SIZED = "Sized";
    private static final String PLAIN = "";

    private static final List<String> ALL_ELEMENTS =
            Stream.concat(Surface.TYPES.stream(), Stream.of(SIZED)).toList();

    /** The classes of the cases by chapters, without {@code Cases}. */
    private static final List<String> CLASSES = List.of(
            "setup.Setup",
            "setup.Lifecycle",
            "setup.Thread",
            "setup.Setting",
            "memory.Memory",
            "memory.*Allocation",
            "memory.*Access",
            "memory.Heap",
            "memory.Accounting",
            "memory.Segment",
            "memory.View",
            "rma.*Put",
            "rma.*Get",
            "rma.*Indexed",
            "rma.*Rma",
            "amo.*ExtendedAtomic",
            "amo.*StandardAtomic",
            "amo.*Contention",
            "signal.*PutSignal",
            "signal.*Signal",
            "sync.*Wait",
            "ordering.Ordering",
            "collective.Barrier",
            "collective.*Collective",
            "collective.*IntegerReduction",
            "collective.*ComplexReduction",
            "collective.*Value",
            "collective.*IntegerValue",
            "collective.Vote",
            "collective.RandomCollective",
            "draft.Draft",
            "draft.Nonblocking",
            "draft.RandomRequest",
            "draft.Reduction",
            "programs.RandomProgram",
            "history.History",
            "team.Team",
            "context.Context",
            "context.TeamContext",
            "context.Session",
            "lock.*Lock",
            "lock.Lock",
            "shared.*Shared",
            "shared.Shared",
            "shared.*RemoteShared",
            "shared.RemoteShared",
            "messages.*Messages",
            "messages.MessageDescriptor",
            "messages.MessageFailures",
            "messages.MessageLoss",
            "messages.MessageEnd",
            "messages.RequestState",
            "messages.Messages",
            "messages.RandomMessages",
            "messages.Twin",
            "flow.Flow",
            "flow.Ask",
            "flow.Distributed",
            "flow.*Distributed",
            "flow.DistributedForms",
            "flow.DistributedRecords",
            "flow.Handler",
            "flow.Ending",
            "flow.FlowMemory",
            "flow.RecordSize",
            "flow.RandomFlow",
            "misuse.Argument",
            "misuse.CollectiveMismatch",
            "misuse.TeamMismatch",
            "misuse.Misuse",
            "misuse.Limit",
            "misuse.Overlap",
            "misuse.Fuzz");

    private static final List<String> LITMUS_TESTS = List.of(
            "MessagePassing",
            "MessageOrder",
            "FlowOrder",
            "Signals",
            "Waits",
            "Coherence",
            "StoreBuffering",
            "ThirdPe",
            "Contexts",
            "Collectives",
            "Exclusion");

    private final List<CaseRef> cases = new ArrayList<>();
    private final Map<String, List<Class<?>>> classes = classes();

    /** The first of each name, by element type, size or {@link #PLAIN}. */
    private final Map<String, Map<String, Method>> methods = new HashMap<>();

    private CaseTable() {
        classes.forEach((elements, owners) -> methods.put(elements, methodsOf(owners)));
        final Set<Method> used = new HashSet<>();
        for (Surface.Row row : Surface.rows()) {
            for (String kind : row.kinds()) {
                addRow(row, kind, used);
            }
        }
        for (String type : Surface.TYPES) {
            classes.get(type).forEach(owner -> addOthers(owner, type, used));
        }
        classes.get(SIZED).forEach(owner -> addOthers(owner, null, used));
        classes.get(PLAIN).forEach(owner -> addOthers(owner, null, used));
        LITMUS_TESTS.forEach(this::addLitmus);
    }

    /** All, in the order of the table. */
    public static List<CaseRef> all() {
        return Whole.CASES;
    }

    /** Made once, when it is first asked for. */
    private static final class Whole {
        static final List<CaseRef> CASES = List.copyOf(new CaseTable().cases);
        static final Map<String, CaseRef> BY_ID =
                CASES.stream().collect(Collectors.toMap(CaseRef::id, reference -> reference, (first, _) -> first));
    }

    /** The case of an id. */
    public static CaseRef find(String id) {
        return ifAny(id).orElseThrow(() -> new IllegalArgumentException("no case " + id));
    }

    /** The case of an id; empty for what is none, as the file of {@code run --program}. */
    public static Optional<CaseRef> ifAny(String id) {
        return Optional.ofNullable(Whole.BY_ID.get(id));
    }

    private void addRow(Surface.Row row, String kind, Set<Method> used) {
        switch (kind) {
            case "typed", "named" -> {
                for (String type : Surface.TYPES) {
                    add(row.operation(), row.operation() + ":" + type, type, row.operation(), used);
                }
            }
            case "sized" -> {
                for (String size : Surface.SIZES) {
                    add(row.operation() + " sized", row.withSize(size), SIZED, row.withSize(size), used);
                }
            }
            case "mem" -> add(row.operation() + " sized", row.withSize("mem"), SIZED, row.withSize("mem"), used);
            case "plain" -> add("plain", row.operation(), PLAIN, row.operation(), used);
            case String some
            when some.startsWith(Surface.SOME_TYPES) -> {
                for (String type : some.substring(Surface.SOME_TYPES.length()).split("\\+")) {
                    add(row.operation(), row.operation() + ":" + type, type, row.operation(), used);
                }
            }
            case String values
            when values.startsWith(Surface.VALUES) -> {
                final String body = row.operation() + Coverage.VALUE;
                for (String type : values.substring(Surface.VALUES.length()).split("\\+")) {
                    add(body, body + ":" + type, type, body, used);
                }
            }
            default -> throw new IllegalArgumentException("kind " + kind + " of " + row);
        }
    }

    private void add(String operation, String id, String owner, String methodName, Set<Method> used) {
        final Method method = methods.get(owner).get(methodName);
        cases.add(new CaseRef(id, operation, id.replace(':', ' '), method));
        used.add(method);
    }

    private void addOthers(Class<?> owner, String type, Set<Method> used) {
        final List<Method> methods = Arrays.stream(owner.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Case.class) && !used.contains(method))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
        for (Method method : methods) {
            final String operation = type == null ? owner.getSimpleName() : method.getName();
            addEach(type == null ? method.getName() : method.getName() + ":" + type, operation, method);
        }
    }

    /** A case for each value and number of PEs that the method names. */
    private void addEach(String base, String operation, Method method) {
        final String[] each = method.getAnnotation(Case.class).each();
        final int[] numbers = method.getAnnotation(Case.class).pes();
        for (int pes : numbers) {
            final String id = numbers.length == 1 ? base : base + "@" + pes;
            final String name = id.replace(':', ' ').replace("@", ", PEs ");
            if (each.length == 0) {
                cases.add(new CaseRef(id, operation, name, method, "", pes));
            }
            for (int i = 0; i < each.length; i++) {
                cases.add(new CaseRef(id + "#" + i, operation, name + " " + each[i], method, each[i], pes));
            }
        }
    }

    /** Litmus tests, by names of their own; they share jobs, since starting one takes longer than the tests. */
    private void addLitmus(String name) {
        Arrays.stream(classNamed(KIT + "litmus." + name).getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Case.class))
                .sorted(Comparator.comparing(Method::getName))
                .forEach(method -> addEach("litmus:" + name + "." + method.getName(), "litmus", method));
    }

    /**
     * The classes of each element type's cases, of the sized ones and of the plain ones: not every type has all. Every
     * name in the list is that of a class, so that none drops out unnoticed when it is renamed.
     */
    private static Map<String, List<Class<?>>> classes() {
        final Map<String, List<Class<?>>> classes = new HashMap<>();
        ALL_ELEMENTS.forEach(elements -> classes.put(elements, new ArrayList<>()));
        classes.put(PLAIN, new ArrayList<>());
        for (String name : CLASSES) {
            final List<String> elements = name.contains(ELEMENTS) ? ALL_ELEMENTS : List.of(PLAIN);
            boolean exists = false;
            for (String each : elements) {
                final Optional<Class<?>> existing = existing(name, each);
                existing.ifPresent(classes.get(each)::add);
                exists |= existing.isPresent();
            }
            if (!exists) {
                throw new IllegalStateException("the kit has no class " + name + "Cases");
            }
        }
        return classes;
    }

    private static Map<String, Method> methodsOf(List<Class<?>> owners) {
        final Map<String, Method> methods = new HashMap<>();
        for (Class<?> owner : owners) {
            for (Method method : owner.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Case.class)) {
                    methods.putIfAbsent(method.getName(), method);
                }
            }
        }
        return methods;
    }

    private static Optional<Class<?>> existing(String name, String elements) {
        try {
            return Optional.of(Class.forName(KIT + name.replace(ELEMENTS, elements) + "Cases"));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    private static Class<?> classNamed(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the kit has no class " + name, e);
        }
    }
}
