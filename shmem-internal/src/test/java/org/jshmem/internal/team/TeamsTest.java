package org.jshmem.internal.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.TeamMemory;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.testing.PeThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads stand in for the PEs of one node. */
@Timeout(60)
class TeamsTest {
    private interface Pe {
        void run(int pe, Teams teams) throws Exception;
    }

    /** Runs PEs whose teams have so many bytes; returns how many they have taken. */
    private static long run(int pes, long teamBytes, Pe body) throws Exception {
        final NodeLayout layout = new NodeLayout(pes, 0);
        try (Arena arena = Arena.ofShared()) {
            final long control =
                    arena.allocate(layout.controlEnd() + teamBytes, 4096).address();
            final long[] bases = new long[pes];
            Arrays.fill(bases, control);
            PeThreads.run(pes, pe -> {
                final TeamMemory memory = new TeamMemory(
                        control,
                        NodeLayout.TEAM_BYTES_TAKEN_OFFSET,
                        layout.controlEnd(),
                        teamBytes,
                        (offset, bytes) -> true);
                final ControlMemory controlMemory = new ControlMemory(
                        control,
                        layout,
                        memory,
                        Topology.oneNode(pe, pes),
                        pe,
                        false,
                        new WaitPoints(control, layout),
                        WaitPolicy.endless(true),
                        null,
                        null);
                body.run(pe, new Teams(controlMemory, bases, null));
            });
            return Memory.get64(control + NodeLayout.TEAM_BYTES_TAKEN_OFFSET);
        }
    }

    @Test
    void shouldHaveTenThousandTeamsAtATime() throws Exception {
        run(2, 32 << 20, (pe, teams) -> {
            final List<Team> made = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                made.add(teams.splitStrided(teams.world(), 0, 1, 2));
            }
            for (Team team : made) {
                team.sync(CollectiveCall.TEAM_SYNC);
            }
            for (Team team : made) {
                assertTrue(teams.destroy(team));
            }
        });
    }

    /** A slow PE may keep an area for a while, but not for ever. */
    @Test
    void shouldUseTheMemoryOfTeamsThatHaveEndedAgain() throws Exception {
        final long taken = run(3, 1 << 20, (pe, teams) -> {
            for (int i = 0; i < 5000; i++) {
                final Team team = teams.splitStrided(teams.world(), i % 3, i % 3 == 0 ? 1 : -1, 1 + i % 2);
                if (team != null) {
                    team.sync(CollectiveCall.TEAM_SYNC);
                    assertTrue(teams.destroy(team));
                }
            }
        });
        assertTrue(taken <= 3 * (64 << 10), "a chunk for each PE, not " + taken);
    }

    @Test
    void shouldTellAllPesThatThereIsNoMemory() throws Exception {
        run(3, 64 << 10, (pe, teams) -> {
            int made = 0;
            Team last = null;
            try {
                for (; made < 1000; made++) {
                    last = teams.splitStrided(teams.world(), 0, 1, 2);
                }
            } catch (ShmemOutOfMemoryException e) {
                assertTrue(e.getMessage().contains("destroy teams"), e.getMessage());
            }
            assertEquals((64 << 10) / 2048, made);
            if (last != null) {
                assertTrue(teams.destroy(last));
            }
            teams.world().sync(CollectiveCall.SYNC_ALL); // both have left
            final Team again = teams.splitStrided(teams.world(), 0, 1, 2);
            if (again != null) {
                again.sync(CollectiveCall.TEAM_SYNC);
            }
            assertThrows(
                    ShmemOutOfMemoryException.class,
                    () -> teams.splitStrided(teams.world(), 1, 1, 2),
                    "of another leader");
        });
    }

    @Test
    void shouldNotTakeANumberTwice() {
        final TeamNumbers numbers = new TeamNumbers();
        final long first = numbers.propose();
        assertTrue(numbers.take(first + 5));
        assertEquals(first + 6, numbers.propose());
        assertFalse(numbers.take(first + 5));
        numbers.giveBack(first + 5);
        assertTrue(numbers.propose() > first + 6, "a number that was given back is not proposed again");
    }
}
