package org.jshmem.mutation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jshmem.mutation.bytecode.GeneratedMutant;

/**
 * Judges mutants together, as long judges say nothing about most of them. A group that is caught is halved, down to
 * single mutants.
 */
final class MutantGroups {
    private static final int LARGEST = 20;

    /** Judges some mutants that are planted at once. */
    interface GroupJudge {
        Verdict judge(List<GeneratedMutant> group) throws IOException, InterruptedException;
    }

    /** Takes the verdict on one mutant. */
    interface VerdictSink {
        void accept(GeneratedMutant mutant, Verdict verdict) throws IOException;
    }

    private MutantGroups() {}

    /** Groups in which no two mutants are in the same method. */
    static List<List<GeneratedMutant>> of(List<GeneratedMutant> mutants) {
        final List<List<GeneratedMutant>> groups = new ArrayList<>();
        List<GeneratedMutant> rest = mutants;
        while (!rest.isEmpty()) {
            final List<GeneratedMutant> group = new ArrayList<>();
            final List<GeneratedMutant> others = new ArrayList<>();
            final Set<String> methods = new HashSet<>();
            for (GeneratedMutant mutant : rest) {
                if (group.size() < LARGEST && methods.add(mutant.className() + "." + mutant.method())) {
                    group.add(mutant);
                } else {
                    others.add(mutant);
                }
            }
            groups.add(group);
            rest = others;
        }
        return groups;
    }

    static void judge(List<GeneratedMutant> group, GroupJudge judge, VerdictSink verdicts)
            throws IOException, InterruptedException {
        final Verdict verdict = judge.judge(group);
        final boolean isSeen = verdict.outcome() != Verdict.Outcome.SURVIVED;
        if (isSeen && group.size() > 1) {
            final int half = group.size() / 2;
            judge(group.subList(0, half), judge, verdicts);
            judge(group.subList(half, group.size()), judge, verdicts);
            return;
        }
        for (GeneratedMutant mutant : group) {
            verdicts.accept(mutant, verdict);
        }
    }
}
