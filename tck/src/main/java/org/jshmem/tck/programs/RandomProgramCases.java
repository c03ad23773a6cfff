package org.jshmem.tck.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.RandomTime;
import org.jshmem.tck.c.Subject;

/**
 * Random programs until the time is over. The seed is printed; {@code JSHMEM_TCK_RANDOM_SEED} repeats it, and
 * {@code JSHMEM_TCK_RANDOM_SECONDS} gives them more time.
 */
final class RandomProgramCases {
    private static final String SEED = "JSHMEM_TCK_RANDOM_SEED";
    private static final long DEFAULT_MS = 2000;

    @Case(
            pes = {2, 3, 5},
            seconds = 120)
    void randomPrograms(Checks checks) {
        final long end = System.nanoTime() + RandomTime.ns(DEFAULT_MS);
        final String seed = System.getenv(SEED);
        final long first = seed == null ? System.nanoTime() >>> 10 : Long.parseLong(seed);
        if (myPe() == 0) {
            System.out.println("random programs, seed " + first + ", repeat by " + SEED + "=" + first);
        }
        long number = 0;
        try (SymmetricLongs mine = mallocLongs(2);
                SymmetricLongs next = mallocLongs(2)) {
            while (true) {
                mine.set(0, System.nanoTime() < end ? 1 : 0);
                mine.set(1, first + number);
                barrierAll();
                broadcast(TEAM_WORLD, next, mine, 2, 0);
                if (next.get(0) == 0) {
                    break;
                }
                if (myPe() == 0 && Subject.ofProcess().isPresent()) {
                    System.out.println(Run.where(next.get(1), nPes(), 0)); // C may end the process in it
                }
                Run.of(Offered.of(Generator.draw(next.get(1), nPes()), RandomProgramCases::has), checks::that);
                number++;
            }
        }
        checks.that(number > 0, "time for a program");
        checks.note(number + " programs");
    }

    /** Whether the C library that is judged, if it is one, has a function. */
    private static boolean has(String function) {
        return Subject.ofProcess()
                .map(subject -> subject.missing(function).isEmpty())
                .orElse(true);
    }
}
