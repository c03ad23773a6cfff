package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jshmem.NonblockingCollectives;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingTeam;
import org.jshmem.spi.Operation;
import org.jshmem.spi.RuntimeEvents;
import org.jshmem.spi.ShmemProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the monitor counts of a program of one PE, and sends to a collector. */
@Timeout(60)
class CountingProviderTest {
    private static final String MONITOR = "jshmem.monitor";

    private final CountingProvider provider = new CountingProvider(ShmemProvider.current());

    @AfterEach
    void clear() {
        System.clearProperty(MONITOR);
    }

    private Snapshot last(Consumer<CountingProvider> program) throws Exception {
        try (Collector collector =
                new Collector(InetAddress.getLoopbackAddress().getHostAddress(), 0)) {
            System.setProperty(MONITOR, collector.address());
            provider.init(ThreadLevel.MULTIPLE);
            try {
                program.accept(provider);
            } finally {
                provider.shutdown(() -> {});
            }
            collector.drain();
            assertEquals(1, collector.texts().size());
            return Snapshot.parse(collector.texts().getFirst());
        }
    }

    private static String operations(Snapshot seen) {
        return seen.operations().stream()
                .map(count -> count.name() + " " + count.calls() + " " + count.bytes())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    @Test
    void shouldCountOperationsAndMemory() throws Exception {
        final Snapshot seen = last(monitor -> {
            final Allocation kept = monitor.allocate(AllocationCall.CALLOC, ElementKind.LONG, 80, 0, 0);
            final Allocation small = monitor.allocate(AllocationCall.MALLOC, ElementKind.LONG, 40, 0, 0);
            final Allocation large = monitor.reallocate(small, 120);
            monitor.free(monitor.allocate(AllocationCall.MALLOC, ElementKind.LONG, 8, 0, 0));
            final Allocation shared = monitor.reallocateShared(monitor.allocateShared(ElementKind.LONG, 16, 0), 24);
            monitor.freeShared(shared);
            final SymmetricLongs array = Shmem.callocLongs(4);
            monitor.defaultContext().p(array, 0, 5L, 0);
            monitor.defaultContext().get(new long[3], 0, array, 0, 3, 0);
            monitor.barrierAll();
            Shmem.free(array);
            assertTrue(kept.live && large.live, "both are there");
        });
        assertEquals(200, seen.memory(0));
        assertEquals(0, seen.memory(1));
        assertEquals(
                List.of(120L, 80L),
                seen.blocks().stream().map(Snapshot.Block::bytes).toList());
        assertEquals(
                "allocateShared 1 16, barrierAll 1 0, free 1 8, freeShared 1 24, get 1 24, malloc 3 128, p 1 8,"
                        + " realloc 1 120, reallocShared 1 24",
                operations(seen));
        assertEquals(List.of(new Snapshot.Count("0", 2, 32)), seen.peers());
        assertTrue(seen.isOver(), "it has shut down");
    }

    /** Requests are counted when they begin, and waits for them; the bytes of a receive when it has ended. */
    @Test
    void shouldCountRequests() throws Exception {
        final Snapshot seen = last(monitor -> {
            try (Messages messages = Messages.on(monitor.worldTeam());
                    Request send = messages.sendInit(new long[2], 0, 1);
                    Request receive = messages.recvInit(new long[3], 0, 1)) {
                for (int i = 0; i < 3; i++) {
                    receive.start();
                    send.start();
                    send.await();
                    receive.await();
                }
            }
            NonblockingCollectives.on(monitor.worldTeam()).barrierNb().await();
        });
        assertEquals("await 7 48, barrierNb 1 0, irecv 3 0, isend 3 48, messages 1 0", operations(seen));
        assertEquals(List.of(new Snapshot.Count("0", 3, 48)), seen.peers());
    }

    /** Shared memory counts for the PE that has allocated it; what the tool does not see, another PE might do. */
    @Test
    void shouldCountSharedMemoryThatAnyPeMayFree() throws Exception {
        final ShmemProvider other = ShmemProvider.current();
        final Snapshot seen = last(monitor -> {
            monitor.allocateShared(ElementKind.LONG, 16, 0);
            other.freeShared(monitor.allocateShared(ElementKind.LONG, 32, 0));
            monitor.freeShared(other.allocateShared(ElementKind.LONG, 64, 0));
            monitor.reallocateShared(other.allocateShared(ElementKind.LONG, 128, 0), 256);
        });
        assertEquals(16 + 256, seen.memory(1));
    }

    @Test
    void shouldKnowTheLockThatAPeHas() throws Exception {
        final long[] offset = new long[1];
        final Snapshot seen = last(monitor -> {
            final Allocation locks = monitor.allocate(AllocationCall.CALLOC, ElementKind.LONG, 80, 0, 0);
            offset[0] = locks.offset;
            monitor.setLock(locks.offset);
            assertTrue(monitor.tryLock(locks.offset + 8), "it is free");
            monitor.clearLock(locks.offset); // not the last that it got
            final boolean[] isFree = new boolean[2];
            CompletableFuture.runAsync(() -> {
                        isFree[0] = ShmemProvider.current().tryLock(locks.offset);
                        isFree[1] = ShmemProvider.current().tryLock(locks.offset + 16);
                    })
                    .join();
            assertTrue(isFree[0] && isFree[1], "what was cleared is free");
            assertFalse(monitor.tryLock(locks.offset + 16), "another thread has it");
        });
        assertEquals(List.of(offset[0] + 8), seen.held());
        final Snapshot free = last(monitor -> {
            final Allocation locks = monitor.allocate(AllocationCall.CALLOC, ElementKind.LONG, 80, 0, 0);
            monitor.setLock(locks.offset);
            monitor.clearLock(locks.offset);
        });
        assertEquals(List.of(), free.held());
        final Snapshot nested = last(monitor -> {
            final Allocation locks = monitor.allocate(AllocationCall.CALLOC, ElementKind.LONG, 80, 0, 0);
            offset[0] = locks.offset;
            monitor.setLock(locks.offset);
            monitor.setLock(locks.offset + 8);
            monitor.setLock(locks.offset + 16);
            monitor.clearLock(locks.offset + 8);
        });
        assertEquals(List.of(offset[0], offset[0] + 16), nested.held());
    }

    /** The library may be started again, and counts anew. */
    @Test
    void shouldStartAnewWithEachInit() throws Exception {
        for (int run = 0; run < 2; run++) {
            final Snapshot seen = last(monitor -> {
                monitor.init(ThreadLevel.MULTIPLE); // counts one more use
                monitor.barrierAll();
                monitor.shutdown(() -> {});
                monitor.barrierAll();
                RuntimeEvents.ALL.flowMade("Edge", "Main.java:1").published(3, 24, 32);
            });
            assertEquals(List.of(new FlowCounts("Edge", 3, 0, 1, 1, 24, 32, 0, 0, 0, 0, 0)), seen.flows());
            assertEquals("barrierAll 2 0", operations(seen));
            assertEquals(0, seen.memory(0));
        }
    }

    /** Another thread may end the process at once. */
    @Test
    void shouldSendWhyAPeFailsBeforeItEnds() throws Exception {
        try (Collector collector =
                new Collector(InetAddress.getLoopbackAddress().getHostAddress(), 0)) {
            System.setProperty(MONITOR, collector.address());
            RuntimeEvents.ALL.failing("before init");
            provider.init(ThreadLevel.MULTIPLE);
            try {
                RuntimeEvents.ALL.problem("a consequence");
                RuntimeEvents.ALL.failing("no luck");
                while (collector.texts().stream().noneMatch(text -> text.contains("no luck"))) {
                    Thread.sleep(5);
                }
                final List<String> errors = Snapshot.parse(collector.texts().getFirst()).errors().stream()
                        .map(Snapshot.Problem::text)
                        .filter(text -> !text.startsWith("jshmem.")) // a property of this build
                        .toList();
                assertEquals(List.of("failed: no luck", "failed: before init", "a consequence"), errors);
            } finally {
                provider.shutdown(() -> {});
            }
        }
    }

    /** A call with a target waits for it only if it is a send. */
    @Test
    void shouldKnowWhichCallsMayWait() {
        for (String send : "send ssend sendrecv give".split(" ")) {
            assertTrue(MayWait.is(Operation.of(send), 0), send);
        }
        for (String call : "put get isend atomicAdd".split(" ")) {
            assertFalse(MayWait.is(Operation.of(call), 0), call);
        }
        assertTrue(MayWait.is(Operation.of("recv"), Operation.NO_PE), "no target");
    }

    @Test
    void shouldKnowTheMembersOfTeams() {
        final ShmemProvider runtime = ShmemProvider.current();
        runtime.init(ThreadLevel.MULTIPLE);
        try {
            final ShmemTeam world = runtime.worldTeam();
            final TeamMembers teams = new TeamMembers();
            final int[] asked = new int[1];
            assertEquals(0, teams.number(world));
            assertEquals(1, teams.number(new ForwardingTeam(world) {
                @Override
                protected ShmemTeam wrap(ShmemTeam team) {
                    return team;
                }

                @Override
                protected ShmemContext wrap(ShmemContext context) {
                    return context;
                }

                @Override
                public int nPes() {
                    asked[0]++;
                    return 3;
                }

                @Override
                public int translatePe(int pe, ShmemTeam team) {
                    return 5 * pe;
                }
            }));
            assertEquals("0 5 10", teams.of(1, world));
            assertEquals("all", teams.of(0, world));
            final int before = asked[0];
            assertEquals("0 5 10", teams.of(1, world));
            assertEquals(before, asked[0], "it is known");
            for (int number = 2; number < 100; number++) {
                assertEquals(number, teams.number(world));
            }
            teams.forget(1);
            assertEquals(100, teams.number(world));
            teams.forget(1);
            assertEquals("all", teams.of(100, world), "the other has ended twice");
        } finally {
            runtime.shutdown(() -> {});
        }
    }
}
