package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bin/mutants}. */
@Command(
        name = "mutants",
        mixinStandardHelpOptions = true,
        description = "Plants small defects in product code, one at a time, and says which of them the kit and the"
                + " tests see. What was judged once is not judged again unless it is asked for.")
@SuppressWarnings("checkstyle:systemout") // what it is for
public final class MutationMain implements Callable<Integer> {
    private static final int MOST_MINUTES = 20;

    @Option(names = "--root", hidden = true, required = true)
    private Path root;

    @Option(names = "--only", paramLabel = "REGEX", description = "Mutants whose names match; judged again.")
    private String only;

    @Option(names = "--survivors", description = "Judge again those that nobody saw, or only by time-out.")
    private boolean survivors;

    @Option(names = "--whole", description = "After the narrow part of the kit the whole kit, on the same transports.")
    private boolean whole;

    @Option(
            names = "--tests",
            description = "Ask tests only, which is quick; mutants that these do not see get no verdict.")
    private boolean tests;

    @Option(names = "--list", description = "Print names and what goes wrong.")
    private boolean list;

    @Option(names = "--doc", paramLabel = "FILE", description = "Write the table of all verdicts so far.")
    private Path doc;

    @Option(
            names = "--random",
            paramLabel = "N",
            description = "Draw N mutants made by a machine from the class files, in place of those of the list.")
    private int random;

    @Option(names = "--seed", paramLabel = "S", description = "Of the draw; ${DEFAULT-VALUE} if not given.")
    private long seed = 1;

    @Option(
            names = "--narrow",
            description = "With --random: ask of the cases of the kit that run a mutant's line only those that are most"
                    + " likely to see it; mutants that these and the tests do not see get no verdict.")
    private boolean narrow;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "With --random: judge N mutants at a time; ${DEFAULT-VALUE} if not given.")
    private int jobs = 2;

    @Option(
            names = "--control",
            description = "Plant classes without a change, which nobody may see; status 1 if somebody does.")
    private boolean control;

    private MutationMain() {}

    /**
     * Runs it.
     *
     * @param args options
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new MutationMain()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final List<Mutant> all = Mutants.in(root.resolve("tests/mutation/mutants"));
        if (random > 0 && tests) {
            System.err.println("--tests is for the list; --random has --narrow");
            return CommandLine.ExitCode.USAGE;
        }
        if (jobs < 1) {
            System.err.println("--jobs=" + jobs + " is to be at least 1");
            return CommandLine.ExitCode.USAGE;
        }
        if (random > 0) {
            runRandom();
            return 0;
        }
        if (list) {
            all.forEach(mutant -> System.out.println(mutant.name() + ": " + mutant.what()));
            return 0;
        }
        final Path work = root.resolve("tests/mutation/target/work");
        if (control) {
            Jury.endJobsWithThisProcess();
            final PatchedDistribution distribution = new PatchedDistribution(root, work);
            final Jury jury = new Jury(root, distribution, work.resolve("output"), MOST_MINUTES);
            return new Control(root, distribution, jury).isSilent(all) ? 0 : CommandLine.ExitCode.SOFTWARE;
        }
        final Score score = new Score(root.resolve("tests/mutation/verdicts.tsv"));
        if (doc == null) {
            final List<Mutant> chosen = all.stream()
                    .filter(mutant -> only == null || mutant.name().matches(only))
                    .filter(mutant -> isOpen(score.of(mutant)))
                    .filter(mutant ->
                            !tests || !of(Judge.Kind.TEST, mutant.judges()).isEmpty())
                    .toList();
            if (chosen.isEmpty() && only != null) {
                System.err.println("no mutant matches --only=" + only + (tests ? " and has tests" : "")
                        + "; --list has their names");
                return CommandLine.ExitCode.USAGE;
            }
            judge(chosen, work, score);
        } else {
            Files.writeString(doc, score.page(all));
        }
        return 0;
    }

    private void runRandom() throws IOException, InterruptedException {
        final RandomRun run = new RandomRun(root, random, seed);
        if (list) {
            run.list();
            return;
        }
        Jury.endJobsWithThisProcess();
        run.judge(!narrow, root.resolve("tests/mutation/target/work"), jobs);
    }

    private boolean isOpen(Verdict verdict) {
        return verdict == null
                || only != null && !survivors
                || survivors && verdict.outcome() != Verdict.Outcome.CAUGHT;
    }

    private void judge(List<Mutant> chosen, Path work, Score score) throws IOException, InterruptedException {
        final PatchedDistribution distribution = new PatchedDistribution(root, work);
        final Jury jury = new Jury(root, distribution, work.resolve("output"), MOST_MINUTES);
        Jury.endJobsWithThisProcess();
        final Set<String> passing = new HashSet<>(); // what was found to pass without a mutant
        for (Mutant mutant : chosen) {
            final List<Judge> judges = judges(mutant);
            final Path module = Path.of(mutant.module());
            try {
                for (Judge judge : tests ? of(Judge.Kind.TEST, judges) : judges) {
                    final Judge control = judge.control();
                    final String name = judge.module(module) + " " + control;
                    if (!passing.contains(name)) {
                        distribution.restore();
                        requirePassing(jury, module, List.of(control));
                        passing.add(name);
                    }
                }
                distribution.plant(mutant);
                Verdict verdict = jury.judge(Verdict.unseen(mutant.name()), module, of(Judge.Kind.TEST, judges));
                if (verdict.outcome() != Verdict.Outcome.CAUGHT && tests) {
                    System.out.println("UNSEEN BY TESTS " + mutant.name()
                            + (verdict.outcome() == Verdict.Outcome.TIMED_OUT ? ", but by time-out" : ""));
                    continue;
                }
                if (verdict.outcome() != Verdict.Outcome.CAUGHT) {
                    verdict = jury.judge(verdict, module, of(Judge.Kind.KIT, judges));
                }
                score.add(verdict);
                System.out.println(verdict.outcome() + " " + mutant.name() + ", " + verdict.seconds() + " s"
                        + (verdict.by().isEmpty() ? "" : ", " + verdict.by() + ": " + verdict.said()));
            } catch (IllegalStateException | IllegalArgumentException e) {
                System.out.println("NOT JUDGED " + mutant.name() + ": " + e.getMessage());
            }
        }
        distribution.restore();
    }

    private static List<Judge> of(Judge.Kind kind, List<Judge> judges) {
        return judges.stream().filter(judge -> judge.kind() == kind).toList();
    }

    /** Tests may fail here for want of what Maven gives them, and would then catch everything. */
    private static void requirePassing(Jury jury, Path module, List<Judge> judges)
            throws IOException, InterruptedException {
        final Verdict verdict = jury.judge(Verdict.unseen("control"), module, judges);
        if (verdict.outcome() != Verdict.Outcome.SURVIVED) {
            throw new IllegalStateException("without a mutant " + verdict.by() + " fails: " + verdict.said());
        }
    }

    private List<Judge> judges(Mutant mutant) {
        final List<Judge> judges = new ArrayList<>(mutant.judges());
        if (whole) {
            mutant.judges().stream()
                    .filter(judge -> judge.kind() == Judge.Kind.KIT)
                    .map(Judge::transport)
                    .distinct()
                    .forEach(transport -> judges.add(new Judge(Judge.Kind.KIT, transport, ".*")));
        }
        return judges;
    }
}
