package org.jshmem.internal.team;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jshmem.Shmem;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.Contributions;
import org.jshmem.internal.barrier.TeamMemory;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.testing.PeThreads;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.parallel.Isolated;

/** Threads stand in for the PEs of one node. */
@Isolated("it measures the Java heap")
@Timeout(60)
class TeamsTest {
    private interface Pe {
        void run(int pe, Teams teams) throws Exception;
    }

    /**
     * Runs PEs whose teams have so many bytes; returns how many they have taken. If a PE has failed the memory stays,
     * as others use it.
     */
    private static long run(int pes, long teamBytes, Pe body) throws Exception {
        final NodeLayout layout = new NodeLayout(pes, 0);
        final Arena arena = Arena.ofShared();
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
        final long taken = Memory.get64(control + NodeLayout.TEAM_BYTES_TAKEN_OFFSET);
        arena.close();
        return taken;
    }

    @Test
    void shouldHaveTenThousandTeamsAtATime() throws Exception {
        haveTenThousandTeams(2);
    }

    @Test
    @Tag(QuickFilter.FULL)
    @Timeout(300)
    void shouldHaveTenThousandTeamsOfEightAtATime() throws Exception {
        haveTenThousandTeams(8);
    }

    private static void haveTenThousandTeams(int pes) throws Exception {
        run(pes, 64 << 20, (pe, teams) -> {
            final List<Team> made = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                made.add(teams.splitStrided(teams.world(), 0, 1, pes));
            }
            for (Team team : made) {
                team.sync(CollectiveCall.TEAM_SYNC);
            }
            for (Team team : made) {
                assertTrue(teams.destroy(team, () -> {}));
            }
        });
    }

    @Test
    void shouldSpeakOfAStrideOf0OnlyWhereThereIsOne() throws Exception {
        run(2, 1 << 20, (pe, teams) -> {
            assertEquals(
                    "start=0, stride=0, size=2 are not PEs of this team, whose PEs are 0 to 1; a stride of 0 needs a"
                            + " size of 1",
                    refusal(teams, 0, 0, 2));
            assertEquals(
                    "start=1, stride=1, size=2 are not PEs of this team, whose PEs are 0 to 1",
                    refusal(teams, 1, 1, 2));
            assertEquals(
                    "start=2, stride=0, size=1 are not PEs of this team, whose PEs are 0 to 1",
                    refusal(teams, 2, 0, 1));
        });
    }

    private static String refusal(Teams teams, int start, int stride, int size) {
        return assertThrows(
                        IllegalArgumentException.class, () -> teams.splitStrided(teams.world(), start, stride, size))
                .getMessage();
    }

    @Test
    void shouldSayWhatIsWrongWithListsAndColors() throws Exception {
        run(2, 1 << 20, (pe, teams) -> {
            final Team world = teams.world();
            assertEquals(
                    "pes=null; name the PEs of the new team",
                    assertThrows(NullPointerException.class, () -> teams.splitPes(world, (int[]) null))
                            .getMessage());
            assertEquals("pes=[] names no PE; a team has at least one", message(() -> teams.splitPes(world)));
            assertEquals(
                    "pes[1]=2 is not a PE of this team, whose PEs are 0 to 1",
                    message(() -> teams.splitPes(world, 0, 2)));
            assertEquals(
                    "pes[0]=-1 is not a PE of this team, whose PEs are 0 to 1",
                    message(() -> teams.splitPes(world, -1, 0)));
            assertEquals("pes[1]=0 is named twice", message(() -> teams.splitPes(world, 0, 0)));
            assertEquals("color=-2 must be 0 or more, or NO_COLOR", message(() -> teams.splitByColor(world, -2, 0)));
        });
    }

    private static String message(Executable call) {
        return assertThrows(IllegalArgumentException.class, call).getMessage();
    }

    @Test
    void shouldDivideATeamIntoRowsAndColumns() throws Exception {
        run(5, 1 << 20, (pe, teams) -> {
            final Team row = teams.splitRow(teams.world(), 2);
            assertArrayEquals(
                    pe == 4 ? new int[] {4} : new int[] {pe / 2 * 2, pe / 2 * 2 + 1},
                    row.members().pes());
            final Team column = teams.splitColumn(teams.world(), 2);
            assertArrayEquals(
                    pe % 2 == 0 ? new int[] {0, 2, 4} : new int[] {1, 3},
                    column.members().pes());
            assertEquals(pe % 2, row.members().me());
            assertEquals(pe / 2, column.members().me());
            teams.world().sync(CollectiveCall.SYNC_ALL);
        });
    }

    /** In the order of the keys, and of PEs that have the same one. */
    @Test
    void shouldDivideATeamByColors() throws Exception {
        final int[] keys = {5, Integer.MAX_VALUE, -1, Integer.MIN_VALUE, -1, 0};
        run(6, 1 << 20, (pe, teams) -> {
            final Team all = teams.splitByColor(teams.world(), 0, keys[pe]);
            assertArrayEquals(new int[] {3, 2, 4, 5, 0, 1}, all.members().pes());
            final Team some = teams.splitByColor(teams.world(), pe == 5 ? Shmem.NO_COLOR : pe % 2 * 1000, 0);
            if (pe == 5) {
                assertNull(some);
            } else {
                assertArrayEquals(
                        pe % 2 == 0 ? new int[] {0, 2, 4} : new int[] {1, 3},
                        some.members().pes());
            }
            teams.world().sync(CollectiveCall.SYNC_ALL);
        });
    }

    /** Every PE finds by it whether all have named the same PEs. */
    @Test
    void shouldTellListsOfPesApart() {
        final Set<Long> digests = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            for (int j = 0; j < 100; j++) {
                digests.add(Teams.digest(i, j));
            }
        }
        assertEquals(100 * 100, digests.size());
    }

    /** A slow PE may keep an area for a while, but not for ever. */
    @Test
    void shouldUseTheMemoryOfTeamsThatHaveEndedAgain() throws Exception {
        final long taken = run(3, 1 << 20, (pe, teams) -> {
            for (int i = 0; i < 5000; i++) {
                final Team team = teams.splitStrided(teams.world(), i % 3, i % 3 == 0 ? 1 : -1, 1 + i % 2);
                if (team != null) {
                    team.sync(CollectiveCall.TEAM_SYNC);
                    assertTrue(teams.destroy(team, () -> {}));
                }
            }
        });
        assertTrue(taken <= 3 * (64 << 10), "a chunk for each PE, not " + taken);
    }

    /** As many as {@code -Djshmem.teams} says. Java objects are compared when a tenth is done and at the end. */
    @Test
    @Tag(QuickFilter.FULL)
    @Timeout(1200)
    void shouldMakeAndDestroyTeamsWithoutGrowth(TestReporter reporter) throws Exception {
        final int teamsToMake = Integer.getInteger("jshmem.teams", 10_000);
        final long[] used = new long[2];
        final long startNs = System.nanoTime();
        final long taken = run(8, 1 << 20, (pe, teams) -> {
            for (int i = 0; i < teamsToMake; i++) {
                if (i == teamsToMake / 10) {
                    measure(pe, teams, used, 0);
                }
                final Team team = teams.splitStrided(teams.world(), i % 5, 1, 1 + i % 4);
                if (team != null) {
                    assertTrue(teams.destroy(team, () -> {}));
                }
            }
            measure(pe, teams, used, 1);
        });
        reporter.publishEntry(String.format(
                "%,d teams in %.1f s, %,d bytes of shared memory, %,d and %,d of Java objects",
                teamsToMake, (System.nanoTime() - startNs) / 1e9, taken, used[0], used[1]));
        assertTrue(taken <= 8 * (64 << 10), "a chunk for each PE, not " + taken);
        // Other tests of this JVM leave objects, too. A leak is larger: each PE makes 9,000 teams between the two
        // figures,
        // and an object that a team leaves has 24 bytes or more.
        assertTrue(
                used[1] < used[0] + 24L * 8 * teamsToMake * 9 / 10 + (1 << 20),
                "Java objects of " + used[0] + " bytes are " + used[1]);
    }

    /** The Java heap that is in use while all PEs stand still. */
    private static void measure(int pe, Teams teams, long[] used, int which) {
        teams.world().sync(CollectiveCall.SYNC_ALL);
        if (pe == 0) {
            System.gc();
            final Runtime machine = Runtime.getRuntime();
            used[which] = machine.totalMemory() - machine.freeMemory();
        }
        teams.world().sync(CollectiveCall.SYNC_ALL);
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
                final String start =
                        "a node has no memory for the team's " + NodeLayout.teamBytes(2) + " bytes or less";
                assertTrue(e.getMessage().startsWith(start), e.getMessage());
                assertTrue(e.getMessage().contains("destroy teams"), e.getMessage());
            }
            assertEquals((64 << 10) / 2048, made);
            if (last != null) {
                assertTrue(teams.destroy(last, () -> {}));
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

    /** Those that take part in it, and those that have only been asked. */
    @Test
    void shouldGiveTheNumbersOfTeamsBack() throws Exception {
        run(3, 1 << 20, (pe, teams) -> {
            final Team first = teams.splitPes(teams.world(), 0, 1, 2);
            final Team second = teams.splitPes(teams.world(), 2, 0);
            assertFalse(first.numbers().take(first.number()), "it is in use");
            if (second != null) {
                assertNotEquals(first.number(), second.number());
                final long number = second.number();
                assertTrue(teams.destroy(second, () -> {}));
                assertTrue(first.numbers().take(number), "it is free again");
                assertFalse(first.numbers().take(first.number()));
            }
            teams.world().sync(CollectiveCall.SYNC_ALL);
        });
    }

    /** Whichever PE has it, and whichever of the others have lower ones. */
    @Test
    void shouldAgreeOnTheHighestOfAllWords() {
        for (int count = 1; count <= 9; count++) {
            final MemorySegment words = Arena.ofAuto().allocate(count * 8L, 8);
            final MemorySegment result = Arena.ofAuto().allocate(8, 8);
            for (int highest = 0; highest < count; highest++) {
                for (int i = 0; i < count; i++) {
                    words.setAtIndex(ValueLayout.JAVA_LONG, i, i == highest ? 1L << 40 : i);
                }
                Highest.WORD.combine(contributions(words.address(), count), result.address());
                assertEquals(1L << 40, result.get(ValueLayout.JAVA_LONG, 0), "at " + highest + " of " + count);
            }
        }
    }

    private static Contributions contributions(long address, int count) {
        return new Contributions() {
            @Override
            public int count() {
                return count;
            }

            @Override
            public long of(int index) {
                return address + index * 8L;
            }
        };
    }

    @Test
    void shouldNotTakeANumberTwice() {
        final TeamNumbers numbers = new TeamNumbers();
        final long first = numbers.propose();
        assertTrue(first > TeamNumbers.WORLD && first > TeamNumbers.SHARED, "those of the predefined teams");
        assertTrue(numbers.take(first + 5));
        assertEquals(first + 6, numbers.propose());
        assertFalse(numbers.take(first + 5));
        numbers.giveBack(first + 5);
        assertTrue(numbers.propose() > first + 6, "a number that was given back is not proposed again");
    }
}
