package org.jshmem.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.mutation.bytecode.GeneratedMutant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MutantGroupsTest {
    private static GeneratedMutant mutant(int number, String method) {
        return new GeneratedMutant("m" + number, "module", "A", method, 1, "operator", "what", 0, 0);
    }

    @Test
    void shouldPutMutantsOfOneMethodIntoDifferentGroups() {
        final List<GeneratedMutant> mutants = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            mutants.add(mutant(i, "method" + i % 30 + "()V"));
        }
        int sum = 0;
        for (List<GeneratedMutant> group : MutantGroups.of(mutants)) {
            final Set<String> methods = new HashSet<>();
            group.forEach(mutant -> assertTrue(methods.add(mutant.method())));
            assertTrue(group.size() <= 20);
            sum += group.size();
        }
        assertEquals(50, sum);
    }

    @Test
    void shouldFindTheMutantsThatAreCaught() throws Exception {
        final List<GeneratedMutant> group = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            group.add(mutant(i, "method" + i + "()V"));
        }
        final Map<String, Set<String>> visible =
                Map.of("first", Set.of("m3", "m4"), "second", Set.of("m17", "m3"), "third", Set.of());
        final Map<String, String> found = new HashMap<>();
        MutantGroups.judge(
                group,
                List.of("first", "second", "third"),
                (part, judge) -> new Verdict(
                        "",
                        part.stream().anyMatch(mutant -> visible.get(judge).contains(mutant.name()))
                                ? Verdict.Outcome.CAUGHT
                                : Verdict.Outcome.SURVIVED,
                        judge,
                        1,
                        ""),
                (mutant, verdict) ->
                        assertNull(found.put(mutant.name(), verdict.outcome() + " by " + verdict.by()), mutant.name()));
        assertEquals(20, found.size());
        assertEquals("CAUGHT by first", found.remove("m3"));
        assertEquals("CAUGHT by first", found.remove("m4"));
        assertEquals("CAUGHT by second", found.remove("m17"));
        assertEquals(Set.of("SURVIVED by "), Set.copyOf(found.values()));
    }

    /** Two mutants of which a judge sees something only together. */
    @Test
    void shouldCatchNoneOfWhatIsOnlyToBeSeenTogether() throws Exception {
        final List<GeneratedMutant> group = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            group.add(mutant(i, "method" + i + "()V"));
        }
        final Set<Verdict.Outcome> outcomes = new HashSet<>();
        MutantGroups.judge(
                group,
                List.of("any"),
                (part, judge) -> new Verdict(
                        "", part.size() == 7 ? Verdict.Outcome.CAUGHT : Verdict.Outcome.SURVIVED, judge, 1, ""),
                (mutant, verdict) -> outcomes.add(verdict.outcome()));
        assertEquals(Set.of(Verdict.Outcome.SURVIVED), outcomes);
    }
}
