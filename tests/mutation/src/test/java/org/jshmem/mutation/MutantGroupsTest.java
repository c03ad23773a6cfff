package org.jshmem.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.mutation.bytecode.GeneratedMutant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class MutantGroupsTest {
    private static GeneratedMutant mutant(int number, String method) {
        return new GeneratedMutant("m" + number, "module", "A", method, 1, "operator", "what", 0, 0);
    }

    @Test
    void shouldPutMutantsOfOneMethodIntoDifferentGroups() {
        final List<GeneratedMutant> mutants = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            mutants.add(mutant(i, "method" + i % 130 + "()V"));
        }
        int sum = 0;
        for (List<GeneratedMutant> group : MutantGroups.of(mutants)) {
            final Set<String> methods = new HashSet<>();
            group.forEach(mutant -> assertTrue(methods.add(mutant.method())));
            assertTrue(group.size() <= 100);
            sum += group.size();
        }
        assertEquals(250, sum);
    }

    /** Judges by what each of them sees, where it names only those that see something in a group. */
    private record Seen(Map<String, Set<String>> visible, boolean namesWitnesses, Set<String> asked, Set<String> quiet)
            implements MutantGroups.GroupJudge<Integer, String> {
        @Override
        public Verdict judge(Integer lane, List<GeneratedMutant> group, String judges) {
            asked.add(judges + " about " + group.size());
            for (String judge : judges.split(",")) {
                if (group.stream().anyMatch(mutant -> visible.get(judge).contains(mutant.name()))) {
                    return new Verdict("", Verdict.Outcome.CAUGHT, judge, 1, "");
                }
            }
            return Verdict.unseen("");
        }

        @Override
        public String witness(String judge, Verdict verdict) {
            return namesWitnesses ? verdict.by() : judge;
        }

        @Override
        public void sawNothing(String judge, List<GeneratedMutant> in) {
            in.forEach(mutant -> quiet.add(judge + " in " + mutant.name()));
        }
    }

    private static List<GeneratedMutant> group(int size) {
        return IntStream.range(0, size)
                .mapToObj(i -> mutant(i, "method" + i + "()V"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void shouldFindTheMutantsThatAreCaught(int lanes) throws Exception {
        final Map<String, Set<String>> visible =
                Map.of("first", Set.of("m3", "m4"), "second", Set.of("m17"), "third", Set.of(), "fourth", Set.of("m5"));
        for (boolean namesWitnesses : new boolean[] {false, true}) {
            final Map<String, String> found = new ConcurrentHashMap<>();
            final Set<String> asked = ConcurrentHashMap.newKeySet();
            final Set<String> quiet = ConcurrentHashMap.newKeySet();
            MutantGroups.judge(
                    group(20),
                    List.of("first", "second", "third,fourth"),
                    new Lanes<>(IntStream.range(0, lanes).boxed().toList()),
                    new Seen(visible, namesWitnesses, asked, quiet),
                    (mutant, verdict) -> assertNull(
                            found.put(mutant.name(), verdict.outcome() + " by " + verdict.by()), mutant.name()));
            assertEquals(20, found.size());
            assertEquals("CAUGHT by first", found.remove("m3"));
            assertEquals("CAUGHT by first", found.remove("m4"));
            assertEquals("CAUGHT by second", found.remove("m17"));
            assertEquals("CAUGHT by fourth", found.remove("m5"));
            assertEquals(Set.of("SURVIVED by "), Set.copyOf(found.values()));
            for (String judge : List.of("first", "second", "third,fourth")) {
                found.keySet().forEach(mutant -> assertTrue(quiet.contains(judge + " in " + mutant)));
            }
            assertEquals(namesWitnesses, asked.contains("fourth about 1"));
        }
    }

    /** As lanes do when both find the same one. */
    @Test
    void shouldGiveOneVerdictOnAMutantThatAllSee() throws Exception {
        final Map<String, Set<String>> visible =
                IntStream.range(0, 40).boxed().collect(Collectors.toMap(i -> "judge" + i, _ -> Set.of("m3", "m9")));
        final Map<String, Verdict> found = new ConcurrentHashMap<>();
        MutantGroups.judge(
                group(20),
                List.copyOf(visible.keySet()),
                new Lanes<>(List.of(1, 2, 3, 4)),
                new Seen(visible, false, ConcurrentHashMap.newKeySet(), ConcurrentHashMap.newKeySet()),
                (mutant, verdict) -> assertNull(found.put(mutant.name(), verdict), mutant.name()));
        assertEquals(
                Set.of("m3", "m9"),
                found.entrySet().stream()
                        .filter(one -> one.getValue().outcome() == Verdict.Outcome.CAUGHT)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet()));
    }

    /** Two mutants of which a judge sees something only together. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCatchNoneOfWhatIsOnlyToBeSeenTogether(boolean namesWitnesses) throws Exception {
        final Set<Verdict.Outcome> outcomes = ConcurrentHashMap.newKeySet();
        MutantGroups.judge(
                group(7),
                List.of("any"),
                new Lanes<>(List.of(1)),
                new MutantGroups.GroupJudge<Integer, String>() {
                    @Override
                    public Verdict judge(Integer lane, List<GeneratedMutant> part, String judge) {
                        return new Verdict(
                                "", part.size() == 7 ? Verdict.Outcome.CAUGHT : Verdict.Outcome.SURVIVED, judge, 1, "");
                    }

                    @Override
                    public String witness(String judge, Verdict verdict) {
                        return namesWitnesses ? "one of them" : judge;
                    }

                    @Override
                    public void sawNothing(String judge, List<GeneratedMutant> in) {
                        assertEquals(7, in.size());
                    }
                },
                (mutant, verdict) -> outcomes.add(verdict.outcome()));
        assertEquals(Set.of(Verdict.Outcome.SURVIVED), outcomes);
    }
}
