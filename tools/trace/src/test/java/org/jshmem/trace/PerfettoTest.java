package org.jshmem.trace;

import static com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type.TYPE_DOUBLE;
import static com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type.TYPE_FIXED64;
import static com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type.TYPE_INT32;
import static com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type.TYPE_INT64;
import static com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type.TYPE_MESSAGE;
import static com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type.TYPE_STRING;
import static com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type.TYPE_UINT32;
import static com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type.TYPE_UINT64;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces that are written, read by this library, and by that of Protocol Buffers with the schema of Perfetto. */
@Timeout(60)
class PerfettoTest {
    @TempDir
    private Path directory;

    private static Timeline timeline() {
        final Slices first = new Slices();
        first.add(100, 1000, Category.COLLECTIVE, "barrierAll", -1, 0, "", "Main.main(Main.java:5)");
        first.add(2000, 9000, Category.FLOW, "flowDrain", -1, 0, "", "");
        first.add(2500, 3000, Category.WAIT, "waitUntil", -1, 0, "element 3, which became −7", "");
        first.add(3000, 8000, Category.MESSAGE, "recv", 1, 4096, "", "");
        first.add(3000, 3000, Category.OPERATION, "p", 1, 8, "element 0", "");
        first.add(9000, 9500, Category.LOCK, "setLock", -1, 0, "", "");
        final Slices second = new Slices();
        second.add(900, 1000, Category.COLLECTIVE, "barrierAll", -1, 0, "", "");
        second.add(2400, 2900, Category.OPERATION, "put", 0, 1L << 40, "", "");
        second.add(7000, 7000, Category.MESSAGE, "send", 0, 4096, "", "");
        final Slices jvm = new Slices();
        jvm.add(50, 60, Category.JVM, "GC: Pause Young", -1, 0, "", "");
        return new Timeline(
                "Main \"x\"",
                10_000,
                List.of(new Timeline.Pe(0, "a", 11, 0, 0, true), new Timeline.Pe(1, "b", 11, 1500, 77, false)),
                List.of(
                        new Timeline.Track(0, "main", first),
                        new Timeline.Track(0, "JVM", jvm),
                        new Timeline.Track(1, "main", second)),
                List.of(
                        new Timeline.Arrow("barrierAll", 2, 900, 0, 1000),
                        new Timeline.Arrow("put", 2, 2900, 0, 3000),
                        new Timeline.Arrow("send", 2, 7000, 0, 8000)),
                List.of(
                        new Timeline.Counter(0, "Java heap", "bytes", new long[] {1, 5}, new double[] {1e6, 2e6}),
                        new Timeline.Counter(1, "to and from PE 0", "bytes/s", new long[] {7}, new double[] {0.5})));
    }

    @Test
    void shouldReadWhatItHasWritten() throws Exception {
        final Timeline written = timeline();
        final Path file = directory.resolve("job.pftrace");
        PerfettoWriter.write(written, file);
        final Timeline read = PerfettoReader.read(file);
        assertEquals(written.program(), read.program());
        assertEquals(written.durationNs(), read.durationNs());
        assertEquals(written.pes(), read.pes());
        assertEquals(written.arrows(), read.arrows());
        assertEquals(lines(written), lines(read));
        for (int i = 0; i < 2; i++) {
            final Timeline.Counter counter = read.counters().get(i);
            assertEquals(written.counters().get(i).name(), counter.name());
            assertEquals(written.counters().get(i).unit(), counter.unit());
            assertArrayEquals(written.counters().get(i).times(), counter.times());
            assertArrayEquals(written.counters().get(i).values(), counter.values());
        }
    }

