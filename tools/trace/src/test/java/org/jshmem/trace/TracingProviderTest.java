package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.CollectiveRequest;
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
import org.jshmem.spi.FlowFigures;
import org.jshmem.spi.ForwardingProvider;
import org.jshmem.spi.Operation;
import org.jshmem.spi.RuntimeEvents;
import org.jshmem.spi.ShmemProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is recorded of a program of one PE. */
@Timeout(60)
class TracingProviderTest {
    private static final String BY_LAUNCHER = "org.jshmem.trace.jvm";

    @TempDir
    private Path directory;

    /** Then the trace is not made by another process. */
    @BeforeEach
    void setLauncher() {
        System.setProperty(BY_LAUNCHER, "");
    }

    @AfterEach
    void clearLauncher() {
        System.clearProperty(BY_LAUNCHER);
    }

    private TracingProvider provider(boolean recordsAll) {
        final TracingProvider provider = new TracingProvider(
                ShmemProvider.current(), new TraceSettings(directory.resolve("job"), 1 << 20, recordsAll));
        provider.worldTeam();
        provider.sharedTeam();
        return provider;
    }

    private Timeline trace(boolean recordsAll, Consumer<TracingProvider> program) throws IOException {
        final TracingProvider provider = provider(recordsAll);
        provider.init(ThreadLevel.MULTIPLE);
        try {
            program.accept(provider);
        } finally {
            provider.shutdown(() -> {});
        }
        return Assembly.read(directory.resolve("job.parts"));
    }

    private static List<String> slices(Timeline timeline, int track) {
        final Slices slices = timeline.tracks().get(track).slices();
        final List<String> all = new ArrayList<>();
        for (int i = 0; i < slices.size(); i++) {
            all.add((slices.category(i) + " " + slices.name(i) + " " + slices.peer(i) + " " + slices.bytes(i) + " "
                            + slices.detail(i))
                    .strip());
        }
        return all;
    }

    @Test
    void shouldRecordEachOperation() throws Exception {
        final Timeline timeline = trace(true, provider -> {
            final Allocation block = provider.allocate(AllocationCall.CALLOC, ElementKind.LONG, 80, 0, 0);
            final SymmetricLongs array = Shmem.callocLongs(10);
            final ShmemContext context = provider.defaultContext();
            context.p(array, 3, 7L, 0);
            context.put(array, 1, new long[5], 0, 5, 0);
            context.get(new long[2], 0, array, 0, 2, 0);
            context.atomicFetchAdd(array, 0, 1L, 0);
            context.quiet();
            provider.setLock(block.offset + 8);
            provider.clearLock(block.offset + 8);
            provider.barrierAll();
            provider.worldTeam().sumReduce(array, array, 3);
            final Allocation larger = provider.reallocate(block, 160);
            provider.setLock(larger.offset + 8);
            provider.clearLock(larger.offset + 8);
            provider.free(larger);
            Shmem.free(array);
        });
        assertEquals(1, timeline.pes().size());
        assertTrue(timeline.pes().getFirst().isComplete(), "it has ended");
        assertEquals(ProcessHandle.current().pid(), timeline.pes().getFirst().pid());
        assertEquals(
                List.of(
                        "MEMORY malloc -1 80",
                        "OPERATION p 0 8 heap offset N",
                        "OPERATION put 0 40 heap offset N",
                        "OPERATION get 0 16 heap offset N",
                        "OPERATION atomicFetchAdd 0 8 heap offset N",
                        "OPERATION quiet -1 0",
                        "LOCK setLock -1 0 lock at element 1 of 10 longs at heap offset N",
                        "LOCK clearLock -1 0 lock at element 1 of 10 longs at heap offset N",
                        "COLLECTIVE barrierAll -1 0",
                        "COLLECTIVE sumReduce -1 24",
                        "MEMORY realloc -1 160",
                        "LOCK setLock -1 0 lock at element 8 of 160 bytes at heap offset N",
                        "LOCK clearLock -1 0 lock at element 8 of 160 bytes at heap offset N",
                        "MEMORY free -1 160",
                        "COLLECTIVE shutdown -1 0"),
                slices(timeline, 0).stream()
                        .map(line -> line.replaceFirst("offset \\d+$", "offset N"))
                        .toList());
    }

