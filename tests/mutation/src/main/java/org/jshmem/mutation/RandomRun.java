package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    RandomRun(Path root, int count, long seed) throws IOException {
        this.root = root;
        classes = ProductClasses.of(root.resolve("build/distribution/target/jshmem/lib"));
        final Catalogue catalogue = Catalogue.of(root, classes);
        sample = catalogue.draw(count, seed);
        score = new RandomScore(root.resolve("tests/mutation/random/seed-" + seed + ".tsv"), classes.checksum());
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
     */
    void judge(boolean isWhole, Path work) throws IOException, InterruptedException {
        final PatchedDistribution distribution = new PatchedDistribution(root, work);
        final Jury jury = new Jury(root, distribution, work.resolve("output"), 0);
        final LineSurvey survey = new LineSurvey(root, distribution, jury, classes);
        final Witnesses witnesses = new Witnesses(survey.survey());
        final Trial trial = new Trial(distribution, jury, classes);
        final List<GeneratedMutant> unseen = new ArrayList<>();
        for (GeneratedMutant mutant : sample) {
            if (score.isUnseen(mutant)) {
                unseen.add(mutant);
                continue;
            }
            if (score.has(mutant)) {
                continue;
            }
            final int line = survey.probes().number(mutant);
            final List<TimedJudge> near = TimedJudge.of(witnesses.near(line, mutant.module()));
            final Verdict verdict = near.isEmpty()
                    ? new Verdict(mutant.name(), Verdict.Outcome.SURVIVED, NOBODY, 0, "")
                    : trial.of(List.of(mutant), near);
            final boolean isOpen = verdict.outcome() == Verdict.Outcome.SURVIVED
                    && !witnesses.far(line, mutant.module()).isEmpty();
            if (isOpen) {
                unseen.add(mutant);
                score.addUnseen(mutant, verdict.seconds());
                System.out.println(
                        "UNSEEN SO FAR " + mutant.name() + " (" + mutant.what() + "), " + verdict.seconds() + " s");
            } else {
                add(mutant, verdict);
            }
        }
        for (List<GeneratedMutant> group : MutantGroups.of(isWhole ? unseen : List.of())) {
            MutantGroups.judge(
                    group, far(group, witnesses, survey), (part, one) -> trial.of(part, List.of(one)), this::add);
        }
        distribution.restore();
        System.out.print(score.page(sample));
    }

    private static List<TimedJudge> far(List<GeneratedMutant> group, Witnesses witnesses, LineSurvey survey) {
        return TimedJudge.inParts(group.stream()
                .flatMap(mutant -> witnesses.far(survey.probes().number(mutant), mutant.module()).stream())
                .distinct()
                .toList());
    }

    private void add(GeneratedMutant mutant, Verdict verdict) throws IOException {
        score.add(mutant, verdict);
        System.out.println(verdict.outcome() + " " + mutant.name() + " (" + mutant.what() + "), " + verdict.seconds()
                + " s" + (verdict.by().isEmpty() ? "" : ", " + verdict.by() + ": " + verdict.said()));
    }
}
