package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.Recorder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** The constants of the library, and what its routines do without a team, a context or an array. */
@Timeout(60)
class ShmemTest {
    private final ShmemTeam team = (ShmemTeam) Recorder.of(ShmemTeam.class);
    private final ShmemContext context = (ShmemContext) Recorder.of(ShmemContext.class);

    @BeforeEach
    void clear() {
        Recorder.clear();
    }

    private static List<Object> asked(String name) {
        final Recorder.Call call = Recorder.calls().getLast();
        assertEquals(name, call.name());
        return call.arguments();
    }

    private static String refusal(Class<? extends RuntimeException> kind, Executable call) {
        return assertThrows(kind, call).getMessage();
    }

    @Test
    void shouldHaveConstantsThatDoNotChange() {
        assertEquals(1, Shmem.MALLOC_ATOMICS_REMOTE);
        assertEquals(2, Shmem.MALLOC_SIGNAL_REMOTE);
        assertEquals(1, Shmem.CTX_SERIALIZED);
        assertEquals(2, Shmem.CTX_PRIVATE);
        assertEquals(4, Shmem.CTX_NOSTORE);
        assertEquals(1, Shmem.CTX_SESSION_BATCH);
        assertEquals(256, Drafts.CTX_SESSION_SAME_AMO);
        assertEquals(-1, Shmem.NO_COLOR);
        assertEquals(16 << 20, Shmem.MAX_ALIGNMENT);
        assertEquals(64, Shmem.MAX_NAME_LEN);
        assertEquals(new ShmemVersion(1, 6), Shmem.infoGetVersion());
        assertTrue(Shmem.infoGetName().matches("JSHMEM \\d.*")
                && Shmem.infoGetName().length() <= Shmem.MAX_NAME_LEN);
    }

    @Test
    void shouldTakeNoTeamForAnInvalidOne() {
        assertEquals(-1, Shmem.teamMyPe(null));
        assertEquals(-1, Shmem.teamNPes(null));
        assertEquals(-1, Shmem.teamTranslatePe(null, 0, team));
        assertNull(Shmem.teamGetConfig(null));
        assertNull(Shmem.teamSplitStrided(null, 0, 1, 1));
        assertNull(Shmem.teamSplitStrided(null, 0, 1, 1, null));
        assertEquals(new TeamGrid(null, null), Shmem.teamSplit2d(null, 1));
        assertEquals(new TeamGrid(null, null), Shmem.teamSplit2d(null, 1, null, null));
        assertNull(Shmem.teamSplitByColor(null, 0, 0));
        assertNull(Shmem.teamSplitPes(null, 0));
        assertNull(Shmem.teamCreateCtx(null, 0));
        assertNull(Shmem.teamPtr(null, (SymmetricLongs) null, 0));
        assertNull(Shmem.ctxGetTeam(null));
        Shmem.teamDestroy(null);
        Shmem.ctxSessionStart(null, 0);
        Shmem.ctxSessionStop(null);
        Shmem.free(null);
        assertEquals(List.of(), Recorder.calls());
        assertTrue(
                refusal(NullPointerException.class, () -> Shmem.teamSync(null)).startsWith("team=null is no team"));
    }

    @Test
    void shouldPassOnWhatConcernsATeam() {
        final TeamConfig one = new TeamConfig(1);
        final TeamConfig two = new TeamConfig(2);
        Shmem.teamSplitStrided(team, 3, 5, 7, one);
        assertEquals(List.of(3, 5, 7, one), asked("splitStrided"));
        Shmem.teamSplit2d(team, 3, one, two);
        assertEquals(List.of(3, one, two), asked("split2d"));
        Shmem.teamSplitByColor(team, 3, 5, two);
        assertEquals(List.of(3, 5, two), asked("splitByColor"));
        final int[] pes = {4, 2};
        Shmem.teamSplitPes(team, pes, one);
        assertEquals(List.of(pes, one), asked("splitPes"));
        Shmem.teamSplitPes(team, pes);
        assertSame(pes, asked("splitPes").getFirst());
        Shmem.teamTranslatePe(team, 3, team);
        assertEquals(List.of(3, team), asked("translatePe"));
        Shmem.teamCreateCtx(team, 7);
        assertEquals(List.of(7L), asked("context"));
        Shmem.teamSync(team);
        asked("sync");
        Shmem.teamDestroy(team);
        asked("destroy");
        team.close();
        asked("destroy");
        assertEquals(Recorder.calls().size() + 77, Shmem.teamMyPe(team));
        assertEquals(Recorder.calls().size() + 77, Shmem.teamNPes(team));
        assertNotNull(Shmem.teamGetConfig(team));
        assertNotNull(Shmem.ctxGetTeam(context));
    }

