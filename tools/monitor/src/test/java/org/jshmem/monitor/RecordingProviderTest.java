package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
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
import org.jshmem.spi.NetworkUse;
import org.jshmem.spi.Operation;
import org.jshmem.spi.RuntimeEvents;
import org.jshmem.spi.ShmemProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The events of a program of one PE. */
@Timeout(60)
class RecordingProviderTest {
    private static final Operation OUTER = Operation.of("flowDrain");
    private static final Operation INNER = Operation.of("flowClose");

    @TempDir
    private Path directory;

    /** The library, with a network. */
    private static final class Networked extends ForwardingProvider {
        Networked() {
            super(ShmemProvider.current());
        }

        @Override
        protected ShmemContext wrap(ShmemContext context, ShmemTeam team) {
            return context;
        }

        @Override
        protected ShmemTeam wrap(ShmemTeam team) {
            return team;
        }

        @Override
        public NetworkUse networkUse() {
            return new NetworkUse(4096, 7);
        }
    }

    private final RecordingProvider provider = new RecordingProvider(new Networked());

    private List<RecordedEvent> record(Runnable program) throws Exception {
        final Path file = directory.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            for (String name : List.of("Operation", "Allocation", "Wait", "Problem", "SharedHeapGrowth")) {
                recording.enable("org.jshmem." + name).withThreshold(Duration.ZERO);
            }
            for (String name : List.of("Network", "Flow")) {
                recording.enable("org.jshmem." + name).with("period", "endChunk");
            }
            recording.start();
            program.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file);
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("org.jshmem." + name))
                .toList();
    }

    private static List<String> texts(List<RecordedEvent> events, String name, String... fields) {
        return of(events, name).stream()
                .map(event -> String.join(
                        " ",
                        Stream.of(fields)
                                .map(field -> String.valueOf(event.<Object>getValue(field)))
                                .toList()))
                .toList();
    }

    @Test
    void shouldRecordWhatMayWait() throws Exception {
        final List<RecordedEvent> events = record(() -> {
            provider.init(ThreadLevel.MULTIPLE);
            final Allocation block = provider.allocate(AllocationCall.CALLOC, ElementKind.LONG, 80, 0, 0);
            provider.free(provider.reallocate(block, 160));
            final SymmetricLongs array = Shmem.callocLongs(4);
            provider.defaultContext().p(array, 0, 5L, 0);
            provider.defaultContext().quiet();
            provider.worldTeam().sumReduce(array, array, 3);
            try (Messages messages = Messages.on(provider.worldTeam())) {
                messages.send(new long[5], 0, 1);
                messages.recv(new long[5], 0, 1);
                final Request receive = messages.irecv(new long[9], 0, 1);
                messages.isend(new long[5], 0, 1).await();
                receive.await();
            }
            provider.barrierAll();
            Shmem.free(array);
            provider.shutdown(() -> {});
        });
        assertEquals(
                List.of("malloc 0 -1 80", "realloc 0 -1 160", "free 0 -1 160"),
                texts(events, "Allocation", "operation", "pe", "target", "bytes"));
        assertEquals(
                List.of(
                        "quiet 0 -1 0",
                        "sumReduce 0 -1 24",
                        "messages 0 -1 0",
                        "send 0 0 40",
                        "recv 0 -1 40",
                        "irecv 0 -1 0",
                        "await 0 -1 0",
                        "await 0 -1 40",
                        "barrierAll 0 -1 0"),
                texts(events, "Operation", "operation", "pe", "target", "bytes"));
    }

    /** An operation that throws has no event, and leaves those around it as they are. */
    @Test
    void shouldRecordOperationsWithinOthers() throws Exception {
        final List<RecordedEvent> events = record(() -> {
            provider.init(ThreadLevel.MULTIPLE);
            provider.run(OUTER, () -> {
                provider.barrierAll();
                for (int i = 0; i < 2; i++) {
                    assertThrows(
                            IllegalStateException.class,
                            () -> provider.run(INNER, () -> {
                                throw new IllegalStateException();
                            }));
                }
            });
            provider.syncAll();
            provider.shutdown(() -> {});
        });
        final List<RecordedEvent> operations = of(events, "Operation").stream()
                .filter(event -> !event.getString("operation").equals("messages"))
                .toList();
        assertEquals(
                List.of("barrierAll", "flowDrain", "syncAll"),
                operations.stream()
                        .map(event -> event.getString("operation"))
                        .sorted()
                        .toList());
        final RecordedEvent outer = named(operations, "flowDrain");
        final RecordedEvent barrier = named(operations, "barrierAll");
        assertFalse(outer.getStartTime().isAfter(barrier.getStartTime()), "it has begun before");
        assertFalse(outer.getEndTime().isBefore(barrier.getEndTime()), "and ended after");
    }

    private static RecordedEvent named(List<RecordedEvent> operations, String name) {
        return operations.stream()
                .filter(event -> event.getString("operation").equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A wait is many pauses; it is told when something else begins. */
    @Test
    void shouldRecordWaits() throws Exception {
        final List<RecordedEvent> events = record(() -> {
            provider.init(ThreadLevel.MULTIPLE);
            long turn = provider.pause(0, where -> "first", 0);
            assertTrue(turn > 0, "the next turn");
            turn = provider.pause(turn, where -> "a\nword " + where, 5);
            provider.barrierAll();
            provider.barrierAll();
            provider.pause(0, where -> "second " + where, 6);
            provider.pause(0, where -> "third " + where, 7);
            provider.shutdown(() -> {});
        });
        assertEquals(List.of("a word 5 0", "second 6 0", "third 7 0"), texts(events, "Wait", "awaited", "pe"));
    }

    @Test
    void shouldRecordWhatTheLibraryTells() throws Exception {
        final Path file = directory.resolve("running.jfr");
        final List<RecordedEvent> events;
        try (Recording running = new Recording();
                Recording other = new Recording()) {
            running.setDestination(file);
            running.start();
            other.start();
            events = record(() -> {
                RuntimeEvents.ALL.problem("before init");
                provider.init(ThreadLevel.MULTIPLE);
                RuntimeEvents.ALL.problem("no room");
                RuntimeEvents.ALL.sharedHeapGrew(64, 500);
                final FlowFigures ended = RuntimeEvents.ALL.flowMade("Edge", "Main.java:1");
                ended.published(3, 24, 32);
                ended.visited(4, 2, 5);
                ended.waited(6);
                ended.overflowed(7);
                ended.allocated(8);
                RuntimeEvents.ALL.flowMade("long", "Main.java:2").published(9, 72, 72);
                RuntimeEvents.ALL.flowEnded(ended);
                RuntimeEvents.ALL.failing("no luck");
                assertEquals(RecordingState.RUNNING, other.getState(), "it goes nowhere");
                assertFalse(running.getState() == RecordingState.RUNNING, "it was written");
                assertTrue(Files.exists(file));
            });
        }
        final List<RecordedEvent> last = record(() -> provider.shutdown(() -> {}));
        assertTrue(texts(last, "Flow", "kind", "hasEnded").contains("long true"), "it was left open");
        assertTrue(
                texts(events, "Problem", "text", "pe", "endsTheJob")
                        .containsAll(List.of("before init -1 false", "no room 0 false", "no luck 0 true")),
                texts(events, "Problem", "text", "pe", "endsTheJob").toString());
        assertTrue(texts(events, "SharedHeapGrowth", "pe", "bytes", "took").contains("0 64 500"));
        final List<String> flows = texts(
                events,
                "Flow",
                "pe",
                "kind",
                "origin",
                "hasEnded",
                "sent",
                "handled",
                "buffers",
                "buffersNotFull",
                "bytes",
                "fill",
                "handlerTime",
                "waits",
                "waitTime",
                "overflowed",
                "memoryBytes");
        assertTrue(flows.contains("0 Edge Main.java:1 true 1 4 1 1 24 0.75 5 1 6 7 8"), flows.toString());
        assertTrue(flows.contains("0 long Main.java:2 false 9 0 1 0 72 1.0 0 0 0 0 0"), flows.toString());
        assertTrue(texts(events, "Network", "pe", "registeredBytes", "retries").contains("0 4096 7"), "the network");
    }
}
