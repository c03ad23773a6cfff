package org.jshmem.trace;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Reads a trace that {@link PerfettoWriter} has written. */
final class PerfettoReader {
    private static final int TRACE_BYTES_MOST = Integer.MAX_VALUE;

    private final Map<Integer, Map<Integer, String>> interned = new HashMap<>();
    private final Map<Long, Integer> pes = new TreeMap<>();
    private final Map<Long, ThreadTrack> threads = new TreeMap<>();
    private final Map<Long, Values> counters = new TreeMap<>();
    private final List<Timeline.Pe> found = new ArrayList<>();
    private final Map<Long, Point> sources = new HashMap<>();
    private final Map<Long, Point> targets = new TreeMap<>();
    private String program = "?";
    private long durationNs;

    /** One end of an arrow. */
    private record Point(long track, long time, String name) {}

    private static final class ThreadTrack {
        final int pe;
        final String name;
        final List<TrackEvent> open = new ArrayList<>();
        final List<TrackEvent> done = new ArrayList<>();

        ThreadTrack(int pe, String name) {
            this.pe = pe;
            this.name = name;
        }
    }

    private static final class Values {
        final int pe;
        final String name;
        final String unit;
        final List<Long> times = new ArrayList<>();
        final List<Double> values = new ArrayList<>();

        Values(int pe, String name, String unit) {
            this.pe = pe;
            this.name = name;
            this.unit = unit;
        }
    }

    /** A message TrackEvent, and the end of the slice that it begins. */
    private static final class TrackEvent {
        long time;
        long end;
        int type;
        long track;
        String category = "";
        String name = "";
        double value;
        final Map<String, Object> annotations = new HashMap<>();
        final List<Long> flows = new ArrayList<>();
        final List<Long> flowEnds = new ArrayList<>();

        long number(String annotation, long otherwise) {
            return annotations.get(annotation) instanceof Long number ? number : otherwise;
        }

