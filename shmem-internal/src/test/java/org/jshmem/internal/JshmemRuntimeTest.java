package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemException;
import org.jshmem.ShmemTeam;
import org.jshmem.TeamConfig;
import org.jshmem.TeamGrid;
import org.jshmem.ThreadLevel;
import org.jshmem.internal.config.Setting;
import org.jshmem.messages.Messages;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;
import org.jshmem.spi.ResourceUse;
import org.jshmem.testing.StandardError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** A job of one PE, which is this process. */
@Timeout(60)
class JshmemRuntimeTest {
    private final JshmemRuntime runtime = new JshmemRuntime();

    /** Without the warning of a property of the build. */
    private ThreadLevel init(ThreadLevel requested) {
        final ThreadLevel[] level = new ThreadLevel[1];
        StandardError.of(() -> level[0] = runtime.init(requested));
        return level[0];
    }

    private Allocation allocate() {
        return runtime.allocate(AllocationCall.MALLOC, ElementKind.LONG, 64, 8, 0);
    }

    /** What is left from one round must neither work in the next one nor hinder it. */
    @Test
    void shouldEndEverythingAtTheLastShutdown() {
        for (int round = 0; round < 3; round++) {
            assertFalse(runtime.isInitialized());
            init(ThreadLevel.SINGLE);
            assertTrue(runtime.isInitialized());
            final Allocation allocation = allocate();
            assertEquals(runtime.addressOf(allocation.offset, 0), allocation.address);
            final MemorySegment view = runtime.view(allocation.address, 64);
            final Allocation shared = runtime.allocateShared(ElementKind.LONG, 64, 8);
            final ShmemTeam split = runtime.worldTeam().splitStrided(0, 1, 1, null);
            final ShmemContext context = runtime.createContext(0);
            assertEquals(0, split.myPe());
            assertNotEquals(ResourceUse.NONE, runtime.resourceUse());
            assertEquals(1, runtime.resourceUse().contexts());
            final int[] ends = new int[1];
            final String warning = StandardError.of(() -> runtime.shutdown(() -> ends[0]++));
            assertEquals(1, ends[0]);
            assertTrue(warning.contains("PE 0 has allocated 1 block of 64 bytes"), warning);
            assertFalse(runtime.isInitialized());
            assertFalse(allocation.live, "the allocation");
            assertFalse(shared.live, "the shared block");
            assertFalse(view.scope().isAlive(), "the segment");
            assertEquals(ResourceUse.NONE, runtime.resourceUse());
            assertThrows(IllegalStateException.class, split::myPe);
            assertThrows(IllegalStateException.class, split::sync);
            assertThrows(IllegalStateException.class, () -> runtime.worldTeam().myPe());
            assertThrows(IllegalStateException.class, () -> runtime.sharedTeam().myPe());
            assertThrows(IllegalStateException.class, context::quiet);
            assertThrows(IllegalStateException.class, this::allocate);
        }
    }

    @Test
    void shouldEndATeamWithItsContexts() {
        init(ThreadLevel.SINGLE);
        final ShmemTeam split = runtime.worldTeam().splitStrided(0, 1, 1, null);
        final ShmemContext ofTeam = split.createCtx(0);
        final ShmemContext ofWorld = runtime.createContext(0);
        assertEquals(2, runtime.resourceUse().contexts());
        split.destroy();
        assertThrows(IllegalStateException.class, split::myPe);
        assertThrows(IllegalStateException.class, ofTeam::quiet);
        ofWorld.quiet();
        assertEquals(1, runtime.resourceUse().contexts());
        runtime.shutdown(() -> {});
    }

    /** A nested shutdown completes the contexts of other threads, which go on. */
    @Test
    void shouldShutDownWhileAnotherThreadDestroysItsContexts() throws Exception {
        init(ThreadLevel.MULTIPLE);
        final AtomicBoolean isOver = new AtomicBoolean();
        final FutureTask<Integer> destroying = new FutureTask<>(() -> {
            int destroyed = 0;
            for (; !isOver.get(); destroyed++) {
                runtime.createContext(0).destroy();
            }
            return destroyed;
        });
        final List<ShmemContext> others =
                Stream.generate(() -> runtime.createContext(0)).limit(200).toList();
        Thread.ofPlatform().start(destroying);
        for (int round = 0; round < 100; round++) {
            init(ThreadLevel.MULTIPLE);
            runtime.shutdown(() -> {});
        }
        isOver.set(true);
        assertTrue(destroying.get() > 0);
        assertEquals(others.size(), runtime.resourceUse().contexts());
        runtime.shutdown(() -> {});
    }

