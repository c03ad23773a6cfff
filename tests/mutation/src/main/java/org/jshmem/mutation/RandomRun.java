package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.mutation.bytecode.Catalogue;
import org.jshmem.mutation.bytecode.ClassMutator;
import org.jshmem.mutation.bytecode.GeneratedMutant;
import org.jshmem.mutation.bytecode.ProductClasses;

/** Draws random mutants, has them judged, and prints the score. */
@SuppressWarnings("checkstyle:systemout") // what it is for
final class RandomRun {
    /** How far judges go. */
    enum Depth {
        /** Tests of the module only. */
        TESTS,
        /** These, and cases of the kit that touch the class. */
        NARROW,
        /** These, and the whole kit. */
        WHOLE
    }

    private static final int NARROW_MINUTES = 15;
    private static final int WHOLE_MINUTES = 90;

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

    /** Mutants that have a verdict already are not judged again. */
    void judge(Depth depth, List<Mutant> handMade, Path work) throws IOException, InterruptedException {
        final PatchedDistribution distribution = new PatchedDistribution(root, work);
        final Jury jury = new Jury(root, distribution, work.resolve("output"), NARROW_MINUTES);
        final RandomJudges judges = new RandomJudges(new TestSurvey(jury), handMade);
        final Judging judging = new Judging(distribution, jury, judges);
        final List<GeneratedMutant> unseen = new ArrayList<>();
        for (GeneratedMutant mutant : sample) {
            if (!score.has(mutant) && !judging.isCaughtAlone(mutant, depth)) {
                unseen.add(mutant);
            }
        }
        if (depth == Depth.WHOLE) {
            final Jury patient = new Jury(root, distribution, work.resolve("output"), WHOLE_MINUTES);
            new Judging(distribution, patient, judges).judgeTogether(unseen);
        }
        distribution.restore();
        System.out.print(score.page(sample));
    }

    private void add(GeneratedMutant mutant, Verdict verdict) throws IOException {
        score.add(mutant, verdict);
        System.out.println(verdict.outcome() + " " + mutant.name() + " (" + mutant.what() + "), " + verdict.seconds()
                + " s" + (verdict.by().isEmpty() ? "" : ", " + verdict.by() + ": " + verdict.said()));
    }

    /** Plants mutants and asks judges. */
    private final class Judging {
        private final PatchedDistribution distribution;
        private final Jury jury;
        private final RandomJudges judges;
        private final ClassMutator mutator = new ClassMutator(classes);
        private final Map<String, Boolean> controls = new HashMap<>();

        Judging(PatchedDistribution distribution, Jury jury, RandomJudges judges) {
            this.distribution = distribution;
            this.jury = jury;
            this.judges = judges;
        }

        /** Whether tests or narrow cases caught it, or somebody could not be asked. */
        boolean isCaughtAlone(GeneratedMutant mutant, Depth depth) throws IOException, InterruptedException {
            distribution.restore();
            final Path module = Path.of(mutant.module());
            final List<Judge> asked = new ArrayList<>(judges.tests(mutant.module()));
            if (depth != Depth.TESTS) {
                asked.addAll(able(module, judges.cases(mutant.className())));
            }
            try {
                plant(List.of(mutant));
                final Verdict verdict = jury.judge(Verdict.unseen(mutant.name()), module, asked);
                if (verdict.outcome() == Verdict.Outcome.SURVIVED) {
                    System.out.println("UNSEEN SO FAR " + mutant.name() + " (" + mutant.what() + "), "
                            + verdict.seconds() + " s, " + asked.size() + " judges");
                    return false;
                }
                add(mutant, verdict);
            } catch (IllegalStateException | IllegalArgumentException e) {
                System.out.println("NOT JUDGED " + mutant.name() + ": " + e.getMessage());
            }
            return true;
        }

        /** Has those judged in groups whose modules have the same judges. */
        void judgeTogether(List<GeneratedMutant> mutants) throws IOException, InterruptedException {
            distribution.restore();
            final Map<List<Judge>, List<GeneratedMutant>> byJudges = new LinkedHashMap<>();
            for (GeneratedMutant mutant : mutants) {
                final List<Judge> asked = able(Path.of(mutant.module()), judges.whole(mutant.module()));
                byJudges.computeIfAbsent(asked, any -> new ArrayList<>()).add(mutant);
            }
            for (Map.Entry<List<Judge>, List<GeneratedMutant>> entry : byJudges.entrySet()) {
                for (List<GeneratedMutant> group : MutantGroups.of(entry.getValue())) {
                    try {
                        MutantGroups.judge(group, part -> judge(part, entry.getKey()), this::addOwn);
                    } catch (IllegalStateException e) {
                        System.out.println("NOT JUDGED, a group of " + group.size() + ": " + e.getMessage());
                    }
                }
            }
        }

        private Verdict judge(List<GeneratedMutant> group, List<Judge> asked) throws IOException, InterruptedException {
            plant(group);
            final Verdict verdict =
                    jury.judge(Verdict.unseen("group"), Path.of(group.getFirst().module()), asked);
            System.out.println("GROUP of " + group.size() + " " + verdict.outcome() + ", " + verdict.seconds() + " s "
                    + verdict.by());
            return verdict;
        }

        private void addOwn(GeneratedMutant mutant, Verdict verdict) throws IOException {
            add(mutant, new Verdict(mutant.name(), verdict.outcome(), verdict.by(), verdict.seconds(), verdict.said()));
        }

        private void plant(List<GeneratedMutant> mutants) throws IOException {
            final Set<String> names = new HashSet<>();
            mutants.forEach(mutant -> names.add(mutant.className()));
            final Map<String, byte[]> planted = new HashMap<>();
            for (String name : names) {
                planted.put(
                        name,
                        mutator.mutated(
                                name,
                                mutants.stream()
                                        .filter(mutant -> mutant.className().equals(name))
                                        .toList()));
            }
            distribution.plant(planted);
        }

        /** Judges that see nothing without a mutant; the distribution has none. */
        private List<Judge> able(Path module, List<Judge> asked) throws IOException, InterruptedException {
            final List<Judge> able = new ArrayList<>();
            for (Judge judge : asked) {
                // The survey is the control of tests.
                if (judge.kind() == Judge.Kind.TEST || passes(judge.control(), module)) {
                    able.add(judge);
                }
            }
            return able;
        }

        private boolean passes(Judge control, Path module) throws IOException, InterruptedException {
            Boolean isPassing = controls.get(control.toString());
            if (isPassing == null) {
                isPassing = isSilent(control, module);
                controls.put(control.toString(), isPassing);
            }
            return isPassing;
        }

        private boolean isSilent(Judge control, Path module) throws IOException, InterruptedException {
            try {
                final Verdict verdict = jury.judge(Verdict.unseen("control"), module, List.of(control));
                if (verdict.outcome() == Verdict.Outcome.SURVIVED) {
                    return true;
                }
                System.out.println("LEFT OUT " + control + " fails without a mutant: " + verdict.said());
            } catch (IllegalStateException e) {
                System.out.println(
                        "LEFT OUT " + e.getMessage().lines().findFirst().orElse(""));
            }
            return false;
        }
    }
}