    /** Most operations on mapped memory are not timed, but those that write are recorded. */
    @Test
    void shouldRecordShortOperationsAsDeliveries() throws Exception {
        final long[] offset = new long[1];
        trace(false, provider -> {
            final Allocation block = provider.allocate(AllocationCall.CALLOC, ElementKind.LONG, 80, 0, 0);
            offset[0] = block.offset;
            final SymmetricLongs array = Shmem.callocLongs(10);
            final ShmemContext context = provider.defaultContext();
            provider.barrierAll();
            for (int i = 0; i < 10; i++) {
                context.p(array, i, 100L + i, 0);
                context.g(array, 0, 0);
            }
            context.atomicAdd(array, 2, -3L, 0);
            context.quiet();
            context.p(array, 4, 5L, 0);
            provider.barrierAll();
            Shmem.free(array);
            provider.free(block);
        });
        final ThreadPart part = ThreadPart.read(directory.resolve("job.parts/pe-0.1"));
        final List<Long> values = new ArrayList<>();
        int next = 0;
        for (int i = 0; i <= part.deliveryCount(); i++) {
            final int before = i < part.deliveryCount() ? part.eventsBeforeDelivery(i) : part.eventCount();
            for (; next < before; next++) {
                if (Layout.kind(part.event(next, 2)) == Layout.OPERATION && Layout.pe(part.event(next, 2)) == 0) {
                    values.add(part.event(next, 5));
                }
            }
            if (i < part.deliveryCount()) {
                values.add(part.delivery(i, 3));
            }
        }
        assertEquals(List.of(100L, 101L, 102L, 103L, 104L, 105L, 106L, 107L, 108L, 109L, -3L, 5L), values);
        assertTrue(part.deliveryCount() >= 9, part.deliveryCount() + " of them have no time of their own");
    }

    @Test
    void shouldMatchMessagesToThemselves() throws Exception {
        final Timeline timeline = trace(false, provider -> {
            try (Messages messages = Messages.on(provider.worldTeam())) {
                messages.send(new long[5], 0, 1);
                messages.recv(new long[5], 0, 1);
                messages.send(new long[3], 0, 2);
                final Request request = messages.irecv(new long[3], 0, 2);
                request.await();
                final Request late = messages.irecv(new long[1], 0, 3);
                assertFalse(late.test(), "nothing was sent");
                messages.send(new long[1], 0, 3);
                while (!late.test()) {
                    Thread.onSpinWait();
                }
            }
        });
        final List<Long> bytes = new ArrayList<>();
        final Slices slices = timeline.tracks().getFirst().slices();
        for (Timeline.Arrow arrow : timeline.arrows()) {
            assertEquals("send", arrow.what());
            assertEquals(0, arrow.fromTrack());
            for (int i = 0; i < slices.size(); i++) {
                if (slices.end(i) == arrow.toNs() && slices.category(i) == Category.MESSAGE) {
                    bytes.add(slices.bytes(i));
                    assertEquals(0, slices.peer(i));
                }
            }
        }
        assertEquals(List.of(40L, 24L, 8L), bytes);
        assertEquals(
                List.of(40L, 24L, 8L),
                slices(timeline, 0).stream()
                        .filter(line -> line.startsWith("MESSAGE send 0 "))
                        .map(line -> Long.parseLong(line.substring("MESSAGE send 0 ".length())))
                        .toList());
    }

    /** However short it is, it may wait for the other PE; the call after it has received nothing. */
    @Test
    void shouldRecordMessagesInBothDirections() throws Exception {
        final Timeline timeline = trace(false, provider -> {
            try (Messages messages = Messages.on(provider.worldTeam())) {
                messages.sendrecv(new long[5], 0, 1, new long[5], 0, 1);
                provider.barrierAll();
            }
        });
        final List<String> lines = slices(timeline, 0);
        assertTrue(lines.contains("MESSAGE sendrecv 0 40"), lines.toString());
        assertTrue(lines.contains("COLLECTIVE barrierAll -1 0"), lines.toString());
        assertEquals(1, timeline.arrows().size());
    }

    @Test
    void shouldRecordNonblockingCollectives() throws Exception {
        final Timeline timeline = trace(false, provider -> {
            final NonblockingCollectives world = NonblockingCollectives.on(provider.worldTeam());
            final CollectiveRequest sum = world.sumReduceNb(3L);
            sum.await();
        });
        assertEquals(
                List.of("COLLECTIVE sumReduceNb -1 8", "COLLECTIVE await -1 0 sumReduceNb", "COLLECTIVE shutdown -1 0"),
                slices(timeline, 0).stream()
                        .filter(line -> line.startsWith("COLLECTIVE"))
                        .toList());
    }

