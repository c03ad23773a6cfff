package org.jshmem.tck.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jshmem.tck.CPrograms;
import org.jshmem.tck.Harness;
import org.jshmem.tck.c.Subject;
import org.jshmem.tck.programs.RandomProgram;

/**
 * Writes a random program that has failed on a C library as a program of C, runs that, and leaves out of it what it
 * fails without. Any thread may ask.
 */
final class Reproduction {
    /** Then the rest stays in it. */
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final CPrograms programs;
    private final Predicate<String> has;

    Reproduction(CPrograms programs, Subject subject) {
        this.programs = programs;
        this.has = function -> subject.missing(function).isEmpty();
    }

    /** The C program, and how it ended; or that it does not fail; empty for another case. */
    String of(Harness.Result result) {
        final Optional<RandomProgram.Named> named = RandomProgram.namedIn(result.message());
        if (named.isEmpty()) {
            return "";
        }
        try {
            return of(named.get());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return "";
        } catch (IllegalArgumentException e) {
            return "\n  its program in C does not compile: " + e.getMessage();
        }
    }

    private String of(RandomProgram.Named named) throws InterruptedException {
        final long start = System.nanoTime();
        final String[] how = {""};
        final Optional<String> left = RandomProgram.cShrunk(named.seed(), named.pes(), has, (source, pes) -> {
            final String ended = System.nanoTime() - start > MOST_NANOS ? "" : run(source, pes);
            how[0] = ended.isEmpty() ? how[0] : ended;
            return !ended.isEmpty();
        });
        return left.map(source -> "\n  in C, too, " + how[0] + "\n  The program:\n" + source)
                .orElse("\n  The same program in C does not fail; tck program --language c --seed " + named.seed()
                        + " --pes " + named.pes() + " prints it.");
    }

    private String run(String source, int pes) {
        try {
            return programs.run(source, pes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
