package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.TeamGrid;
import org.jshmem.ThreadLevel;
import org.jshmem.messages.Messages;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingContext;
import org.jshmem.spi.ForwardingProvider;
import org.jshmem.spi.ForwardingTeam;
import org.jshmem.spi.Operation;
import org.jshmem.spi.ShmemProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the tool of the shell sees and interrupts, in a job of one PE. */
@Timeout(60)
class InterruptibleProviderTest {
    private static long snippets = 500;
    private static final int TAG = 7;

    private final long snippet = ++snippets;
    private final CollectiveLog log = new CollectiveLog();
    private final InterruptibleProvider provider = new InterruptibleProvider(new Inner(), log);

    /** What the log says during each call. */
    private final List<CollectiveLog.Call> calls = new ArrayList<>();

    /** What is waited for, and what happens at the first look. */
    private final List<String> waits = new ArrayList<>();

    private Runnable atWait = () -> {};

    /** The library below the tool. */
    private final class Inner extends ForwardingProvider {
        Inner() {
            super(ShmemProvider.current());
        }

        @Override
        protected ShmemContext wrap(ShmemContext context, ShmemTeam team) {
            return context;
        }

        @Override
        protected ShmemTeam wrap(ShmemTeam team) {
            return new Team(team);
        }

        @Override
        protected long before(Operation operation, long bytes) {
            calls.add(log.call());
            return 0;
        }

        @Override
        public long pause(long turn, Awaited what, long where) {
            waits.add(what.describe(where));
            final Runnable first = atWait;
            atWait = () -> {};
            first.run();
            return super.pause(turn, what, where);
        }
    }

    private final class Team extends ForwardingTeam {
        Team(ShmemTeam team) {
            super(team);
        }

        @Override
        protected ShmemTeam wrap(ShmemTeam team) {
            return new Team(team);
        }

        @Override
        protected ShmemContext wrap(ShmemContext context) {
            return new ForwardingContext(context, this) {};
        }

        @Override
        protected long before(Operation operation, long bytes) {
            calls.add(log.call());
            return 0;
        }
    }

    /** Runs a program between init and shutdown, which are calls of one thread. */
    private void run(Runnable program) {
        provider.init(ThreadLevel.MULTIPLE);
        log.follow(Thread.currentThread());
        Interruption.begin(snippet);
        try {
            program.run();
        } finally {
            Interruption.end();
            provider.shutdown(() -> {});
        }
    }

    /** The call that was in progress in the library, which is over now. */
    private String seen() {
        assertEquals(1, calls.size(), calls.toString());
        assertNull(log.call(), "it has ended");
        final CollectiveLog.Call call = calls.removeFirst();
        return call == null ? "none" : call.operation() + " of " + call.team() + " " + call.pes();
    }

    @Test
    void shouldKnowTheCollectiveOfAllPes() {
        run(() -> {
            provider.barrierAll();
            assertEquals("barrierAll of world [0]", seen());
            provider.syncAll();
            assertEquals("syncAll of world [0]", seen());
            final Allocation block = provider.allocate(AllocationCall.CALLOC, ElementKind.LONG, 80, 0, 0);
            assertEquals("malloc of world [0]", seen());
            final Allocation more = provider.reallocate(block, 160);
            assertEquals("realloc of world [0]", seen());
            assertTrue(provider.tryLock(more.offset));
            assertEquals("none", seen());
            provider.clearLock(more.offset);
            assertEquals("none", seen());
            provider.free(more);
            assertEquals("free of world [0]", seen());
        });
    }

    /** By its number the shell knows whether a PE has gone on since it was asked last. */
    @Test
    void shouldNumberCalls() {
        run(() -> {
            provider.barrierAll();
            provider.barrierAll();
            assertEquals(calls.getFirst().number() + 1, calls.getLast().number());
        });
    }

    @Test
    void shouldKnowOnlyCallsOfSnippets() {
        run(() -> {
            CompletableFuture.runAsync(provider::barrierAll).join();
            assertEquals("none", seen());
            log.begin("barrierAll", "world", List.of(0));
            CompletableFuture.runAsync(log::end).join();
            assertNotNull(log.call(), "that of this thread");
            log.end();
        });
    }