    @Test
    void shouldRecordAWaitAndWhatItWasFor() throws Exception {
        final Timeline timeline = trace(true, provider -> {
            final Allocation block = provider.allocate(AllocationCall.CALLOC, ElementKind.LONG, 80, 0, 0);
            final long word = block.address + 24;
            long turn = 0;
            for (int i = 0; i < 3; i++) {
                turn = provider.pause(turn, where -> "a word", word);
            }
            provider.waited(word, -4);
            provider.pause(0, where -> "room", 0);
            provider.waited(0, 0);
            provider.free(block);
        });
        final List<String> lines = slices(timeline, 0);
        assertTrue(
                lines.get(1).matches("WAIT waitUntil -1 0 element 3 of 10 longs at heap offset \\d+, which became -4"),
                lines.toString());
        assertEquals("FLOW flowWait -1 0 room", lines.get(2));
    }

    /** Before init and after shutdown, nothing is recorded, and nothing fails. */
    @Test
    void shouldRecordFromInitToShutdownOnly() throws Exception {
        final TracingProvider provider = provider(false);
        for (int run = 1; run <= 2; run++) {
            assertEquals(0, provider.receives(0, 0, 0) + 1, "not counted");
            provider.stillUnderWay();
            provider.uncounted(0, 0, 0, true);
            provider.tested(0, 0, 0);
            provider.waited(0, 0);
            provider.init(ThreadLevel.SINGLE);
            provider.init(ThreadLevel.SINGLE); // counts one more use
            provider.barrierAll();
            provider.shutdown(() -> {});
            provider.barrierAll();
            provider.shutdown(() -> {});
            final Path parts = directory.resolve(run == 1 ? "job.parts" : "job.parts/" + run);
            final Timeline timeline = Assembly.read(parts);
            assertEquals(
                    List.of("COLLECTIVE barrierAll -1 0", "COLLECTIVE barrierAll -1 0"),
                    slices(timeline, 0).stream()
                            .filter(line -> line.contains("barrierAll"))
                            .toList());
            assertTrue(timeline.pes().getFirst().isComplete(), "it has ended");
        }
        try (var files = Files.list(directory)) {
            assertEquals(1, files.count());
        }
    }

    /** The samples of memory, of CPU time and of what was moved. */
    @Test
    void shouldSampleNumbers() throws Exception {
        final Timeline timeline = trace(false, provider -> {
            final Allocation block = provider.allocate(AllocationCall.CALLOC, ElementKind.LONG, 1 << 16, 0, 0);
            final Allocation other = provider.allocate(AllocationCall.MALLOC, ElementKind.LONG, 1 << 12, 0, 0);
            final Allocation freed = provider.reallocate(other, 1 << 13);
            provider.free(freed);
            final SymmetricLongs array = Shmem.callocLongs(1000);
            provider.defaultContext().put(array, 0, new long[1000], 0, 1000, 0);
            for (int i = 0; i < 500; i++) {
                provider.defaultContext().p(array, 0, 1L, 0);
            }
            provider.allocate(AllocationCall.MALLOC, ElementKind.LONG, 8, 0, 0);
            Shmem.free(array);
            assertEquals(1 << 16, block.bytes);
            final FlowFigures flow = RuntimeEvents.ALL.flowMade("Edge", "Main.java:1");
            flow.published(3, 24, 32);
            RuntimeEvents.ALL.flowEnded(flow);
        });
        double cpus = -1;
        double symmetric = -1;
        double moved = -1;
        double shorts = -1;
        double heap = -1;
        double records = -1;
        for (Timeline.Counter counter : timeline.counters()) {
            final double[] values = counter.values();
            double sum = 0;
            for (int i = 0; i + 1 < values.length; i++) {
                sum += values[i] * (counter.times()[i + 1] - counter.times()[i]) / 1e9;
            }
            switch (counter.name()) {
                case Counters.CPUS -> cpus = sum;
                case "symmetric heap" -> symmetric = values[values.length - 1];
                case "to and from PE 0" -> moved = sum;
                case Counters.SHORT_OPERATIONS -> shorts = sum;
                case "records sent" -> records = sum;
                case "Java heap" -> heap = values[values.length - 1];
                default -> {}
            }
        }
        assertEquals((1 << 16) + 8, symmetric);
        assertEquals(8 * 1500, moved, 1);
        assertTrue(shorts > 400 && shorts <= 500.5, shorts + " short operations");
        assertTrue(heap > 1 << 18, heap + " bytes");
        assertEquals(3, records, 0.01);
        assertTrue(cpus >= 0, cpus + " s");
        assertFalse(Files.exists(directory.resolve("job")), "the launcher makes the trace");
    }

