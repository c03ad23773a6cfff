package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jshmem.ShmemException;
import org.jshmem.spi.FlowFigures;
import org.jshmem.spi.FlowTotals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of a PE and of its threads. */
@Timeout(60)
class PeTraceTest {
    private static final int PE = 3;
    private static final long BYTES = 64 << 10;

    @TempDir
    private Path directory;

    private PeTrace trace(int nPes) {
        return new PeTrace(new TraceSettings(directory.resolve("job"), BYTES, true), PE, nPes, 0);
    }

    private Path parts() {
        return directory.resolve("job.parts");
    }

    private static void record(PeTrace trace, long value) {
        final Recorder recorder = trace.recorder();
        assertSame(recorder, trace.recorder());
        assertSame(Thread.currentThread(), recorder.thread);
        recorder.moved[1] += value;
        recorder.event(Layout.OPERATION, 5, 1, 10, 20, 0, 0, value);
        recorder.delivery(5, 1, 8, 8, value);
        recorder.delivery(5, 1, 8, 8, value);
    }

    private ThreadPart part(int number) throws Exception {
        return ThreadPart.read(parts().resolve("pe-3." + number));
    }

    /** Sixteen threads have a file each; the others share one. */
    @Test
    void shouldHaveFewFiles() throws Exception {
        final PeTrace trace = trace(4);
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(parts())));
        record(trace, 100);
        final Recorder own = trace.recorder();
        final List<Recorder> others = new ArrayList<>();
        for (int i = 1; i <= 18; i++) {
            final int number = i;
            final Thread thread = Thread.ofPlatform().name("thread " + i).start(() -> {
                record(trace, number);
                others.add(trace.recorder());
            });
            thread.join();
            assertNotSame(own, others.getLast());
            assertSame(own, trace.recorder());
        }
        trace.flush();
        try (Stream<Path> files = Files.list(parts())) {
            assertEquals(16 + 1 + 1, files.count());
        }
        for (int i = 1; i < 16; i++) {
            assertEquals("thread " + i, part(i).name());
            assertEquals(PE, part(i).pe());
            assertEquals(i, part(i).number());
            assertEquals(2, part(i).eventCount());
            assertEquals(i, part(i).event(0, 5));
            assertEquals(1, part(i).deliveryCount());
        }
        final ThreadPart shared = part(16);
        assertEquals("other threads", shared.name());
        assertEquals(9, shared.eventCount());
        assertEquals(List.of(16L, 17L, 18L), List.of(shared.event(0, 5), shared.event(3, 5), shared.event(6, 5)));
        assertEquals(100 + 18 * 19 / 2, trace.moved(1));
        assertEquals(0, trace.moved(2));
        assertEquals(16, trace.shortOperations());
        trace.names.close();
    }

    @Test
    void shouldShareAFileForVirtualThreads() throws Exception {
        final PeTrace trace = trace(2);
        for (int i = 0; i < 2; i++) {
            Thread.ofVirtual().start(() -> record(trace, 7)).join();
        }
        assertEquals("other threads", part(0).name());
        assertEquals(6, part(0).eventCount());
        assertFalse(Files.exists(parts().resolve("pe-3.1")), "both share it");
        assertEquals(14, trace.moved(1));
        assertEquals(0, trace.moved(0));
        trace.names.close();
    }

    @Test
    void shouldTellOnceWhatIsNotCounted() throws Exception {
        final PeTrace trace = trace(2);
        for (int i = 0; i < 2; i++) {
            trace.tellUncounted(1, 4, -1, true);
            trace.tellUncounted(1, 4, -1, false);
            trace.tellUncounted(-1, 5, 6, false);
        }
        trace.names.close();
        assertEquals(
                List.of("uncounted\tto\t1\t4\t-1", "uncounted\tfrom\t1\t4\t-1", "uncounted\tfrom\t-1\t5\t6"),
                Files.readAllLines(parts().resolve("pe-3.names")).stream()
                        .map(line -> line.replaceFirst("(\\w+\t\\w+)\t(-?\\d+)\t(-?\\d+)", "$1\t$3\t$2"))
                        .toList());
    }

    @Test
    void shouldSayThatAnotherJobHasLeftRecords() throws Exception {
        Files.createDirectory(parts());
        Files.writeString(parts().resolve("pe-3.names"), "");
        final ShmemException refused = assertThrows(ShmemException.class, () -> trace(2));
        assertTrue(
                refused.getMessage()
                        .startsWith("the trace of PE 3 cannot be written to " + parts() + " (java.nio.file."),
                refused.getMessage());
        assertTrue(
                refused.getMessage()
                        .contains("if another job has left it, make a trace of it by shmem-trace " + parts()
                                + ", or remove it; otherwise make room, or name another file by SHMEM_TRACE"),
                refused.getMessage());
        Files.delete(parts().resolve("pe-3.names"));
        Files.writeString(parts().resolve("pe-3.0"), "");
        final PeTrace trace = trace(2);
        assertThrows(ShmemException.class, trace::recorder);
        trace.names.close();
    }

    /** What is sampled of each kind, without what the JVM does by itself. */
    private List<String> samples(int number) throws Exception {
        final ThreadPart part = part(number);
        assertEquals("samples", part.name());
        final List<String> samples = new ArrayList<>();
        for (int i = 0; i < part.eventCount(); i++) {
            final long about = part.event(i, 2);
            assertEquals(Layout.SAMPLE, Layout.kind(about));
            assertEquals(part.event(i, 0), part.event(i, 1));
            final int kind = Layout.operation(about);
            if (kind != Sampler.CPU && kind != Sampler.JAVA_HEAP) {
                samples.add(kind + " " + Layout.pe(about) + " " + part.event(i, 3));
            }
        }
        return samples.stream().sorted().toList();
    }

    /** From the begin of the trace on, however long the machine has been up. */
    @Test
    void shouldSampleSeveralTimesASecond() throws Exception {
        final PeTrace trace = trace(1);
        final CountDownLatch samples = new CountDownLatch(5);
        final LongSupplier symmetricBytes = () -> {
            samples.countDown();
            return samples.getCount();
        };
        try (Sampler _ = new Sampler(trace, symmetricBytes, new FlowTotals(), 1)) {
            assertTrue(samples.await(20, TimeUnit.SECONDS), samples.getCount() + " of 5 missing");
        }
        trace.names.close();
    }

    /** Up to sixteen PEs, each has a number. */
    @ParameterizedTest
    @ValueSource(ints = {16, 17})
    void shouldSampleWhatHasChanged(int nPes) throws Exception {
        final PeTrace trace = trace(nPes);
        trace.recorder().moved[0] = 5;
        trace.recorder().moved[15] = 70;
        trace.recorder().moved[nPes - 1] += 100;
        trace.recorder().delivery(5, 1, 0, 8, 1);
        trace.recorder().delivery(5, 1, 0, 8, 1);
        trace.recorder().delivery(5, 1, 0, 8, 1);
        final FlowTotals flows = new FlowTotals();
        for (String kind : new String[] {"Edge", "long", "long"}) {
            final FlowFigures figures = new FlowFigures(kind, "Main.java:1");
            figures.published(3, 24, 32);
            figures.visited(2, 0, 4);
            flows.flowMade(figures);
            if (kind.equals("Edge")) {
                flows.flowEnded(figures);
            }
        }
        new Sampler(trace, () -> 77, flows, nPes).close();
        trace.names.close();
        assertEquals(
                nPes == 16
                        ? List.of("0 0 5", "0 15 170", "2 -1 77", "3 -1 9", "4 -1 6", "6 -1 2")
                        : List.of("0 -1 175", "2 -1 77", "3 -1 9", "4 -1 6", "6 -1 2"),
                samples(1));
    }
}
