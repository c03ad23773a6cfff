package org.jshmem.mutation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tests and cases that run the line of a mutant, as no others can see what it does. <em>Near</em> witnesses judge
 * each mutant by itself: first tests, those of its module before others; then system tests, if no case of the kit runs
 * the line or the module is one around the PEs; then some cases of the kit, in the first {@link SetUp} that runs the
 * line; then slow tests of its module. <em>Far</em> witnesses are all others. They judge many mutants at once.
 */
final class Witnesses {
    private static final String SYSTEM_TESTS = "tests/system-tests";
    private static final int NEAR_CASES = 40;

    /** How long near tests of one module may take that is not the mutant's own. */
    private static final long NEAR_SECONDS = 60;

    private static final Set<String> AROUND_PES = Set.of(
            "bootstrap",
            "tools/launcher",
            "tools/monitor",
            "tools/profiler",
            "tools/shell",
            "tools/shmem-info",
            "tools/trace");

    /** System tests that take no longer are always near. */
    private static final long QUICK_SECONDS = 2;

    /** Tests of the mutant's module that take longer come after cases of the kit. */
    private static final long SLOW_SECONDS = 20;

    private final List<Touching> all;

    Witnesses(List<Touching> all) {
        this.all = all;
    }

    /** The near ones of a line, given by its number, in a module whose tests come first. */
    Set<Touching> near(int line, String module) {
        final List<Touching> own = fastest(at(line, one -> isOf(one, module)), Long.MAX_VALUE);
        final Set<Touching> near = new LinkedHashSet<>();
        own.stream().filter(one -> one.seconds() <= SLOW_SECONDS).forEach(near::add);
        final Map<String, List<Touching>> others = at(
                        line,
                        one -> one.isTest()
                                && !isOf(one, module)
                                && (!isSystemTest(one) || one.seconds() <= QUICK_SECONDS))
                .stream()
                .collect(Collectors.groupingBy(Touching::place, LinkedHashMap::new, Collectors.toList()));
        others.values().forEach(tests -> near.addAll(fastest(tests, NEAR_SECONDS)));
        if (needsSystemTests(line, module)) {
            near.addAll(fastest(at(line, Witnesses::isSystemTest), NEAR_SECONDS));
        }
        near.addAll(narrowest(firstCases(line)));
        near.addAll(own);
        return near;
    }

    /** The far ones of a line. */
    Set<Touching> far(int line, String module) {
        final boolean needsSystemTests = needsSystemTests(line, module);
        final List<Touching> first = firstCases(line);
        final boolean needsSpecial = !first.isEmpty() && isSpecial(first.getFirst());
        final Set<Touching> far = new LinkedHashSet<>(at(
                line, one -> one.isTest() ? needsSystemTests && isSystemTest(one) : needsSpecial || !isSpecial(one)));
        far.removeAll(near(line, module));
        return far;
    }

    /** Whether the kit does not judge the line, or processes around the PEs run it, too. */
    private boolean needsSystemTests(int line, String module) {
        return AROUND_PES.contains(module) || firstCases(line).isEmpty();
    }

    private static boolean isOf(Touching one, String module) {
        return one.isTest() && one.place().equals(module);
    }

    private static boolean isSystemTest(Touching one) {
        return one.place().equals(SYSTEM_TESTS);
    }

    private List<Touching> at(int line, Predicate<Touching> which) {
        return all.stream()
                .filter(one -> one.lines().get(line) && which.test(one))
                .toList();
    }

    private List<Touching> firstCases(int line) {
        return Stream.of(SetUp.values())
                .map(setUp -> at(line, one -> one.place().equals(setUp.place())))
                .filter(cases -> !cases.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private static boolean isSpecial(Touching one) {
        return !one.isTest() && SetUp.of(one.place()).isSpecial();
    }

    private static List<Touching> fastest(List<Touching> tests, long most) {
        final List<Touching> sorted = new ArrayList<>(tests);
        sorted.sort(Comparator.comparingLong(Touching::seconds).thenComparing(Touching::name));
        long seconds = 0;
        int count = 0;
        while (count < sorted.size()
                && (count == 0 || seconds + sorted.get(count).seconds() <= most)) {
            seconds += sorted.get(count).seconds();
            count++;
        }
        return sorted.subList(0, count);
    }

    /** First of each stem the cases that run the fewest lines, as they are about this one more than others are. */
    private static Collection<Touching> narrowest(List<Touching> cases) {
        final Map<String, List<Touching>> byStem = cases.stream()
                .sorted(Comparator.comparingInt((Touching one) -> one.lines().cardinality())
                        .thenComparing(Touching::name))
                .collect(Collectors.groupingBy(
                        one -> one.name().replaceAll("[:@#].*", ""), LinkedHashMap::new, Collectors.toList()));
        final Set<Touching> first = new LinkedHashSet<>();
        for (int i = 0; first.size() < Math.min(NEAR_CASES, cases.size()); i++) {
            for (List<Touching> ofStem : byStem.values()) {
                if (i < ofStem.size() && first.size() < NEAR_CASES) {
                    first.add(ofStem.get(i));
                }
            }
        }
        return first;
    }
}
