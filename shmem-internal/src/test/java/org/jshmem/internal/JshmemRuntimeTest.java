package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.ThreadLevel;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ResourceUse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A job of one PE, which is this process. */
@Timeout(60)
class JshmemRuntimeTest {
    private final JshmemRuntime runtime = new JshmemRuntime();

    /** Without the warning of a property of the build. */
    private ThreadLevel init(ThreadLevel requested) {
        final ThreadLevel[] level = new ThreadLevel[1];
        errors(() -> level[0] = runtime.init(requested));
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
            final String warning = errors(() -> runtime.shutdown(() -> ends[0]++));
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

    /** What a call prints on the standard error. */
    private static String errors(Runnable call) {
        final PrintStream before = System.err;
        final ByteArrayOutputStream text = new ByteArrayOutputStream();
        System.setErr(new PrintStream(text, true, StandardCharsets.UTF_8));
        try {
            call.run();
        } finally {
            System.setErr(before);
        }
        return text.toString(StandardCharsets.UTF_8);
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

    /** A second init may ask for a higher level. */
    @Test
    void shouldLetOneThreadMakeCollectivesUntilSeveralMay() throws Exception {
        init(ThreadLevel.FUNNELED);
        runtime.barrierAll();
        final IllegalStateException refused =
                assertThrows(IllegalStateException.class, () -> otherThread(runtime::barrierAll));
        assertTrue(refused.getMessage().contains("FUNNELED"), refused.getMessage());
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
        runtime.watchHandlers(() -> running[0]);
        final IllegalStateException refused = assertThrows(IllegalStateException.class, runtime::barrierAll);
        assertTrue(refused.getMessage().contains("the handler of a flow"), refused.getMessage());
        running[0] = null;
        runtime.barrierAll();
        runtime.shutdown(() -> {});
    }
}
