package org.jshmem.mutation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.mutation.bytecode.GeneratedMutant;

/** Judges mutants together, as most judges say nothing about most of them. */
final class MutantGroups {
    private static final int LARGEST = 20;

    /** Judges some mutants that are planted at once. */
    interface GroupJudge<J> {
        Verdict judge(List<GeneratedMutant> group, J judge) throws IOException, InterruptedException;
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

    /**
     * Has some judges judge a group, one after the other. If a judge sees something, the group is halved until one
     * mutant is left that the judge sees by itself. That mutant is caught, and the same judge judges the others again.
     * Mutants that a judge sees only together are not caught.
     */
    static <J> void judge(List<GeneratedMutant> group, List<J> judges, GroupJudge<J> trial, VerdictSink verdicts)
            throws IOException, InterruptedException {
        final List<GeneratedMutant> left = new ArrayList<>(group);
        for (J judge : judges) {
            boolean isOpen = !left.isEmpty();
            while (isOpen) {
                final Map.Entry<GeneratedMutant, Verdict> found = find(left, judge, trial);
                if (found != null) {
                    verdicts.accept(found.getKey(), found.getValue());
                    left.remove(found.getKey());
                }
                isOpen = found != null && !left.isEmpty();
            }
        }
        for (GeneratedMutant mutant : left) {
            verdicts.accept(mutant, new Verdict(mutant.name(), Verdict.Outcome.SURVIVED, "", 0, ""));
        }
    }

    /** A mutant of which a judge sees something, and what; null if there is none. */
    private static <J> Map.Entry<GeneratedMutant, Verdict> find(
            List<GeneratedMutant> some, J judge, GroupJudge<J> trial) throws IOException, InterruptedException {
        final Verdict verdict = trial.judge(some, judge);
        if (verdict.outcome() == Verdict.Outcome.SURVIVED) {
            return null;
        }
        if (some.size() == 1) {
            return Map.entry(some.getFirst(), verdict);
        }
        final int half = some.size() / 2;
        final Map.Entry<GeneratedMutant, Verdict> found = find(some.subList(0, half), judge, trial);
        return found == null ? find(some.subList(half, some.size()), judge, trial) : found;
    }
}