    @Test
    void shouldRefuseUnknownOptions() {
        for (long options : new long[] {8, -1, 9}) {
            assertEquals(
                    "options=" + options + " has bits that are no CTX_ constant",
                    refusal(IllegalArgumentException.class, () -> team.createCtx(options)));
            assertThrows(IllegalArgumentException.class, () -> Shmem.ctxCreate(options));
        }
        for (long options : new long[] {2, -1, 255, 512}) {
            assertEquals(
                    "options=" + options + " has bits that are no CTX_SESSION_ constant",
                    refusal(IllegalArgumentException.class, () -> context.sessionStart(options)));
        }
        assertEquals(List.of(), Recorder.calls());
        final SessionConfig config = new SessionConfig(5);
        Shmem.ctxSessionStart(context, 257, config);
        assertEquals(List.of(257L, config), asked("startSession"));
        Shmem.ctxSessionStart(context, 0);
        assertEquals(0L, asked("startSession").getFirst());
        Shmem.ctxSessionStop(context);
        asked("sessionStop");
        context.close();
        asked("destroy");
        assertThrows(IllegalArgumentException.class, () -> new SessionConfig(-1));
        assertThrows(IllegalArgumentException.class, () -> new TeamConfig(-1));
        assertEquals(0, new SessionConfig(0).totalOps());
        assertEquals(0, new TeamConfig(0).numContexts());
    }

    @Test
    void shouldOrderOperationsToOnePe() {
        Drafts.localComplete(context);
        asked("completeLocally");
        Drafts.peFence(context, 0);
        assertEquals(List.of(0), asked("orderDeliveriesTo"));
        Recorder.clear();
        final int pes = 78; // what the team says next
        Drafts.peFence(context, pes - 1);
        assertEquals(List.of(pes - 1), asked("orderDeliveriesTo"));
        for (int pe : new int[] {-1, pes}) {
            Recorder.clear();
            assertEquals(
                    "pe=" + pe + " must be 0 to 77, the PEs of the context's team",
                    refusal(IllegalArgumentException.class, () -> Drafts.peFence(context, pe)));
        }
        refusal(NullPointerException.class, () -> Drafts.peFence(null, 0));
        refusal(NullPointerException.class, () -> Drafts.localComplete(null));
        context.fence();
        asked("orderDeliveries");
        context.quiet();
        asked("completeAll");
        final int[] some = {3, 4};
        context.peQuiet(some);
        assertEquals(List.of(some), asked("completeTo"));
    }

    @Test
    void shouldLockTheElementThatIsNamed() {
        final Allocation block = new Allocation(64, 4096, 80, 8, 0, null);
        final SymmetricLongs locks = new SymmetricLongs(block, 64, 4096, 10);
        StubProvider.LOCKS.clear();
        Shmem.setLock(locks, 2);
        assertEquals(0, Shmem.testLock(locks, 3));
        assertEquals(1, Shmem.testLock(locks, 3));
        Shmem.clearLock(locks, 2);
        Shmem.setLock(locks);
        Shmem.clearLock(locks);
        assertEquals(0, Shmem.testLock(locks));
        final HeldLock held = Shmem.holdLock(locks, 9);
        held.close();
        held.close();
        final HeldLock notHeld = new HeldLock(locks, 10);
        assertThrows(IndexOutOfBoundsException.class, notHeld::close);
        assertThrows(IndexOutOfBoundsException.class, notHeld::close);
        assertEquals(
                List.of(
                        "set 80",
                        "test 88",
                        "test 88",
                        "clear 80",
                        "set 64",
                        "clear 64",
                        "test 64",
                        "set 136",
                        "clear 136"),
                StubProvider.LOCKS);
        assertThrows(IndexOutOfBoundsException.class, () -> Shmem.setLock(locks, 10));
        assertThrows(IndexOutOfBoundsException.class, () -> Shmem.testLock(locks, -1));
        assertThrows(IndexOutOfBoundsException.class, () -> Shmem.clearLock(locks, 10));
        assertTrue(
                refusal(NullPointerException.class, () -> Shmem.setLock(null)).startsWith("lock=null"));
    }

    @Test
    void shouldFreeOnlyWholeBlocks() {
        final SymmetricLongs longs = Shmem.mallocLongs(10);
        StubProvider.freed = null;
        assertTrue(refusal(IllegalArgumentException.class, () -> Shmem.free(longs.at(1)))
                .contains("is not the start of an allocation (block at heap offset 0, 80 bytes, alignment 0)"));
        assertThrows(IllegalArgumentException.class, () -> Shmem.realloc(longs.at(1), 3));
        final SymmetricLongs shared = SharedLongs.allocate(3);
        assertTrue(refusal(IllegalArgumentException.class, () -> Shmem.free(shared))
                .contains("call its close()"));
        assertNull(StubProvider.freed);
        assertNull(Shmem.realloc(longs, 0));
        assertSame(longs.allocation, StubProvider.freed);
        longs.allocation.live = false;
        assertTrue(refusal(IllegalStateException.class, () -> Shmem.free(longs)).contains("was freed or reallocated"));
        longs.close();
        StubProvider.freed = null;
        shared.close();
        assertSame(shared.allocation, StubProvider.freed);
    }

    @Test
    void shouldEndAJobOnce() {
        assertTrue(refusal(NullPointerException.class, () -> Shmem.init((ThreadLevel) null))
                .startsWith("requested=null"));
        assertThrows(NullPointerException.class, () -> Shmem.init(null, "id", 0, 1));
        assertTrue(refusal(NullPointerException.class, () -> Shmem.init(null, 0, 1))
                .startsWith("uniqueId=null"));
        StubProvider.shutdowns = 0;
        final ShmemJob job = new ShmemJob();
        assertEquals("ShmemJob[PE 2 of 5, SERIALIZED]", job.toString());
        job.close();
        job.close();
        assertEquals(1, StubProvider.shutdowns);
        assertEquals("ShmemJob[closed]", job.toString());
    }
}