    /** The end is refused, as a collective has not come to its end. */
    @Test
    void shouldGoOnWithATeamThatCannotEnd() {
        init(ThreadLevel.SINGLE);
        final RuntimeTeam split = (RuntimeTeam) runtime.worldTeam().splitStrided(0, 1, 1, null);
        final ShmemContext context = split.createCtx(0);
        final Messages messages = Messages.on(split);
        messages.send(new long[] {3}, 0, 5);
        assertThrows(
                IllegalArgumentException.class,
                () -> split.reduceElements(Reduction.SUM_REPRODUCIBLE, ElementKind.LONG, 0, 0, 1));
        final ShmemException refused = assertThrows(ShmemException.class, split::destroy);
        assertTrue(refused.getMessage().contains("has not come to its end"), refused.getMessage());
        context.quiet();
        final long[] received = new long[1];
        messages.recv(received, 0, 5);
        assertEquals(3, received[0]);
        runtime.shutdown(() -> {});
        assertThrows(IllegalStateException.class, context::quiet);
        assertThrows(IllegalStateException.class, () -> messages.send(received, 0, 5));
    }

    /** A second init may ask for a higher level. */
    @Test
    void shouldLetOneThreadMakeCollectivesUntilSeveralMay() throws Exception {
        init(ThreadLevel.FUNNELED);
        runtime.barrierAll();
        final IllegalStateException refused =
                assertThrows(IllegalStateException.class, () -> otherThread(runtime::barrierAll));
        assertTrue(refused.getMessage().contains("FUNNELED"), refused.getMessage());
        final Messages messages = Messages.on(runtime.worldTeam());
        final String close = assertThrows(IllegalStateException.class, () -> otherThread(messages::close))
                .getMessage();
        assertTrue(close.startsWith("Messages.close() is called by thread "), close);
        messages.close();
        assertEquals(ThreadLevel.MULTIPLE, init(ThreadLevel.MULTIPLE));
        otherThread(runtime::barrierAll);
        assertEquals(ThreadLevel.MULTIPLE, init(ThreadLevel.SINGLE), "the level never falls");
        otherThread(runtime::syncAll);
        assertThrows(IllegalStateException.class, () -> otherThread(() -> runtime.shutdown(() -> {})));
        final int[] ends = new int[1];
        for (int shutdown = 1; shutdown <= 3; shutdown++) {
            assertTrue(runtime.isInitialized());
            runtime.shutdown(() -> ends[0]++);
        }
        assertEquals(1, ends[0], "ends of the library");
        assertFalse(runtime.isInitialized());
    }

    private static void otherThread(Runnable call) throws Exception {
        final FutureTask<Void> result = new FutureTask<>(call, null);
        Thread.ofPlatform().daemon().start(result);
        try {
            result.get();
        } catch (ExecutionException e) {
            throw (RuntimeException) e.getCause();
        }
    }

    /** A handler of a flow runs when other PEs make no collectives. */
    @Test
    void shouldRefuseCollectivesInAHandler() {
        init(ThreadLevel.SINGLE);
        final String[] running = {"the handler of a flow"};
        runtime.watchHandlers(() -> running[0], () -> {});
        for (Executable call : List.<Executable>of(runtime::barrierAll, () -> runtime.shutdown(() -> {}))) {
            final IllegalStateException refused = assertThrows(IllegalStateException.class, call);
            assertTrue(refused.getMessage().contains("the handler of a flow"), refused.getMessage());
        }
        running[0] = null;
        runtime.barrierAll();
        final Messages messages = Messages.on(runtime.worldTeam());
        running[0] = "the handler of a flow";
        assertThrows(IllegalStateException.class, messages::close);
        running[0] = null;
        runtime.shutdown(() -> {});
        messages.close(); // they have ended with the library
    }

    @Test
    void shouldTellTheModuleWithHandlersOfTheLastShutdown() {
        final int[] ends = new int[1];
        runtime.watchHandlers(() -> null, () -> {
            assertTrue(runtime.isInitialized());
            ends[0]++;
        });
        init(ThreadLevel.SINGLE);
        init(ThreadLevel.SINGLE);
        runtime.shutdown(() -> {});
        assertEquals(0, ends[0]);
        runtime.shutdown(() -> {});
        assertEquals(1, ends[0]);
    }

