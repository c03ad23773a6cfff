package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a recorder writes, as it is read from the file. */
@Timeout(60)
class RecorderTest {
    private static final int PUT = 5;
    private static final long BYTES = 256 << 10;
    private static final long LONG_NS = 1L << 60;

    @TempDir
    private Path directory;

    private Names names;
    private TraceFile file;

    @BeforeEach
    void open() throws IOException {
        names = new Names(directory.resolve("names"));
        file = new TraceFile(directory.resolve("file"), 3, 2, "a thread", BYTES);
    }

    @AfterEach
    void close() {
        names.close();
    }

    private Recorder recorder(long thresholdNs) {
        return new Recorder(Thread.currentThread(), file, names, 4, thresholdNs);
    }

    private ThreadPart written() throws IOException {
        return ThreadPart.read(directory.resolve("file"));
    }

    private static List<Long> event(ThreadPart part, int i) {
        final long about = part.event(i, 2);
        return List.of(
                (long) Layout.kind(about),
                (long) Layout.operation(about),
                (long) Layout.pe(about),
                part.event(i, 0),
                part.event(i, 1),
                part.event(i, 3),
                part.event(i, 4),
                part.event(i, 5));
    }

    @Test
    void shouldSayWhoseFileItIs() throws Exception {
        final ThreadPart part = written();
        assertEquals(3, part.pe());
        assertEquals(2, part.number());
        assertEquals("a thread", part.name());
        assertEquals(0, part.eventCount());
        assertEquals(0, part.deliveryCount());
        final TraceFile other = new TraceFile(directory.resolve("other"), 0, 0, "é".repeat(500), BYTES);
        assertEquals(
                "é".repeat(128), ThreadPart.read(directory.resolve("other")).name());
        assertEquals(0, other.events());
        assertEquals(BYTES, Files.size(directory.resolve("other")));
    }

    @Test
    void shouldRecordWhatAnEventIsAbout() throws Exception {
        final Recorder recorder = recorder(0);
        recorder.event(Layout.OPERATION, PUT, 3, 100, 200, 1L << 40, 17, -5);
        recorder.event(Layout.COLLECTIVE, 6, -1, 300, 300, 0, 0, 1);
        final ThreadPart part = written();
        assertEquals(2, part.eventCount());
        assertEquals(List.of(1L, (long) PUT, 3L, 100L, 200L, 1L << 40, 17L, -5L), event(part, 0));
        assertEquals(List.of(4L, 6L, -1L, 300L, 300L, 0L, 0L, 1L), event(part, 1));
    }

    /** A call that took long is worth the time to look for its place. */
    @Test
    void shouldFindThePlaceOfLongCallsOnly() throws Exception {
        final Recorder recorder = recorder(0);
        final long now = System.nanoTime();
        recorder.event(Layout.OPERATION, PUT, 3, now, now + 19_999, 0, 0, 0);
        recorder.event(Layout.OPERATION, PUT, 3, now, now + 20_000, 0, 0, 0);
        final ThreadPart part = written();
        assertEquals(Layout.NO_SITE, Layout.site(part.event(0, 2)));
        assertEquals(1, Layout.site(part.event(1, 2)));
        names.close();
        assertTrue(Files.readString(directory.resolve("names")).startsWith("text\t1\t"), "the place has a name");
    }

    /** All that is done, in its order, with deliveries between the events, and which deliveries have no time. */
    private static List<Long> inOrder(ThreadPart part, List<Boolean> untimed) {
        final List<Long> values = new ArrayList<>();
        int event = 0;
        for (int i = 0; i < part.deliveryCount(); i++) {
            while (event < part.eventsBeforeDelivery(i)) {
                values.add(part.event(event++, 5));
                untimed.add(false);
            }
            assertEquals(PUT, Layout.operation(part.delivery(i, 1)));
            assertEquals(1, Layout.pe(part.delivery(i, 1)));
            assertEquals(8 * part.delivery(i, 3), Layout.place(part.delivery(i, 2)));
            assertEquals(4, Layout.bytes(part.delivery(i, 2)));
            values.add(part.delivery(i, 3));
            untimed.add(part.delivery(i, 0) == 0);
        }
        while (event < part.eventCount()) {
            values.add(part.event(event++, 5));
        }
        return values;
    }

