package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jshmem.mutation.bytecode.Catalogue;
import org.jshmem.mutation.bytecode.GeneratedMutant;
import org.jshmem.mutation.bytecode.ProductClasses;

/** Draws random mutants, has them judged, and prints the score. */
@SuppressWarnings("checkstyle:systemout") // what it is for
final class RandomRun {
    /** Stands for who has caught a survivor. */
    private static final String NOBODY = "nobody runs this line";

    private final Path root;
    private final ProductClasses classes;
    private final List<GeneratedMutant> sample;
    private final RandomScore score;
    private final QuietWitnesses quiet;
    private LineSurvey survey;
    private Witnesses witnesses;

    RandomRun(Path root, int count, long seed) throws IOException {
        this.root = root;
        classes = ProductClasses.of(root, root.resolve("build/distribution/target/jshmem/lib"));
        final Catalogue catalogue = Catalogue.of(root, classes);
        sample = catalogue.draw(count, seed);
        score = new RandomScore(root.resolve("tests/mutation/random/seed-" + seed + ".tsv"), classes.checksum());
        quiet = new QuietWitnesses(LineSurvey.directory(root, classes).resolve("far-" + seed + ".tsv"));
        System.out.printf(
                "seed %d, build %s: %d of %d possible mutants, in %d lines%n",
                seed, classes.checksum(), sample.size(), catalogue.all().size(), catalogue.lines());
    }

    void list() {
        sample.forEach(mutant -> System.out.println(mutant.name() + ": " + mutant.what()));
    }

    /**
     * Mutants that have a verdict already are not judged again, nor by near witnesses those that these do not see.
     *
     * @param isWhole whether far witnesses are asked, too; without them a mutant that near ones do not see gets no
     *     verdict, unless there are no far ones
     * @param jobs how many are judged at a time
     */
    void judge(boolean isWhole, Path work, int jobs) throws IOException, InterruptedException {
        final List<PatchedDistribution> distributions = new ArrayList<>();
        final List<Jury> juries = new ArrayList<>();
        final List<Jury> surveyors = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            final Path own = work.resolve(Integer.toString(i));
            distributions.add(new PatchedDistribution(root, own));
            juries.add(new Jury(root, distributions.get(i), own.resolve("output"), 0));
            surveyors.add(new Jury(root, distributions.getFirst(), own.resolve("surveyed"), 0));
        }
        survey = new LineSurvey(root, distributions.getFirst(), new Lanes<>(surveyors), classes);
        witnesses = new Witnesses(survey.survey());
        final Lanes<Trial> trials = new Lanes<>(IntStream.range(0, jobs)
                .mapToObj(i -> new Trial(distributions.get(i), juries.get(i), classes))
                .toList());
        trials.forEach(
                sample.stream()
                        .filter(mutant -> !score.has(mutant) && !score.isUnseen(mutant))
                        .toList(),
                this::judgeByNear);
        if (isWhole) {
            for (List<GeneratedMutant> group :
                    MutantGroups.of(sample.stream().filter(score::isUnseen).toList())) {
                MutantGroups.judge(group, far(group), trials, new FarJudge(), this::add);
            }
        }
        for (PatchedDistribution distribution : distributions) {
            distribution.restore();
        }
        System.out.print(score.page(sample));
    }

    private void judgeByNear(Trial trial, GeneratedMutant mutant) throws IOException, InterruptedException {
        final int line = survey.probes().number(mutant);
        final List<TimedJudge> near = TimedJudge.of(witnesses.near(line, mutant.module()));
        final Verdict verdict = near.isEmpty()
                ? new Verdict(mutant.name(), Verdict.Outcome.SURVIVED, NOBODY, 0, "")
                : trial.of(List.of(mutant), near);
        if (verdict.outcome() == Verdict.Outcome.SURVIVED
                && !witnesses.far(line, mutant.module()).isEmpty()) {
            score.addUnseen(mutant, verdict.seconds());
            System.out.println(
                    "UNSEEN SO FAR " + mutant.name() + " (" + mutant.what() + "), " + verdict.seconds() + " s");
        } else {
            add(mutant, verdict);
        }
    }

    private List<TimedJudge> far(List<GeneratedMutant> group) {
        return TimedJudge.inParts(group.stream()
                .flatMap(mutant -> witnesses.far(survey.probes().number(mutant), mutant.module()).stream())
                .distinct()
                .filter(witness -> !quiet.has(witness, group))
                .toList());
    }

    private void add(GeneratedMutant mutant, Verdict verdict) throws IOException {
        score.add(mutant, verdict);
        System.out.println(verdict.outcome() + " " + mutant.name() + " (" + mutant.what() + "), " + verdict.seconds()
                + " s" + (verdict.by().isEmpty() ? "" : ", " + verdict.by() + ": " + verdict.said()));
    }

    /** Plants groups of mutants. */
    private final class FarJudge implements MutantGroups.GroupJudge<Trial, TimedJudge> {
        @Override
        public Verdict judge(Trial trial, List<GeneratedMutant> group, TimedJudge judge)
                throws IOException, InterruptedException {
            return trial.of(group, List.of(judge));
        }

        @Override
        public TimedJudge witness(TimedJudge judge, Verdict verdict) {
            return judge.witness(verdict.by());
        }

        @Override
        public void sawNothing(TimedJudge judge, List<GeneratedMutant> in) throws IOException {
            quiet.add(judge, in);
        }
    }
}