        String text(String annotation) {
            return annotations.get(annotation) instanceof String text ? text : "";
        }
    }

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read, or is no such trace
     */
    static Timeline read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() > TRACE_BYTES_MOST) {
                throw new IOException("the file has more than 2 GiB; trace with a smaller SHMEM_TRACE_BUFFER");
            }
            final PerfettoReader reader = new PerfettoReader();
            reader.readAll(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
            return reader.timeline();
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException("this is no trace of a JSHMEM job, or not all of it is there", e);
        }
    }

    private void readAll(ByteBuffer bytes) {
        final ProtoReader trace = new ProtoReader(bytes);
        for (int field = trace.next(); field != 0; field = trace.next()) {
            if (field == Perfetto.PACKET) {
                readPacket(trace.message(), trace.message());
            }
        }
    }

    /** Texts of a packet are known before its event is read. */
    private void readPacket(ProtoReader first, ProtoReader again) {
        long time = 0;
        for (int field = first.next(); field != 0; field = first.next()) {
            switch (field) {
                case Perfetto.TIMESTAMP -> time = first.number();
                case Perfetto.INTERNED_DATA -> readTexts(first.message());
                case Perfetto.TRACK_DESCRIPTOR -> readDescriptor(first.message());
                default -> {
                    // Another field.
                }
            }
        }
        for (int field = again.next(); field != 0; field = again.next()) {
            if (field == Perfetto.TRACK_EVENT) {
                take(readEvent(again.message(), time));
            }
        }
    }

    private void readTexts(ProtoReader data) {
        for (int kind = data.next(); kind != 0; kind = data.next()) {
            final ProtoReader entry = data.message();
            int number = 0;
            String text = "";
            for (int field = entry.next(); field != 0; field = entry.next()) {
                if (field == Perfetto.INTERNED_NUMBER) {
                    number = (int) entry.number();
                } else {
                    text = entry.text();
                }
            }
            interned.computeIfAbsent(kind, _ -> new HashMap<>()).put(number, text);
        }
    }

    private String text(int kind, long number) {
        return interned.getOrDefault(kind, Map.of()).getOrDefault((int) number, "");
    }

    private void readDescriptor(ProtoReader descriptor) {
        long uuid = 0;
        long parent = 0;
        String name = "";
        String thread = null;
        String unit = null;
        int process = -1;
        for (int field = descriptor.next(); field != 0; field = descriptor.next()) {
            switch (field) {
                case Perfetto.UUID -> uuid = descriptor.number();
                case Perfetto.PARENT -> parent = descriptor.number();
                case Perfetto.TRACK_NAME -> name = descriptor.text();
                case Perfetto.PROCESS -> process = (int) readNumber(descriptor.message(), Perfetto.PID) - 1;
                case Perfetto.THREAD -> thread = readText(descriptor.message(), Perfetto.THREAD_NAME);
                case Perfetto.COUNTER -> unit = readText(descriptor.message(), Perfetto.UNIT_NAME);
                default -> {
                    // Another field.
                }
            }
        }
        if (process >= 0) {
            pes.put(uuid, process);
        } else if (thread != null) {
            threads.put(uuid, new ThreadTrack(pes.getOrDefault(parent, 0), thread));
        } else if (unit != null) {
            counters.put(uuid, new Values(pes.getOrDefault(parent, 0), name, unit.isEmpty() ? "bytes" : unit));
        }
    }

    private static long readNumber(ProtoReader message, int wanted) {
        long result = 0;
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == wanted) {
                result = message.number();
            }
        }
        return result;
    }

    private static String readText(ProtoReader message, int wanted) {
        String result = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == wanted) {
                result = message.text();
            }
        }
        return result;
    }

    private TrackEvent readEvent(ProtoReader message, long time) {
        final TrackEvent event = new TrackEvent();
        event.time = time;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case Perfetto.TYPE -> event.type = (int) message.number();
                case Perfetto.TRACK -> event.track = message.number();
                case Perfetto.CATEGORY -> event.category = text(Perfetto.CATEGORIES, message.number());
                case Perfetto.EVENT_NAME -> event.name = text(Perfetto.EVENT_NAMES, message.number());
                case Perfetto.COUNTER_VALUE -> event.value = message.real();
                case Perfetto.FLOW -> event.flows.add(message.number());
                case Perfetto.FLOW_END -> event.flowEnds.add(message.number());
                case Perfetto.ANNOTATION -> readAnnotation(message.message(), event.annotations);
                default -> {
                    // Another field.
                }
            }
        }
        return event;
    }

    private void readAnnotation(ProtoReader message, Map<String, Object> annotations) {
        String name = "";
        Object value = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case Perfetto.NAME -> name = text(Perfetto.ANNOTATION_NAMES, message.number());
                case Perfetto.INT -> value = message.number();
                case Perfetto.TEXT -> value = text(Perfetto.TEXTS, message.number());
                default -> {
                    // Another field.
                }
            }
        }
        annotations.put(name, value);
    }

    private void take(TrackEvent event) {
        switch (event.type) {
            case Perfetto.TYPE_BEGIN -> begin(event);
            case Perfetto.TYPE_END -> end(event);
            case Perfetto.TYPE_INSTANT -> about(event);
            case Perfetto.TYPE_COUNTER -> count(event);
            default -> {
                // Not of this writer.
            }
        }
    }

    /** Other programs write traces, too, which have other tracks. */
    private void count(TrackEvent event) {
        final Values counter = counters.get(event.track);
        if (counter != null) {
            counter.times.add(event.time);
            counter.values.add(event.value);
        }
    }

    private void begin(TrackEvent event) {
        final ThreadTrack thread = threads.get(event.track);
        if (thread == null) {
            return;
        }
        thread.open.add(event);
        event.flows.forEach(flow -> sources.put(flow, new Point(event.track, event.time, event.name)));
    }

    private void end(TrackEvent end) {
        final ThreadTrack thread = threads.get(end.track);
        if (thread == null || thread.open.isEmpty()) {
            return;
        }
        final TrackEvent event = thread.open.removeLast();
        event.end = end.time;
        thread.done.add(event);
        end.flows.forEach(flow -> sources.put(flow, new Point(end.track, end.time, event.name)));
        end.flowEnds.forEach(flow -> targets.put(flow, new Point(end.track, end.time, event.name)));
    }

    private void about(TrackEvent event) {
        if (!event.annotations.containsKey(Perfetto.PROGRAM)) {
            return;
        }
        program = event.text(Perfetto.PROGRAM);
        durationNs = event.number(Perfetto.DURATION, 0);
        found.add(new Timeline.Pe(
                pes.getOrDefault(event.track, 0),
                event.text(Perfetto.NODE),
                event.number(Perfetto.PROCESS_ID, 0),
                event.number(Perfetto.CLOCK_ERROR, 0),
                event.number(Perfetto.DROPPED, 0),
                event.number(Perfetto.COMPLETE, 0) == 1));
    }

    private Timeline timeline() throws IOException {
        if (found.isEmpty()) {
            throw new IOException("this is no trace of a JSHMEM job; name a file that shmemrun --trace has written");
        }
        final Map<Long, Integer> numbers = new HashMap<>();
        final List<Timeline.Track> tracks = new ArrayList<>();
        threads.forEach((uuid, thread) -> {
            numbers.put(uuid, tracks.size());
            tracks.add(new Timeline.Track(thread.pe, thread.name, slices(thread)));
        });
        final List<Timeline.Arrow> arrows = new ArrayList<>();
        targets.forEach((flow, to) -> {
            final Point from = sources.get(flow);
            if (from != null) {
                arrows.add(new Timeline.Arrow(
                        from.name, numbers.get(from.track), from.time, numbers.get(to.track), to.time));
            }
        });
        return new Timeline(
                program,
                durationNs,
                found,
                tracks,
                arrows,
                counters.values().stream().map(PerfettoReader::counter).toList());
    }

    private static Slices slices(ThreadTrack thread) {
        thread.done.sort(
                Comparator.<TrackEvent>comparingLong(event -> event.time).thenComparingLong(event -> -event.end));
        final Slices slices = new Slices();
        for (TrackEvent event : thread.done) {
            slices.add(
                    event.time,
                    event.end,
                    Category.valueOf(event.category.toUpperCase(Locale.ROOT)),
                    event.name,
                    (int) event.number(Perfetto.PEER, Slices.NO_PE),
                    event.number(Perfetto.BYTES, 0),
                    event.text(Perfetto.DETAIL),
                    event.text(Perfetto.SITE));
        }
        return slices;
    }

    private static Timeline.Counter counter(Values values) {
        return new Timeline.Counter(
                values.pe,
                values.name,
                values.unit,
                values.times.stream().mapToLong(Long::longValue).toArray(),
                values.values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
