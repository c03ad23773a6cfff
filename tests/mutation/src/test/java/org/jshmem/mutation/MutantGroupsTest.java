package org.jshmem.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
        final Set<String> visible = Set.of("m3", "m4", "m17");
        final Map<String, Verdict.Outcome> found = new HashMap<>();
        MutantGroups.judge(
                group,
                part -> new Verdict(
                        "",
                        part.stream().anyMatch(mutant -> visible.contains(mutant.name()))
                                ? Verdict.Outcome.CAUGHT
                                : Verdict.Outcome.SURVIVED,
                        "",
                        1,
                        ""),
                (mutant, verdict) -> found.put(mutant.name(), verdict.outcome()));
        assertEquals(20, found.size());
        found.forEach((name, outcome) -> assertEquals(visible.contains(name), outcome == Verdict.Outcome.CAUGHT, name));
    }
}