    private static List<Long> upTo(int count) {
        final List<Long> numbers = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            numbers.add(i);
        }
        return numbers;
    }

    @Test
    void shouldKeepTheOrderOfEventsAndDeliveries() throws Exception {
        final Recorder recorder = recorder(0);
        final Random random = new Random(1);
        final int many = 1500;
        int deliveries = 0;
        boolean isFirst = true;
        for (int i = 0; i < many; i++) {
            switch (random.nextInt(40)) {
                case 0 -> {
                    recorder.event(Layout.OPERATION, PUT, 1, 10, 20, 4, 0, i);
                    isFirst = true;
                }
                case 1 -> {
                    recorder.open(Layout.about(Layout.OPERATION, PUT, -1, 0), 10);
                    recorder.tooShort();
                    recorder.delivery(PUT, 1, 8L * i, 4, i);
                    isFirst = false;
                }
                case 2 -> {
                    recorder.stampNext();
                    recorder.delivery(PUT, 1, 8L * i, 4, i);
                    isFirst = false;
                }
                default -> {
                    recorder.delivery(PUT, 1, 8L * i, 4, i);
                    deliveries += isFirst ? 0 : 1;
                    isFirst = false;
                }
            }
            assertTrue(recorder.shortOperations() <= i, "more than there were");
        }
        recorder.flush();
        final ThreadPart part = written();
        final List<Boolean> untimed = new ArrayList<>();
        assertEquals(upTo(many), inOrder(part, untimed));
        // The first delivery after an event or a flush is an event, whose time bounds what comes before and after.
        assertTrue(part.deliveryCount() <= deliveries, part.deliveryCount() + " of " + deliveries);
        assertTrue(part.deliveryCount() > deliveries * 9 / 10, part.deliveryCount() + " of " + deliveries);
        assertEquals(part.deliveryCount(), recorder.shortOperations());
        int row = 0;
        int most = 0;
        for (boolean one : untimed) {
            row = one ? row + 1 : 0;
            most = Math.max(most, row);
        }
        assertEquals(16, most, "without a time in a row");
        long last = 0;
        for (int i = 0; i < part.deliveryCount(); i++) {
            assertTrue(part.delivery(i, 0) == 0 || part.delivery(i, 0) >= last, "ascending");
            last = Math.max(last, part.delivery(i, 0));
        }
    }

    /** An event of a delivery has the place one further, as 0 is for none. */
    @Test
    void shouldMakeAnEventOfTheFirstDelivery() throws Exception {
        final Recorder recorder = recorder(0);
        final long before = System.nanoTime();
        recorder.delivery(PUT, 2, 80, 4, -9);
        final long after = System.nanoTime();
        recorder.delivery(PUT, 2, 88, 4, -8);
        final ThreadPart part = written();
        assertEquals(1, part.eventCount());
        final long time = part.event(0, 0);
        assertTrue(before <= time && time <= after, "the time");
        assertEquals(List.of(1L, (long) PUT, 2L, time, time, 4L, 81L, -9L), event(part, 0));
        assertEquals(0, part.deliveryCount());
        assertEquals(1, recorder.shortOperations());
        recorder.flush();
        assertEquals(1, written().deliveryCount());
        assertEquals(1, recorder.shortOperations());
    }

    /** The process may be killed in what begins. */
    @Test
    void shouldWriteWhatIsBufferedBeforeAnOperationBegins() throws Exception {
        final Recorder recorder = recorder(0);
        recorder.delivery(PUT, 1, 0, 4, 0);
        recorder.delivery(PUT, 1, 8, 4, 1);
        assertEquals(0, written().deliveryCount());
        final long about = Layout.about(Layout.OPERATION, PUT, -1, 0);
        recorder.open(about, 77);
        assertEquals(1, written().deliveryCount());
        assertEquals(about, written().open()[0]);
        assertEquals(77, written().open()[1]);
        assertEquals(77, written().open()[2]);
        recorder.tooShort();
        assertEquals(0, written().open()[0]);
        recorder.open(about, 78);
        recorder.event(Layout.SEND, PUT, 1, 78, 78, 4, 0, 0);
        assertEquals(about, written().open()[0], "a send waits for its receiver");
        recorder.event(Layout.OPERATION, PUT, 1, 78, 79, 4, 0, 0);
        assertEquals(0, written().open()[0]);
    }

    /** Virtual threads share a file: what they write is whole, and is there at once. */
    @Test
    void shouldShareAFile() throws Exception {
        final List<Thread> threads = new ArrayList<>();
        final int count = 4;
        final int many = 100;
        final long[] moved = new long[2];
        for (int t = 0; t < count; t++) {
            final int number = t;
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                final Recorder recorder = new Recorder(Thread.currentThread(), file, names, moved, 0);
                for (int i = 0; i < many; i++) {
                    recorder.open(Layout.about(Layout.OPERATION, PUT, -1, 0), 10);
                    recorder.event(Layout.OPERATION, PUT, 1, number, i, 4, 0, i);
                    recorder.delivery(PUT, 1, number, 8, i); // an event
                    recorder.delivery(PUT, 1, number, 8, i);
                    recorder.delivery(PUT, 1, number, 8, i);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        final ThreadPart part = written();
        assertEquals(0, part.open()[0], "nobody knows what all of them are in");
        final int[] events = new int[count];
        int others = 0;
        for (int i = 0; i < part.eventCount(); i++) {
            if (part.event(i, 4) == 0) {
                final int number = (int) part.event(i, 0);
                assertEquals(events[number], part.event(i, 1));
                assertEquals(events[number]++, part.event(i, 5));
            } else {
                others++;
            }
        }
        assertEquals(count * many, events[0] + events[1] + events[2] + events[3]);
        assertEquals(3 * count * many, others + part.deliveryCount());
        for (int i = 0; i < part.deliveryCount(); i++) {
            assertTrue(part.delivery(i, 0) != 0, "it has a time");
        }
    }

    @Test
    void shouldRecordAWaitForAnElement() throws Exception {
        final Recorder recorder = recorder(0);
        final long before = System.nanoTime();
        recorder.beginWait();
        assertEquals(Layout.WAIT, Layout.kind(written().open()[0]));
        recorder.goOn(where -> "element " + where, 9);
        final long seen = written().open()[2];
        recorder.goOn(where -> "element " + where, 9);
        assertTrue(seen >= written().open()[1] && written().open()[2] >= seen, "how far it has come");
        final long last = written().open()[2];
        recorder.endWait(81, 6);
        final ThreadPart part = written();
        assertEquals(1, part.eventCount());
        assertTrue(before <= part.event(0, 0), "the begin");
        assertEquals(List.of(2L, 0L, -1L, part.event(0, 0), last, 0L, 81L, 6L), event(part, 0));
        assertEquals(0, part.open()[0]);
        recorder.endWait(81, 6);
        assertEquals(1, written().eventCount(), "none has begun");
    }

    /** What is waited for is said in words where it is no element. */
    @Test
    void shouldSayWhatAWaitIsFor() throws Exception {
        final Recorder recorder = recorder(0);
        recorder.beginWait();
        recorder.goOn(where -> "room for " + where, 7);
        recorder.beginWait(); // an exception has ended the first
        recorder.goOn(where -> "element " + where, 9);
        recorder.endWait(9, 1);
        recorder.beginWait();
        recorder.endWait(0, 0);
        final ThreadPart part = written();
        assertEquals(3, part.eventCount());
        names.close();
        final String text = Files.readString(directory.resolve("names"));
        assertTrue(text.contains("text\t" + part.event(0, 3) + "\troom for 7\n"), text);
        assertFalse(text.contains("element 9"), text);
        assertEquals(0, part.event(0, 4));
        assertEquals(0, part.event(1, 3));
        assertEquals(9, part.event(1, 4));
        assertEquals(0, part.event(2, 3));
    }

    @Test
    void shouldNotRecordAShortWait() throws Exception {
        final Recorder recorder = recorder(LONG_NS);
        recorder.beginWait();
        recorder.goOn(where -> "element", 9);
        recorder.endWait(81, 6);
        assertEquals(0, written().eventCount());
        assertEquals(0, written().open()[0]);
        assertTrue(recorder.isLong(5, 5 + LONG_NS), "as long as that");
        assertFalse(recorder.isLong(5, 4 + LONG_NS), "shorter");
    }

    /** On a busy machine, time passes between two tests; then they are no row. */
    private int testsUntilRecorded(Recorder recorder, long first, long last) throws IOException {
        int tries = 0;
        final int before = written().eventCount();
        while (tries < 10_000 && written().eventCount() == before) {
            recorder.test(first, 0, 0);
            recorder.test(first, 0, 0);
            recorder.test(last, 81, 6);
            tries++;
        }
        return tries;
    }

    @Test
    void shouldRecordTestsInARow() throws Exception {
        final Recorder recorder = recorder(0);
        recorder.test(64, 81, 5); // without a failure before it
        assertEquals(0, written().eventCount());
        final long before = System.nanoTime();
        testsUntilRecorded(recorder, 64, 64);
        final ThreadPart part = written();
        assertEquals(1, part.eventCount());
        final long begin = part.event(0, 0);
        final long end = part.event(0, 1);
        assertTrue(before <= begin && begin < end && end <= System.nanoTime(), begin + " to " + end);
        assertEquals(List.of(3L, 0L, -1L, begin, end, 0L, 81L, 6L), event(part, 0));
        recorder.test(64, 81, 6);
        assertEquals(1, written().eventCount(), "the row has ended");
    }

    @Test
    void shouldNotRecordTestsOfDifferentVariablesAsARow() throws Exception {
        final Recorder recorder = recorder(0);
        for (int i = 0; i < 100; i++) {
            recorder.test(64, 0, 0);
            recorder.test(65, 81, 6);
        }
        assertEquals(0, written().eventCount());
        assertEquals(0, written().open()[0]);
        final Recorder strict = recorder(LONG_NS);
        for (int i = 0; i < 100; i++) {
            strict.test(64, 0, 0);
            strict.test(64, 81, 6);
        }
        assertEquals(0, written().eventCount());
    }

    /** A row of tests that lasts is what the thread is in. Rows that the machine interrupts are others. */
    @Test
    void shouldShowTestsThatLast() throws Exception {
        final Recorder recorder = recorder(0);
        long[] open = written().open();
        for (int row = 0; row < 10_000 && open[2] == open[1]; row++) {
            for (int i = 0; i < 1000; i++) {
                recorder.test(64, 0, 0);
            }
            open = written().open();
        }
        assertEquals(Layout.TEST, Layout.kind(open[0]));
        assertTrue(open[2] > open[1], "how far it has come");
    }

    @Test
    void shouldRecordTheMessageThatACallHasReceived() throws Exception {
        final Recorder recorder = recorder(0);
        assertFalse(recorder.endReceive(PUT, 100, 200, 16), "it has received nothing");
        recorder.received(2, Sequences.which(1, 7), 4);
        assertTrue(recorder.endReceive(PUT, 100, 200, 16), "it has");
        assertFalse(recorder.endReceive(PUT, 300, 400, 16), "the next call has not");
        recorder.received(2, Sequences.which(1, 7), 5);
        recorder.untimed();
        assertFalse(recorder.endReceive(PUT, 300, 400, 16), "the call that has received was not timed");
        recorder.endAwait(6, 3, 8, 500);
        final ThreadPart part = written();
        assertEquals(2, part.eventCount());
        assertEquals(List.of(5L, (long) PUT, 2L, 100L, 200L, 16L, Sequences.which(1, 7), 4L), event(part, 0));
        assertEquals(List.of(10L, 6L, -1L, 500L, part.event(1, 1), 0L, 3L, 8L), event(part, 1));
        assertTrue(part.event(1, 1) > 500, "the end");
    }

    /** A request that was tested in vain was waited for since the first test. */
    @Test
    void shouldBeginAWaitForARequestWithTheFirstTest() throws Exception {
        final Recorder recorder = recorder(0);
        long begin = 0;
        long end = 0;
        for (int i = 0; i < 10_000 && (i == 0 || begin == end); i++) {
            recorder.test(Recorder.REQUESTS, 0, 0);
            end = System.nanoTime();
            recorder.received(2, 0, i);
            recorder.endReceive(PUT, end, end, 16);
            begin = written().event(Math.min(i, written().eventCount() - 1), 0);
        }
        assertTrue(begin < end, "since the test");
        recorder.received(2, 0, 0);
        recorder.endReceive(PUT, end, end, 16);
        final ThreadPart part = written();
        assertEquals(end, part.event(part.eventCount() - 1, 0), "the row has ended");
        recorder.test(64, 0, 0); // of a variable
        recorder.received(2, 0, 0);
        recorder.endReceive(PUT, end + 1, end + 1, 16);
        assertEquals(end + 1, written().event(part.eventCount(), 0));
    }

    /** However long a pause between two tests is, the program does not compute meanwhile. */
    @Test
    void shouldCountPausesAsPartOfAWaitForRequests() throws Exception {
        final Recorder recorder = recorder(0);
        recorder.paused(); // of a wait for one request, which is no row of tests
        long begin = 0;
        long recorded = 1;
        for (int i = 0; i < 1000 && recorded > begin; i++) { // this thread may lose its CPU after a pause
            recorder.test(Recorder.REQUESTS, 0, 0);
            begin = System.nanoTime();
            for (int j = 0; j < 2; j++) {
                Thread.sleep(5);
                recorder.paused();
                recorder.test(Recorder.REQUESTS, 0, 0);
            }
            final long end = System.nanoTime();
            recorder.received(2, 0, i);
            recorder.endReceive(PUT, end, end, 16);
            recorded = written().event(i, 0);
        }
        assertTrue(recorded <= begin, "since the first test");
        final ThreadPart part = written();
        recorder.test(64, 0, 0); // of a variable
        Thread.sleep(5);
        recorder.paused();
        recorder.test(64, 8, 1);
        assertEquals(part.eventCount(), written().eventCount(), "the program may have computed between them");
    }

    /** Rows of deliveries that go on at the begin of the ring. */
    @Test
    void shouldGoOnAtTheBeginOfTheRing() throws Exception {
        final int many = 7;
        final long[] words = new long[4 * many];
        long number = 0;
        for (int row = 0; row < 1500; row++) {
            for (int i = 0; i < many; i++) {
                words[4 * i + 3] = number++;
            }
            file.deliveries(words, words.length);
            final int before = row / 3;
            if (row % 3 == 0) {
                file.event(before, before, 0, 0, 0, before);
            }
        }
        final ThreadPart part = written();
        final long room = (BYTES - Layout.HEADER) / 2 / Layout.DELIVERY;
        assertEquals(room - Recorder.BUFFERED, part.deliveryCount());
        assertEquals(number, part.deliveriesBefore() + part.deliveryCount());
        for (int i = 0; i < part.deliveryCount(); i++) {
            assertEquals(part.deliveriesBefore() + i, part.delivery(i, 3));
        }
        assertEquals(500, part.eventCount());
        assertEquals(0, part.eventsBefore());
    }

    /** All places but one are kept: that one may be half overwritten. */
    @Test
    void shouldKeepAsManyEventsAsThereIsRoomFor() throws Exception {
        final int room = (int) ((BYTES - Layout.HEADER) / 2 / Layout.EVENT);
        for (int count = 1; count <= 2 * room + 1; count++) {
            file.event(count, count, 0, 0, 0, count);
            if (count >= room - 2 && count <= room + 2 || count >= 2 * room - 2) {
                final ThreadPart part = written();
                final int kept = Math.min(count, room - 1);
                assertEquals(kept, part.eventCount());
                assertEquals(count - kept, part.eventsBefore());
                assertEquals(count - kept + 1, part.event(0, 0));
                assertEquals(count, part.event(kept - 1, 5));
            }
        }
    }

    @Test
    void shouldRefuseAFileThatEndsTooSoon() throws Exception {
        file.event(1, 1, 0, 0, 0, 0);
        final byte[] all = Files.readAllBytes(directory.resolve("file"));
        final Path half = directory.resolve("half");
        Files.write(half, Arrays.copyOf(all, Layout.HEADER + Layout.EVENT));
        assertEquals(1, ThreadPart.read(half).eventCount());
        Files.write(half, Arrays.copyOf(all, Layout.HEADER + Layout.EVENT - 1));
        assertEquals(
                "the file ends too soon",
                assertThrows(EOFException.class, () -> ThreadPart.read(half)).getMessage());
    }

    /** Each text has a number, but there are not without end. */
    @Test
    void shouldNumberTexts() throws Exception {
        final int most = 20_000;
        for (int i = 1; i <= most; i++) {
            assertEquals(i, names.number("text\t" + i));
        }
        assertEquals(0, names.number("one more"));
        assertEquals(most, names.number("text\t" + most));
        names.tell("word", "a\tb\nc", 5);
        names.close();
        names.tell("late");
        names.close();
        final List<String> lines = Files.readAllLines(directory.resolve("names"));
        assertEquals(most + 1, lines.size());
        assertEquals("text\t1\ttext 1", lines.getFirst());
        assertEquals("word\ta b c\t5", lines.getLast());
    }

    /** A program may allocate again and again. */
    @Test
    void shouldTellOfSomeBlocks() throws Exception {
        final int most = 100_000;
        for (int i = 0; i < most + 5; i++) {
            names.block(8L * i, 80, "LONG", 8);
        }
        names.close();
        final List<String> lines = Files.readAllLines(directory.resolve("names"));
        assertEquals(most, lines.size());
        assertTrue(lines.getLast().matches("block\t\\d+\t" + 8 * (most - 1) + "\t80\tLONG\t8"), lines.getLast());
    }
}