    /** PEs give the same names, as they split teams in the same order. */
    @Test
    void shouldNameTeamsByTheSplitsThatMadeThem() {
        run(() -> {
            final ShmemTeam world = provider.worldTeam();
            final ShmemTeam shared = provider.sharedTeam();
            assertSame(world, log.team("world"));
            assertSame(shared, log.team("shared"));
            world.sync();
            assertEquals("teamSync of world [0]", seen());
            final ShmemTeam one = world.splitStrided(0, 1, 1);
            assertEquals("teamSplitStrided of world [0]", seen());
            final TeamGrid grid = world.split2d(1);
            assertEquals("teamSplit2d of world [0]", seen());
            final ShmemTeam other = world.splitByColor(0, 0);
            assertEquals("teamSplitByColor of world [0]", seen());
            final ShmemTeam inner = one.splitStrided(0, 1, 1);
            calls.clear();
            final List<String> names = Stream.of(one, grid.xTeam(), grid.yTeam(), other, inner)
                    .map(team -> {
                        team.sync();
                        return seen();
                    })
                    .toList();
            assertEquals(5, names.stream().distinct().count(), names.toString());
            final String prefix = names.get(4).substring(0, names.get(4).lastIndexOf('/'));
            assertTrue(names.getFirst().startsWith(prefix + " "), names.toString());
            for (int i = 0; i < 4; i++) {
                assertTrue(names.get(i).matches("teamSync of world/\\d\\.\\d \\[0]"), names.toString());
                final String name = names.get(i).split(" ")[2];
                assertNotNull(log.team(name), name);
            }
            try (ShmemContext context = one.createCtx(0)) {
                assertSame(one, context.getTeam());
            }
        });
    }

    @Test
    void shouldKnowTheCallOfAFlow() {
        run(() -> {
            final Operation drain = Operation.of("flowDrain");
            provider.run(drain, () -> assertEquals("flowDrain", log.flow()));
            assertNull(log.flow());
            assertThrows(
                    InterruptedSnippet.class,
                    () -> provider.run(drain, () -> {
                        throw new InterruptedSnippet();
                    }));
            assertEquals("flowDrain", log.flow(), "the one that was interrupted");
        });
    }

    @Test
    void shouldEndAWait() {
        run(() -> {
            final long next = provider.pause(0, where -> "place " + where, 3);
            assertTrue(next > 0, "the next turn");
            assertEquals(List.of("place 3"), waits);
            Interruption.request(snippet);
            assertThrows(InterruptedSnippet.class, () -> provider.pause(next, where -> "", 3));
            assertTrue(Thread.interrupted(), "a sleep would end, too");
        });
    }

    @Test
    void shouldWaitForALockUntilItIsFree() {
        run(() -> {
            final Allocation block = provider.allocate(AllocationCall.CALLOC, ElementKind.LONG, 80, 0, 0);
            final long offset = block.offset + 8;
            final ShmemProvider runtime = ShmemProvider.current();
            CompletableFuture.runAsync(() -> runtime.setLock(offset)).join();
            atWait = () ->
                    CompletableFuture.runAsync(() -> runtime.clearLock(offset)).join();
            provider.setLock(offset);
            assertEquals("the lock at heap offset " + offset, waits.getFirst());
            assertFalse(
                    CompletableFuture.supplyAsync(() -> runtime.tryLock(offset)).join(), "this thread has it");
            provider.clearLock(offset);
            CompletableFuture.runAsync(() -> runtime.setLock(offset)).join();
            atWait = () -> Interruption.request(snippet);
            assertThrows(InterruptedSnippet.class, () -> provider.setLock(offset));
            Interruption.end();
            CompletableFuture.runAsync(() -> runtime.clearLock(offset)).join();
            provider.free(block);
        });
    }

    record Receive(String name, Consumer<Messages> call) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Receive> receives() {
        final MemorySegment got = Arena.ofAuto().allocate(Long.BYTES);
        return List.of(
                new Receive("recv", messages -> {
                    messages.recv(got, 0, TAG);
                    assertEquals(9, got.get(ValueLayout.JAVA_LONG, 0));
                }),
                new Receive(
                        "take",
                        messages -> assertEquals(9, messages.takeLongs(0, TAG).get(0))),
                new Receive(
                        "visit", messages -> messages.visit(0, TAG, view -> assertEquals(Long.BYTES, view.bytes()))),
                new Receive("probe", messages -> {
                    messages.probe(0, TAG, null);
                    assertTrue(messages.iprobe(0, TAG, null));
                    messages.recv(got, 0, TAG);
                }));
    }

    /** A receive looks until the message is there; until then it can be interrupted, and takes nothing. */
    @ParameterizedTest
    @MethodSource("receives")
    void shouldInterruptAReceive(Receive receive) {
        run(() -> {
            final MemorySegment nine = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_LONG, 9);
            try (Messages messages = Messages.on(provider.worldTeam())) {
                atWait = () -> Interruption.request(snippet);
                assertThrows(InterruptedSnippet.class, () -> receive.call().accept(messages));
                assertEquals("a message from PE 0 with tag 7", waits.getFirst());
                Interruption.end();
                assertFalse(messages.iprobe(0, TAG, null));
                waits.clear();
                atWait = () -> messages.send(nine, 0, TAG);
                receive.call().accept(messages);
                assertFalse(waits.isEmpty(), "it has waited");
                assertFalse(messages.iprobe(0, TAG, null), "the message was taken");
            }
        });
    }

    @Test
    void shouldBeChosenAsAToolByItsName() {
        final ShellTool tool = new ShellTool();
        assertEquals("shell", tool.name());
        assertTrue(tool.install(ShmemProvider.current()) instanceof InterruptibleProvider);
    }
}
