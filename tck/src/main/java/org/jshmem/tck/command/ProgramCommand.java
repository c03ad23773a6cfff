package org.jshmem.tck.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jshmem.tck.Harness;
import org.jshmem.tck.JavaProgram;
import org.jshmem.tck.Transport;
import org.jshmem.tck.programs.RandomProgram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tck program}. */
@Command(
        name = "program",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Prints a random program as one file, which needs nothing of the kit and checks itself:"
                + " one of Java is run by run --program FILE and by shmemrun -np N FILE.")
final class ProgramCommand implements Callable<Integer> {
    @Option(
            names = "--seed",
            required = true,
            paramLabel = "N",
            description = "Which; a failure of randomPrograms names it.")
    private long seed;

    @Option(
            names = "--pes",
            required = true,
            paramLabel = "N",
            description = "For how many PEs; the failure names that, too.")
    private int pes;

    /** Languages of programs. */
    enum Language {
        /** For JSHMEM. */
        JAVA,
        /** For the compiler wrapper of any OpenSHMEM library. */
        C
    }

    @Option(
            names = "--language",
            defaultValue = "java",
            paramLabel = "LANGUAGE",
            description = "java or c; java unless given. A program of C is for the compiler wrapper of an OpenSHMEM"
                    + " library.")
    private Language language;

    @Option(
            names = "--shrink",
            description = "Leave out steps, elements and PEs without which it fails as well; runs some hundred jobs.")
    private boolean shrinks;

    @Option(
            names = "--transport",
            defaultValue = "shr",
            paramLabel = "TRANSPORT",
            description = "Where it fails: ${COMPLETION-CANDIDATES}; shr unless given.")
    private Transport transport;

    @Mixin
    private SetupOptions setup = new SetupOptions();

    private int jobs;

    /** What the last failure said. */
    private String reason = "";

    @Override
    public Integer call() throws InterruptedException, IOException {
        if (pes < 1) {
            throw new UsageException("--pes=" + pes + " is no number of PEs; give 1 or more");
        }
        if (!shrinks) {
            System.out.print(
                    language == Language.C
                            ? RandomProgram.cSource(seed, pes, _ -> true)
                            : RandomProgram.source(seed, pes));
            return Tck.PASSED;
        }
        if (language == Language.C) {
            throw new UsageException("--shrink is for --language=java; judge shrinks programs of C");
        }
        if (pes > 1 && transport.isSingle()) {
            throw new UsageException(
                    "--transport=" + transport + " has one PE, and --pes=" + pes + "; give another transport");
        }
        setup.check(List.of(transport));
        setup.configure();
        final Harness harness = SetupOptions.harness(transport);
        try (TemporaryDirectory directory = new TemporaryDirectory();
                Interruption _ = new Interruption(directory::close)) {
            return shrink(harness, directory.path().resolve("Program.java"));
        }
    }

    private int shrink(Harness harness, Path file) throws InterruptedException {
        final Optional<String> left =
                RandomProgram.shrunk(seed, pes, (source, itsPes) -> fails(harness, file, source, itsPes));
        if (left.isEmpty()) {
            System.err.println("tck: the program of seed " + seed + " for " + pes + " PEs did not fail on " + transport
                    + " in " + jobs + " jobs");
            return Tck.FAILED;
        }
        System.err.println("tck: what is left after " + jobs + " jobs fails: " + reason);
        System.out.print(left.get());
        return Tck.PASSED;
    }

    private boolean fails(Harness harness, Path file, String source, int itsPes) {
        jobs++;
        try {
            Files.writeString(file, source);
            final Harness.Result result = harness.run(JavaProgram.compile(file, itsPes, file.getParent()));
            reason = result.passed() ? reason : result.message();
            return !result.passed();
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
