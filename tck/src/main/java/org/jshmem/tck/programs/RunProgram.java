package org.jshmem.tck.programs;

import java.util.concurrent.atomic.AtomicLong;
import org.jshmem.Shmem;

/** What a PE runs for one random program alone: {@code RunProgram <seed> <steps>}; see {@link Program#keep}. */
public final class RunProgram {
    private static final int FAILED = 1;

    private RunProgram() {}

    /**
     * Runs it, and ends with status 1 if this PE has found something wrong.
     *
     * @param args the seed, and which steps are kept
     */
    public static void main(String[] args) {
        if (run(args) > 0) {
            System.exit(FAILED);
        }
    }

    /** How much is wrong. */
    @SuppressWarnings("try") // the job's end
    static long run(String... args) {
        final AtomicLong failures = new AtomicLong();
        try (var _ = Shmem.init()) {
            final Program program = Generator.draw(Long.parseLong(args[0]), Shmem.nPes());
            Run.of(program.keep(args[1]), (holds, what) -> {
                if (!holds && failures.getAndIncrement() == 0) {
                    System.err.println("PE " + Shmem.myPe() + ": " + what);
                }
            });
        }
        return failures.get();
    }
}
