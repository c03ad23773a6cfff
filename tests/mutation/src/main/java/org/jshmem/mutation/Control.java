package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.mutation.bytecode.ClassMutator;
import org.jshmem.mutation.bytecode.ProductClasses;

/**
 * Plants classes that are not changed: one of each module from its source, then all class files at once. Judges that
 * see something see the planting.
 */
@SuppressWarnings("checkstyle:systemout") // what it is for
final class Control {
    private static final Judge KIT = Judge.kit("shr (put|get|putSignal|sumReduce|randomPrograms).*");

    private final Path root;
    private final PatchedDistribution distribution;
    private final Jury jury;

    Control(Path root, PatchedDistribution distribution, Jury jury) {
        this.root = root;
        this.distribution = distribution;
        this.jury = jury;
    }

    /** Whether nobody saw anything. */
    boolean isSilent(List<Mutant> handMade) throws IOException, InterruptedException {
        boolean isSilent = true;
        for (Mutant unchanged : unchanged(handMade)) {
            distribution.plant(unchanged);
            isSilent &= isSilent(unchanged.name(), Path.of(unchanged.module()), unchanged.judges());
        }
        distribution.plant(allClasses());
        isSilent &= isSilent("all class files", Path.of("shmem-internal"), List.of(KIT));
        for (SetUp setUp : SetUp.values()) {
            final Judge put = new Judge(Judge.Kind.KIT, setUp.place(), "put:Longs");
            isSilent &= isSilent("all class files, " + setUp.place(), Path.of("shmem-internal"), List.of(put));
        }
        distribution.restore();
        return isSilent;
    }

    private boolean isSilent(String name, Path module, List<Judge> judges) throws IOException, InterruptedException {
        final Verdict verdict = jury.judge(Verdict.unseen(name), module, judges);
        final boolean isSilent = verdict.outcome() == Verdict.Outcome.SURVIVED;
        System.out.println((isSilent ? "NOT CAUGHT " : "CAUGHT ") + name + ", " + verdict.seconds() + " s"
                + (isSilent ? "" : ", " + verdict.by() + ": " + verdict.said()));
        return isSilent;
    }

    /** The first source of each module that the list of mutants has, and {@code ShmemContext}. */
    private List<Mutant> unchanged(List<Mutant> handMade) throws IOException {
        final Map<String, Mutant> unchanged = new LinkedHashMap<>();
        for (Mutant mutant : handMade) {
            if (!unchanged.containsKey(mutant.module())) {
                unchanged.put(mutant.module(), unchanged(mutant.source(), mutant.judges()));
            }
        }
        final Path context = Path.of("shmem-api/target/generated-sources/masters/org/jshmem/ShmemContext.java");
        unchanged.put("ShmemContext", unchanged(context, List.of(KIT)));
        return List.copyOf(unchanged.values());
    }

    private Mutant unchanged(Path source, List<Judge> judges) throws IOException {
        final String line = Files.readAllLines(root.resolve(source)).stream()
                .filter(one -> one.startsWith("package "))
                .findFirst()
                .orElseThrow();
        return new Mutant("unchanged " + source, "Nothing.", source, judges, line, line);
    }

    private Map<String, byte[]> allClasses() throws IOException {
        final ProductClasses classes =
                ProductClasses.of(root, distribution.home().resolve("lib"));
        final ClassMutator mutator = new ClassMutator(classes);
        final Map<String, byte[]> written = new HashMap<>();
        classes.names().forEach(name -> written.put(name, mutator.mutated(name, List.of())));
        return written;
    }
}