    /** Each arrow begins and ends at the slices that were given, wherever in their tracks these are. */
    @Test
    void shouldFindTheSlicesOfArrows() throws Exception {
        final int many = 5000;
        final Slices sends = new Slices();
        final Slices receives = new Slices();
        final List<Timeline.Arrow> arrows = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            sends.add(100L * i, 100L * i + 10, Category.MESSAGE, "send", 1, i, "", "");
            receives.add(100L * i + 5, 100L * i + 50, Category.MESSAGE, "recv", 0, i, "", "");
            if (i % 7 == 0) {
                arrows.add(new Timeline.Arrow("send", 0, 100L * i, 1, 100L * i + 50));
            }
        }
        final Path file = directory.resolve("many.pftrace");
        PerfettoWriter.write(
                new Timeline(
                        "Main",
                        100L * many,
                        List.of(new Timeline.Pe(0, "a", 1, 0, 0, true), new Timeline.Pe(1, "a", 2, 0, 0, true)),
                        List.of(new Timeline.Track(0, "main", sends), new Timeline.Track(1, "main", receives)),
                        arrows,
                        List.of()),
                file);
        assertEquals(
                arrows,
                PerfettoReader.read(file).arrows().stream()
                        .sorted(Comparator.comparingLong(Timeline.Arrow::fromNs))
                        .toList());
    }

    /** A synchronous send goes on until its message is received; the arrow is from where the message was sent. */
    @Test
    void shouldLeaveAnArrowAtTheBeginOfASendThatGoesOn() throws Exception {
        final Slices sends = new Slices();
        sends.add(10, 100, Category.MESSAGE, "ssend", 1, 8, "", "");
        final Slices receives = new Slices();
        receives.add(90, 101, Category.MESSAGE, "recv", 0, 8, "", "");
        final Path file = directory.resolve("one.pftrace");
        PerfettoWriter.write(
                new Timeline(
                        "Main",
                        200,
                        List.of(new Timeline.Pe(0, "a", 1, 0, 0, true), new Timeline.Pe(1, "a", 2, 0, 0, true)),
                        List.of(new Timeline.Track(0, "main", sends), new Timeline.Track(1, "main", receives)),
                        List.of(new Timeline.Arrow("ssend", 0, 15, 1, 101)),
                        List.of()),
                file);
        assertEquals(
                List.of(new Timeline.Arrow("ssend", 0, 10, 1, 101)),
                PerfettoReader.read(file).arrows());
    }

    private static List<String> lines(Timeline timeline) {
        final List<String> lines = new ArrayList<>();
        for (Timeline.Track track : timeline.tracks()) {
            final Slices slices = track.slices();
            for (int i = 0; i < slices.size(); i++) {
                lines.add(String.join(
                        " ",
                        Integer.toString(track.pe()),
                        track.name(),
                        Long.toString(slices.begin(i)),
                        Long.toString(slices.end(i)),
                        slices.category(i).name(),
                        slices.name(i),
                        Integer.toString(slices.peer(i)),
                        Long.toString(slices.bytes(i)),
                        slices.detail(i),
                        slices.site(i)));
            }
        }
        return lines;
    }

    /** Slices that nest, of which some are moments; texts of all lengths, and numbers of all magnitudes. */
    private static Slices random(SplittableRandom random, int size, int peers) {
        final Slices slices = new Slices();
        long time = 0;
        while (slices.size() < size) {
            final long begin = time + 1 + random.nextInt(1000);
            long end = begin + 10 * (random.nextLong() >>> random.nextInt(30, 62));
            time = end;
            long inner = begin;
            for (int depth = random.nextInt(4); depth >= 0 && inner <= end; depth--) {
                final String word = "é".repeat(random.nextInt(20) == 0 ? random.nextInt(9000) : random.nextInt(9));
                slices.add(
                        inner,
                        end,
                        Category.values()[random.nextInt(Category.values().length)],
                        "name " + random.nextInt(300),
                        random.nextInt(-1, peers),
                        random.nextLong() >>> random.nextInt(1, 64),
                        word,
                        random.nextBoolean() ? "" : "Site.java:" + random.nextInt(500));
                inner += 1 + random.nextInt(3);
                end -= random.nextInt(3);
            }
        }
        return slices;
    }

    @Test
    void shouldReadAnyTimeline() throws Exception {
        final SplittableRandom random = new SplittableRandom(1);
        final List<Timeline.Pe> pes = new ArrayList<>();
        final List<Timeline.Track> tracks = new ArrayList<>();
        final List<Timeline.Counter> counters = new ArrayList<>();
        for (int pe = 0; pe < 4; pe++) {
            pes.add(new Timeline.Pe(
                    pe, "host " + pe, random.nextInt(1 << 20), random.nextInt(9), random.nextInt(9), pe < 3));
            for (int track = 0; track < pe; track++) {
                tracks.add(new Timeline.Track(pe, "track " + track, random(random, 400, 4)));
                counters.add(new Timeline.Counter(
                        pe,
                        "counter " + track,
                        track == 0 ? "bytes" : "1/s",
                        new long[] {track, 1L << 40},
                        new double[] {0, 1e300}));
            }
        }
        final List<Timeline.Arrow> arrows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            final int from = random.nextInt(tracks.size());
            final int to = random.nextInt(tracks.size());
            final Slices causes = tracks.get(from).slices();
            final Slices waits = tracks.get(to).slices();
            final int cause = random.nextInt(causes.size());
            final int wait = random.nextInt(waits.size());
            if (waits.begin(wait) < waits.end(wait) && causes.end(cause) < waits.end(wait)) {
                arrows.add(new Timeline.Arrow(causes.name(cause), from, causes.end(cause), to, waits.end(wait)));
            }
        }
        assertTrue(arrows.size() > 20, "some fit");
        final Timeline written = new Timeline("Main", 1L << 50, pes, tracks, arrows, counters);
        final Path file = directory.resolve("job.pftrace");
        PerfettoWriter.write(written, file);
        final Timeline read = PerfettoReader.read(file);
        assertEquals(pes, read.pes());
        assertEquals(lines(written), lines(read));
        assertEquals(arrows, read.arrows());
        assertEquals(counters.size(), read.counters().size());
        for (int i = 0; i < counters.size(); i++) {
            assertEquals(counters.get(i).pe(), read.counters().get(i).pe());
            assertEquals(counters.get(i).name(), read.counters().get(i).name());
            assertEquals(counters.get(i).unit(), read.counters().get(i).unit());
            assertArrayEquals(counters.get(i).times(), read.counters().get(i).times());
            assertArrayEquals(counters.get(i).values(), read.counters().get(i).values());
        }
    }

    /** An operation that goes on after the wait; its arrow begins with it, as a flow may not begin after its end. */
    @Test
    void shouldMoveAnArrowToTheBeginOfALongOperation() throws Exception {
        final Slices waits = new Slices();
        waits.add(100, 500, Category.WAIT, "waitUntil", -1, 0, "", "");
        final Slices puts = new Slices();
        puts.add(200, 300, Category.OPERATION, "get", 0, 8, "", "");
        puts.add(400, 800, Category.OPERATION, "put", 0, 8, "", "");
        puts.add(450, 460, Category.OPERATION, "get", 0, 8, "", "");
        final Timeline written = new Timeline(
                "Main",
                1000,
                List.of(new Timeline.Pe(0, "a", 1, 0, 0, true), new Timeline.Pe(1, "a", 2, 0, 0, true)),
                List.of(new Timeline.Track(0, "main", waits), new Timeline.Track(1, "main", puts)),
                List.of(
                        new Timeline.Arrow("put", 1, 500, 0, 500),
                        new Timeline.Arrow("none", 1, 500, 0, 500),
                        new Timeline.Arrow("put", 1, 500, 0, 501)),
                List.of());
        PerfettoWriter.write(written, directory.resolve("job.pftrace"));
        assertEquals(
                List.of(new Timeline.Arrow("put", 1, 400, 0, 500)),
                PerfettoReader.read(directory.resolve("job.pftrace")).arrows());
    }

    @Test
    void shouldRefuseOtherFiles() throws Exception {
        final Path file = Files.writeString(directory.resolve("text"), "This is no trace, but a text.");
        assertThrows(IOException.class, () -> PerfettoReader.read(file));
        final Path empty = Files.writeString(directory.resolve("empty"), "");
        assertEquals(
                "this is no trace of a JSHMEM job; name a file that shmemrun --trace has written",
                assertThrows(IOException.class, () -> PerfettoReader.read(empty))
                        .getMessage());
        PerfettoWriter.write(timeline(), directory.resolve("job.pftrace"));
        final byte[] bytes = Files.readAllBytes(directory.resolve("job.pftrace"));
        final Path half = Files.write(directory.resolve("half"), java.util.Arrays.copyOf(bytes, bytes.length - 3));
        assertThrows(IOException.class, () -> PerfettoReader.read(half));
    }

    /** What Perfetto's importer requires: slices of a track nest in order of time, and flows begin before they end. */
    @Test
    void shouldFitTheSchema() throws Exception {
        final Path file = directory.resolve("job.pftrace");
        PerfettoWriter.write(timeline(), file);
        final DynamicMessage trace = DynamicMessage.parseFrom(schema(), Files.readAllBytes(file));
        assertTrue(trace.getUnknownFields().asMap().isEmpty());
        final Map<Object, List<Long>> open = new HashMap<>();
        final Map<Object, Long> latest = new HashMap<>();
        final Map<Object, Long> flows = new HashMap<>();
        int slices = 0;
        int ended = 0;
        for (DynamicMessage packet : messages(trace, "packet")) {
            assertTrue(packet.getUnknownFields().asMap().isEmpty(), packet::toString);
            assertEquals(1, number(packet, "trusted_packet_sequence_id"));
            for (DynamicMessage event : messages(packet, "track_event")) {
                assertTrue(event.getUnknownFields().asMap().isEmpty(), event::toString);
                final long time = number(packet, "timestamp");
                final long track = number(event, "track_uuid");
                assertTrue(latest.merge(track, time, Math::max) == time, event::toString);
                final List<Long> stack = open.computeIfAbsent(track, _ -> new ArrayList<>());
                switch ((int) number(event, "type")) {
                    case 1 -> {
                        assertTrue(stack.isEmpty() || stack.getLast() <= time, event::toString);
                        stack.add(time);
                        slices++;
                    }
                    case 2 -> assertTrue(stack.removeLast() <= time, event::toString);
                    default -> {}
                }
                for (Object flow : list(event, "flow_ids")) {
                    flows.put(flow, time);
                }
                ended += list(event, "terminating_flow_ids").size();
            }
        }
        assertEquals(10, slices);
        assertTrue(open.values().stream().allMatch(List::isEmpty));
        assertEquals(3, ended);
        for (DynamicMessage packet : messages(trace, "packet")) {
            for (DynamicMessage event : messages(packet, "track_event")) {
                for (Object flow : list(event, "terminating_flow_ids")) {
                    assertTrue(flows.get(flow) < number(packet, "timestamp"), "flow " + flow);
                }
            }
        }
    }

    private static List<DynamicMessage> messages(DynamicMessage message, String field) {
        return list(message, field).stream().map(DynamicMessage.class::cast).toList();
    }

    private static List<?> list(DynamicMessage message, String field) {
        final var descriptor = message.getDescriptorForType().findFieldByName(field);
        if (descriptor.isRepeated()) {
            return (List<?>) message.getField(descriptor);
        }
        return message.hasField(descriptor) ? List.of(message.getField(descriptor)) : List.of();
    }

    private static long number(DynamicMessage message, String field) {
        return ((Number) message.getField(message.getDescriptorForType().findFieldByName(field))).longValue();
    }

    /** The part of protos/perfetto/trace that is used. */
    private static Descriptor schema() throws Exception {
        final FileDescriptorProto file = FileDescriptorProto.newBuilder()
                .setName("trace.proto")
                .setSyntax("proto2")
                .addMessageType(message("Trace", field("packet", 1, "TracePacket", true)))
                .addMessageType(message(
                        "TracePacket",
                        field("timestamp", 8, TYPE_UINT64),
                        field("trusted_packet_sequence_id", 10, TYPE_UINT32),
                        field("track_event", 11, "TrackEvent", false),
                        field("interned_data", 12, "InternedData", false),
                        field("sequence_flags", 13, TYPE_UINT32),
                        field("track_descriptor", 60, "TrackDescriptor", false)))
                .addMessageType(message(
                        "InternedData",
                        field("event_categories", 1, "Text", true),
                        field("event_names", 2, "Text", true),
                        field("debug_annotation_names", 3, "Text", true),
                        field("debug_annotation_string_values", 29, "Text", true)))
                .addMessageType(message("Text", field("iid", 1, TYPE_UINT64), field("name", 2, TYPE_STRING)))
                .addMessageType(message(
                        "TrackDescriptor",
                        field("uuid", 1, TYPE_UINT64),
                        field("name", 2, TYPE_STRING),
                        field("process", 3, "Process", false),
                        field("thread", 4, "Thread", false),
                        field("parent_uuid", 5, TYPE_UINT64),
                        field("counter", 8, "Counter", false)))
                .addMessageType(message("Process", field("pid", 1, TYPE_INT32), field("process_name", 6, TYPE_STRING)))
                .addMessageType(message(
                        "Thread",
                        field("pid", 1, TYPE_INT32),
                        field("tid", 2, TYPE_INT64),
                        field("thread_name", 5, TYPE_STRING)))
                .addMessageType(message("Counter", field("unit", 3, TYPE_INT32), field("unit_name", 6, TYPE_STRING)))
                .addMessageType(message(
                        "TrackEvent",
                        repeated("category_iids", 3, TYPE_UINT64),
                        field("debug_annotations", 4, "Annotation", true),
                        field("type", 9, TYPE_INT32),
                        field("name_iid", 10, TYPE_UINT64),
                        field("track_uuid", 11, TYPE_UINT64),
                        field("double_counter_value", 44, TYPE_DOUBLE),
                        repeated("flow_ids", 47, TYPE_FIXED64),
                        repeated("terminating_flow_ids", 48, TYPE_FIXED64)))
                .addMessageType(message(
                        "Annotation",
                        field("name_iid", 1, TYPE_UINT64),
                        field("int_value", 4, TYPE_INT64),
                        field("string_value_iid", 17, TYPE_UINT64)))
                .build();
        return FileDescriptor.buildFrom(file, new FileDescriptor[0]).findMessageTypeByName("Trace");
    }

    private static DescriptorProto message(String name, FieldDescriptorProto... fields) {
        return DescriptorProto.newBuilder()
                .setName(name)
                .addAllField(List.of(fields))
                .build();
    }

    private static FieldDescriptorProto field(String name, int number, FieldDescriptorProto.Type type) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setType(type)
                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
                .build();
    }

    private static FieldDescriptorProto repeated(String name, int number, FieldDescriptorProto.Type type) {
        return field(name, number, type).toBuilder()
                .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)
                .build();
    }

    private static FieldDescriptorProto field(String name, int number, String type, boolean isRepeated) {
        return field(name, number, TYPE_MESSAGE).toBuilder()
                .setTypeName(type)
                .setLabel(
                        isRepeated
                                ? FieldDescriptorProto.Label.LABEL_REPEATED
                                : FieldDescriptorProto.Label.LABEL_OPTIONAL)
                .build();
    }

    /** Its numbers are those of an int; the file has no bytes but its end. */
    @Test
    void shouldSayThatATraceIsTooLarge() throws Exception {
        final Path file = directory.resolve("large");
        try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength(1L << 31);
            assertEquals(
                    "the file has more than 2 GiB; trace with a smaller SHMEM_TRACE_BUFFER",
                    assertThrows(IOException.class, () -> PerfettoReader.read(file))
                            .getMessage());
            large.setLength((1L << 31) - 1);
            assertTrue(assertThrows(IOException.class, () -> PerfettoReader.read(file))
                    .getMessage()
                    .startsWith("this is no trace of a JSHMEM job"));
        }
    }

    /** Fields of all types, also of those that this writer does not have. */
    @Test
    void shouldReadFieldsOfAllTypes() {
        final ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) (3 << 3 | 5)).putInt(-7);
        bytes.put((byte) (15 << 3 | 1)).putLong(Double.doubleToRawLongBits(1.5));
        bytes.put((byte) (1 << 3)).put(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, 1});
        bytes.put((byte) (2 << 3 | 2)).put((byte) 2).put(new byte[] {'o', 'k'});
        bytes.put((byte) (2 << 3 | 3));
        final ProtoReader reader = new ProtoReader(bytes.flip());
        assertEquals(3, reader.next());
        assertEquals(-7, reader.number());
        assertEquals(15, reader.next());
        assertEquals(1.5, reader.real());
        assertEquals(1, reader.next());
        assertEquals(-1, reader.number());
        assertEquals(2, reader.next());
        assertEquals("ok", reader.text());
        assertEquals(
                "a field has type 3",
                assertThrows(IllegalArgumentException.class, reader::next).getMessage());
    }

    /** The length of a message in another one has four bytes, whatever it is. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 5_000_000})
    void shouldWriteMessagesOfAnyLength(int length) {
        final ProtoWriter writer = new ProtoWriter();
        final int message = writer.begin(5);
        final int before = writer.size();
        if (length > 0) {
            writer.text(1, "x".repeat(Math.max(0, length - 6)));
        }
        final int written = writer.size() - before;
        writer.end(message);
        writer.number(6, length);
        final ProtoReader reader = new ProtoReader(ByteBuffer.wrap(writer.bytes(), 0, writer.size()));
        assertEquals(5, reader.next());
        final ProtoReader inner = reader.message();
        if (length > 0) {
            assertEquals(1, inner.next());
            assertEquals(Math.max(0, length - 6), inner.text().length());
        }
        assertEquals(0, inner.next(), written + " bytes");
        assertEquals(6, reader.next());
        assertEquals(length, reader.number());
        writer.clear();
        assertEquals(0, writer.size());
    }

    /** An arrow finds its slices among the 256 that begin before its end. */
    @ParameterizedTest
    @ValueSource(ints = {255, 256})
    void shouldLookNearAnArrow(int between) throws Exception {
        final Slices puts = new Slices();
        puts.add(0, 10_000, Category.OPERATION, "put", 0, 8, "", "");
        for (int i = 1; i <= between; i++) {
            puts.add(i, i, Category.OPERATION, "g", 0, 8, "", "");
        }
        final Slices waits = new Slices();
        waits.add(100, 6000, Category.WAIT, "waitUntil", -1, 0, "", "");
        final Path file = directory.resolve("job.pftrace");
        PerfettoWriter.write(
                new Timeline(
                        "Main",
                        10_000,
                        List.of(new Timeline.Pe(0, "a", 1, 0, 0, true)),
                        List.of(new Timeline.Track(0, "main", puts), new Timeline.Track(0, "other", waits)),
                        List.of(new Timeline.Arrow("put", 0, 5000, 1, 6000)),
                        List.of()),
                file);
        assertEquals(between == 255 ? 1 : 0, PerfettoReader.read(file).arrows().size());
    }
}
