package org.jshmem.tck.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RandomProgramTest {
    private static final int SEEDS = 20;

    @Test
    void shouldFindTheLastOneThatIsNamed() {
        assertEquals(Optional.empty(), RandomProgram.namedIn("PE 0 of 2 did not vote"));
        assertEquals(
                Optional.of(new RandomProgram.Named(-8, 3)),
                RandomProgram.namedIn(Run.where(7, 3, 0) + "\n" + Run.where(-8, 3, 0) + "\nSIGSEGV"));
        assertEquals(
                Optional.of(new RandomProgram.Named(7, 2)),
                RandomProgram.namedIn("PE 0: seed 7, 2 PEs, after phase 3: byte 1 of array 0 is 1, not 2"));
    }

    /** A program has no more than that of what a library does not have, and all of the rest. */
    @Test
    void shouldLeaveOutWhatALibraryDoesNotHave() {
        final Predicate<String> hasOld = function -> !function.contains("team")
                && !function.contains("signal")
                && !function.endsWith("ibput")
                && !function.endsWith("pe_quiet");
        boolean isOther = false;
        for (int seed = 0; seed < SEEDS; seed++) {
            final String all = RandomProgram.cSource(seed, 3, _ -> true);
            final String old = RandomProgram.cSource(seed, 3, hasOld);
            isOther |= all.contains("shmem_team_split_strided(");
            assertFalse(old.contains("team") || old.contains("signal") || old.contains("ibput("), old);
            assertFalse(old.contains("pe_quiet(") || old.matches("(?s).*\\bc3\\b.*"), old);
            assertTrue(old.contains("shmem_ctx_quiet(c1)"), old);
            assertEquals(count(all, "_iput("), count(old, "_iput(") + ofTeams(all), "seed " + seed);
        }
        assertTrue(isOther);
    }

    private static long count(String text, String part) {
        return text.lines().filter(line -> line.contains(part)).count();
    }

    /** Strided puts by a context of a team, which are gone with it. */
    private static long ofTeams(String text) {
        return text.lines().filter(line -> line.matches(".*_iput\\(c[3-9],.*")).count();
    }
}