    /** It names what is wrong, and what would be right. */
    @Test
    void shouldSayWhatIsWrong() throws Exception {
        final String name = Thread.currentThread().getName();
        init(ThreadLevel.SERIALIZED);
        assertEquals("pe=1 is not a PE of this job, whose PEs are 0 to 0", refusedPe(() -> runtime.addressOf(0, 1)));
        assertEquals("pe=-1 is not a PE of this job, whose PEs are 0 to 0", refusedPe(() -> runtime.nodeOf(-1)));
        assertEquals(0, runtime.nodeOf(0));
        assertFalse(runtime.peAccessible(-1) || runtime.peAccessible(1));
        assertTrue(runtime.peAccessible(0));
        assertEquals(1, runtime.nPes());
        assertEquals(0, runtime.myPe());
        final Thread[] other = new Thread[1];
        final String text = assertThrows(
                        IllegalStateException.class,
                        () -> otherThread(() -> {
                            other[0] = Thread.currentThread();
                            runtime.shutdown(() -> {});
                        }))
                .getMessage();
        assertEquals(
                "shutdown() is called by thread \"" + other[0].getName() + "\"; it must be the thread that called"
                        + " init(), \"" + name + "\"",
                text);
        final ShmemTeam world = runtime.worldTeam();
        assertEquals("TEAM_WORLD[PE 0 of 1: PEs 0 of the job]", world.toString());
        assertEquals("TEAM_WORLD cannot be destroyed; it ends with shutdown", refused(world::destroy));
        final ShmemTeam split = world.splitStrided(0, 1, 1, null);
        final ShmemTeam later = world.splitStrided(0, 1, 1, null);
        assertNotSame(split, later);
        assertEquals("ShmemTeam[PE 0 of 1: PEs 0 of the job]", split.toString());
        split.destroy();
        split.destroy();
        assertEquals("this team was destroyed", refused(split::myPe));
        assertEquals("ShmemTeam[destroyed]", split.toString());
        assertEquals(
                "the default context cannot be destroyed; it ends with shutdown",
                refused(() -> runtime.defaultContext().destroy()));
        final ShmemContext context = runtime.createContext(0);
        runtime.shutdown(() -> {});
        assertEquals("TEAM_WORLD[outside of init and shutdown]", world.toString());
        assertEquals(
                "syncAll() needs the library to be initialised: it comes before init() or after the last shutdown()",
                refused(runtime::syncAll));
        init(ThreadLevel.SINGLE);
        assertEquals("this team ended with the last shutdown; make it again", refused(later::myPe));
        assertEquals(
                "this context ended with the last shutdown; make a new one with ctxCreate", refused(context::getTeam));
        runtime.shutdown(() -> {});
    }

    private static String refused(Executable call) {
        return assertThrows(IllegalStateException.class, call).getMessage();
    }

    private static String refusedPe(Executable call) {
        return assertThrows(IllegalArgumentException.class, call).getMessage();
    }

    @Test
    void shouldFindAddressesOfItsHeap() {
        init(ThreadLevel.SINGLE);
        final Allocation block = allocate();
        assertEquals(block.offset, runtime.heapOffset(block.address, 64));
        assertEquals(-1, runtime.heapOffset(block.address, 65));
        assertTrue(runtime.isInHeap(block.address));
        assertFalse(runtime.isInHeap(block.address - block.offset - 1));
        assertFalse(runtime.isInHeap(block.address - block.offset + runtime.heapBytes()));
        assertFalse(runtime.progress() || runtime.needsProgress(), "there is no network");
        assertEquals(1, runtime.resourceUse().symmetricBlocks());
        runtime.free(block);
        assertEquals(0, runtime.resourceUse().symmetricBlocks());
        runtime.shutdown(() -> {});
        assertFalse(runtime.progress() || runtime.needsProgress());
    }

    /** As the specification has it: the version, and with the settings. */
    @Test
    void shouldPrintItsVersionAndSettingsIfAskedTo() {
        assertEquals(0, lines("none"));
        assertEquals(1, lines("jshmem.version"));
        assertEquals(1 + Setting.values().length + 2, lines("jshmem.info"));
    }

    private int lines(String property) {
        final PrintStream before = System.out;
        final ByteArrayOutputStream text = new ByteArrayOutputStream();
        System.setProperty(property, "");
        System.setOut(new PrintStream(text, true, StandardCharsets.UTF_8));
        try {
            init(ThreadLevel.SINGLE);
        } finally {
            System.setOut(before);
            System.clearProperty(property);
        }
        runtime.shutdown(() -> {});
        final String all = text.toString(StandardCharsets.UTF_8);
        assertTrue(all.isEmpty() || all.lines().findFirst().orElseThrow().contains(", OpenSHMEM 1."), all);
        return (int) all.lines().count();
    }

    @Test
    void shouldTranslateAndDivide() {
        init(ThreadLevel.SINGLE);
        final ShmemTeam world = runtime.worldTeam();
        assertEquals(0, world.translatePe(0, world));
        assertEquals(-1, world.translatePe(1, world));
        assertEquals(-1, world.translatePe(-1, world));
        assertEquals(-1, world.translatePe(0, null));
        assertEquals("xrange=0 must be 1 or more", refusedPe(() -> world.split2d(0, null, null)));
        final TeamGrid grid = world.split2d(5, null, new TeamConfig(3));
        assertEquals(1, grid.xTeam().nPes());
        assertEquals(1, grid.yTeam().nPes());
        assertEquals(new TeamConfig(0), grid.xTeam().getConfig());
        assertEquals(new TeamConfig(3), grid.yTeam().getConfig());
        runtime.shutdown(() -> {});
    }
}
