package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jshmem.mutation.bytecode.ClassMutator;
import org.jshmem.mutation.bytecode.GeneratedMutant;
import org.jshmem.mutation.bytecode.ProductClasses;

/**
 * Plants random mutants and asks judges in turn, until one sees something that is not to be seen without mutants: who
 * fails is asked again about the product as it is.
 */
@SuppressWarnings("checkstyle:systemout") // what it is for
final class Trial {
    private static final long SLACK_SECONDS = 40;
    private static final long SLACK_FACTOR = 4;

    private final PatchedDistribution distribution;
    private final Jury jury;
    private final ClassMutator mutator;

    /** Tests and cases that are known to pass without mutants. */
    private final Set<String> passing = new HashSet<>();

    /** Tests that are known to fail without mutants. */
    private final Set<String> failing = new HashSet<>();

    Trial(PatchedDistribution distribution, Jury jury, ProductClasses classes) {
        this.distribution = distribution;
        this.jury = jury;
        mutator = new ClassMutator(classes);
    }

    /** What becomes of some mutants, no two of one method, that are planted at once. */
    Verdict of(List<GeneratedMutant> mutants, List<TimedJudge> judges) throws IOException, InterruptedException {
        final String name = mutants.size() == 1 ? mutants.getFirst().name() : "a group of " + mutants.size();
        final long start = System.nanoTime();
        final Deque<TimedJudge> open = new ArrayDeque<>(judges);
        boolean isPlanted = false;
        while (!open.isEmpty()) {
            final TimedJudge timed = without(failing, open.removeFirst());
            if (timed.judge().selection().isEmpty()) {
                continue;
            }
            if (!isPlanted) {
                plant(mutants);
                isPlanted = true;
            }
            final Jury.Answer answer = ask(timed.judge(), timed.seconds());
            if (answer.passed()) {
                continue;
            }
            if (passesWithout(timed, answer)) {
                return new Verdict(
                        name,
                        answer.timedOut() ? Verdict.Outcome.TIMED_OUT : Verdict.Outcome.CAUGHT,
                        answer.culprit().isEmpty() ? name(timed.judge()) : answer.culprit(),
                        seconds(start),
                        answer.said());
            }
            isPlanted = false;
            System.out.println(
                    "FAILS WITHOUT MUTANTS " + name(timed.judge()) + " " + answer.culprit() + ": " + answer.said());
            if (timed.judge().kind() == Judge.Kind.TEST && failing.add(answer.culprit())) {
                open.addFirst(timed);
            }
        }
        return new Verdict(name, Verdict.Outcome.SURVIVED, "", seconds(start), "");
    }

    private static long seconds(long start) {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    }

    /** The same without some test classes; an empty selection if nothing is left. */
    private static TimedJudge without(Set<String> some, TimedJudge timed) {
        if (timed.judge().kind() == Judge.Kind.KIT
                || timed.judge().tests().stream().noneMatch(some::contains)) {
            return timed;
        }
        final String left = timed.judge().tests().stream()
                .filter(test -> !some.contains(test))
                .collect(Collectors.joining(","));
        return new TimedJudge(
                Judge.test(left.isEmpty() ? "" : timed.judge().module(Path.of("")) + "/" + left), timed.seconds());
    }

    /** A judge without the many cases or tests that it may have. */
    private static String name(Judge judge) {
        return judge.kind() == Judge.Kind.KIT
                ? "kit, " + judge.transport()
                : "test " + judge.module(Path.of("")).toString();
    }

    private Jury.Answer ask(Judge judge, long seconds) throws IOException, InterruptedException {
        return jury.ask(judge, Path.of(""), SLACK_SECONDS + SLACK_FACTOR * seconds, Map.of());
    }

    private boolean passesWithout(TimedJudge timed, Jury.Answer failed) throws IOException, InterruptedException {
        if (passing.contains(failed.culprit())) {
            return true;
        }
        distribution.restore();
        final boolean isTest = timed.judge().kind() == Judge.Kind.TEST;
        final Judge control = isTest && !failed.culprit().isEmpty()
                ? Judge.test(timed.judge().module(Path.of("")) + "/" + failed.culprit())
                : timed.judge();
        final boolean passes = ask(control, timed.seconds()).passed();
        if (passes && !failed.culprit().isEmpty()) {
            passing.add(failed.culprit());
        }
        return passes;
    }

    private void plant(List<GeneratedMutant> mutants) throws IOException {
        final Map<String, byte[]> planted = new HashMap<>();
        for (GeneratedMutant mutant : mutants) {
            planted.computeIfAbsent(
                    mutant.className(),
                    name -> mutator.mutated(
                            name,
                            mutants.stream()
                                    .filter(one -> one.className().equals(name))
                                    .toList()));
        }
        distribution.plant(planted);
    }
}