    /** Where a heap is not mapped, each write is timed, and what only reads is recorded if it takes long. */
    @Test
    void shouldTimeOperationsOnHeapsThatAreNotMapped() throws Exception {
        final TracingProvider provider = new TracingProvider(
                new ForwardingProvider(ShmemProvider.current()) {
                    @Override
                    protected ShmemContext wrap(ShmemContext context, ShmemTeam team) {
                        return context;
                    }

                    @Override
                    protected ShmemTeam wrap(ShmemTeam team) {
                        return team;
                    }

                    @Override
                    public long addressOf(long offset, int pe) {
                        return 0;
                    }
                },
                new TraceSettings(directory.resolve("job"), 1 << 20, false));
        provider.worldTeam();
        provider.sharedTeam();
        provider.init(ThreadLevel.MULTIPLE);
        final SymmetricLongs array = Shmem.callocLongs(10);
        for (int i = 0; i < 3; i++) {
            provider.defaultContext().p(array, i, 100L + i, 0);
            provider.defaultContext().g(array, 0, 0);
        }
        Shmem.free(array);
        provider.shutdown(() -> {});
        final ThreadPart part = ThreadPart.read(directory.resolve("job.parts/pe-0.1"));
        assertEquals(0, part.deliveryCount());
        final List<Long> values = new ArrayList<>();
        final List<Long> places = new ArrayList<>();
        for (int i = 0; i < part.eventCount(); i++) {
            if (Layout.operation(part.event(i, 2)) == Operation.of("p").number()) {
                values.add(part.event(i, 5));
                places.add(part.event(i, 4) - part.event(0, 4));
                assertEquals(Long.BYTES, part.event(i, 3));
                assertEquals(0, Layout.pe(part.event(i, 2)));
            }
        }
        assertEquals(List.of(100L, 101L, 102L), values);
        assertEquals(List.of(0L, 8L, 16L), places);
        assertEquals(0, part.open()[0], "nothing is open");
    }

    /** All operations that write an element are recorded, and reads are not. */
    @Test
    void shouldRecordAllOperationsThatWrite() throws Exception {
        trace(false, provider -> {
            final SymmetricLongs array = Shmem.callocLongs(10);
            final ShmemContext context = provider.defaultContext();
            context.p(array, 0, 1L, 0);
            context.put(array, 0, new long[2], 0, 2, 0);
            context.iput(array, 0, new long[4], 0, 2, 2, 2, 0);
            context.atomicAdd(array, 0, 1L, 0);
            context.atomicSet(array, 0, 1L, 0);
            context.atomicAnd(array, 0, 1L, 0);
            context.atomicOr(array, 0, 1L, 0);
            context.atomicXor(array, 0, 1L, 0);
            context.atomicSwap(array, 0, 1L, 0);
            context.atomicCompareSwap(array, 0, 1L, 1L, 0);
            context.atomicFetchAdd(array, 0, 1L, 0);
            context.atomicFetchAnd(array, 0, 1L, 0);
            context.atomicFetchOr(array, 0, 1L, 0);
            context.atomicFetchXor(array, 0, 1L, 0);
            context.atomicFetch(array, 0, 0);
            context.g(array, 0, 0);
            context.get(new long[2], 0, array, 0, 2, 0);
            Shmem.free(array);
        });
        final ThreadPart part = ThreadPart.read(directory.resolve("job.parts/pe-0.1"));
        final Set<Integer> recorded = new TreeSet<>();
        for (int i = 0; i < part.deliveryCount(); i++) {
            recorded.add(Layout.operation(part.delivery(i, 1)));
        }
        for (int i = 0; i < part.eventCount(); i++) {
            if (Layout.pe(part.event(i, 2)) == 0) {
                recorded.add(Layout.operation(part.event(i, 2)));
            }
        }
        final Set<Integer> wanted = Stream.of(("p put iput atomicAdd atomicSet atomicAnd atomicOr atomicXor atomicSwap"
                                + " atomicCompareSwap atomicFetchAdd atomicFetchAnd atomicFetchOr atomicFetchXor")
                        .split(" "))
                .map(name -> Operation.of(name).number())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(wanted, recorded);
    }

    /** Under another launcher, PE 0 makes the trace, with what its JVM has logged. */
    @Test
    void shouldMakeTheTraceWithoutShmemrun() throws Exception {
        System.clearProperty(BY_LAUNCHER);
        final TracingProvider provider = provider(false);
        provider.init(ThreadLevel.MULTIPLE);
        provider.barrierAll();
        final Path log = directory.resolve("job.parts/pe-0.jvm");
        while (!Files.exists(log)) {
            Thread.sleep(5);
        }
        while (!Files.readString(log).contains("Pause")) {
            System.gc();
        }
        provider.shutdown(() -> {});
        final Timeline timeline = PerfettoReader.read(directory.resolve("job"));
        assertFalse(Files.exists(directory.resolve("job.parts")), "it was removed");
        assertTrue(
                timeline.tracks().stream().anyMatch(track -> track.name().equals("JVM")),
                timeline.tracks().toString());
    }
}
