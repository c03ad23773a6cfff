package org.jshmem.mutation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.mutation.bytecode.GeneratedMutant;

/** Judges mutants together, as most judges say nothing about most of them. */
final class MutantGroups {
    private static final int LARGEST = 100;

    /**
     * Judges some mutants that are planted at once.
     *
     * @param <L> where they are planted
     * @param <J> who judges
     */
    interface GroupJudge<L, J> {
        Verdict judge(L lane, List<GeneratedMutant> group, J judge) throws IOException, InterruptedException;

        /** The one of the tests or cases of a judge that has seen something; the judge itself if that is not known. */
        J witness(J judge, Verdict verdict);

        /** A judge has seen nothing, or nothing more, in some mutants. */
        void sawNothing(J judge, List<GeneratedMutant> in) throws IOException;
    }

    /** Takes the verdict on one mutant. Any lane may call. */
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
     * Has some judges judge a group; the lanes divide the judges among them. If a judge sees something, the group is
     * halved until one mutant is left that the judge sees by itself. That mutant is caught, and the same judge judges
     * the others again. Mutants that a judge sees only together are not caught.
     */
    static <L, J> void judge(
            List<GeneratedMutant> group, List<J> judges, Lanes<L> lanes, GroupJudge<L, J> trial, VerdictSink verdicts)
            throws IOException, InterruptedException {
        final Set<GeneratedMutant> left = Collections.synchronizedSet(new LinkedHashSet<>(group));
        lanes.forEach(judges, (lane, judge) -> {
            boolean isOpen = true;
            while (isOpen) {
                final List<GeneratedMutant> some = Arrays.asList(left.toArray(GeneratedMutant[]::new));
                final Map.Entry<GeneratedMutant, Verdict> found =
                        some.isEmpty() ? null : find(lane, some, judge, trial);
                isOpen = found != null;
                if (!isOpen) {
                    trial.sawNothing(judge, some);
                }
                if (isOpen && left.remove(found.getKey())) { // otherwise another lane has caught it meanwhile
                    verdicts.accept(found.getKey(), found.getValue());
                }
            }
        });
        for (GeneratedMutant mutant : left) {
            verdicts.accept(mutant, new Verdict(mutant.name(), Verdict.Outcome.SURVIVED, "", 0, ""));
        }
    }

    /** A mutant of which a judge sees something, and what; null if there is none. */
    private static <L, J> Map.Entry<GeneratedMutant, Verdict> find(
            L lane, List<GeneratedMutant> some, J judge, GroupJudge<L, J> trial)
            throws IOException, InterruptedException {
        final Verdict verdict = trial.judge(lane, some, judge);
        if (verdict.outcome() == Verdict.Outcome.SURVIVED) {
            return null;
        }
        if (some.size() == 1) {
            return Map.entry(some.getFirst(), verdict);
        }
        final J witness = trial.witness(judge, verdict);
        final Map.Entry<GeneratedMutant, Verdict> found = findInHalves(lane, some, witness, trial);
        return found == null && !witness.equals(judge) ? findInHalves(lane, some, judge, trial) : found;
    }

    private static <L, J> Map.Entry<GeneratedMutant, Verdict> findInHalves(
            L lane, List<GeneratedMutant> some, J judge, GroupJudge<L, J> trial)
            throws IOException, InterruptedException {
        final int half = some.size() / 2;
        final Map.Entry<GeneratedMutant, Verdict> found = find(lane, some.subList(0, half), judge, trial);
        return found == null ? find(lane, some.subList(half, some.size()), judge, trial) : found;
    }
}
