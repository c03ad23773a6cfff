package org.jshmem.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes a time line in the format of Perfetto. */
final class PerfettoWriter {
    private static final int ONLY_SEQUENCE = 1;

    /** A wait and an operation are found among so many slices that begin before the end of an arrow. */
    private static final int NEAR = 256;

    private final Timeline timeline;
    private final int lastPe;
    private final OutputStream out;
    private final ProtoWriter proto = new ProtoWriter();
    private final Map<Integer, Map<String, Integer>> interned = new HashMap<>();
    private final List<String[]> fresh = new ArrayList<>();

    /** Numbers of arrows, by track and slice: those at its begin, those at its end, those that end there. */
    private final List<Map<Integer, Ends>> ends = new ArrayList<>();

    private boolean isFirst = true;

    private static final class Ends {
        final List<Long> atBegin = new ArrayList<>();
        final List<Long> atEnd = new ArrayList<>();
        final List<Long> in = new ArrayList<>();
    }

    private PerfettoWriter(Timeline timeline, OutputStream out) {
        this.timeline = timeline;
        this.lastPe =
                timeline.pes().stream().mapToInt(Timeline.Pe::number).max().orElse(0);
        this.out = out;
    }

    static void write(Timeline timeline, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            new PerfettoWriter(timeline, out).write();
        }
    }

    private void write() throws IOException {
        timeline.tracks().forEach(_ -> ends.add(new HashMap<>()));
        for (int i = 0; i < timeline.arrows().size(); i++) {
            place(timeline.arrows().get(i), i + 1L);
        }
        for (Timeline.Pe pe : timeline.pes()) {
            writePe(pe);
        }
        for (int track = 0; track < timeline.tracks().size(); track++) {
            writeTrack(track);
        }
        int number = lastPe + 1 + timeline.tracks().size();
        for (Timeline.Counter counter : timeline.counters()) {
            writeCounter(counter, ++number);
        }
    }

    /**
     * Both ends of an arrow are ends of slices; an operation that goes on after what ended the wait is left at its
     * begin.
     */
    private void place(Timeline.Arrow arrow, long number) {
        final int to = slice(arrow.toTrack(), arrow.toNs(), true, null);
        final int from = slice(arrow.fromTrack(), arrow.fromNs(), false, arrow.what());
        if (to < 0 || from < 0) {
            return;
        }
        final Slices source = timeline.tracks().get(arrow.fromTrack()).slices();
        final Ends begin = ends.get(arrow.fromTrack()).computeIfAbsent(from, _ -> new Ends());
        if (source.end(from) == arrow.fromNs() && arrow.fromNs() < arrow.toNs()) {
            begin.atEnd.add(number);
        } else {
            begin.atBegin.add(number);
        }
        ends.get(arrow.toTrack()).computeIfAbsent(to, _ -> new Ends()).in.add(number);
    }

    private int slice(int track, long time, boolean endsThere, String name) {
        final Slices slices = timeline.tracks().get(track).slices();
        int low = 0;
        int high = slices.size();
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (slices.begin(middle) <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (int i = low - 1; i >= Math.max(0, low - NEAR); i--) {
            final boolean fits = endsThere
                    ? slices.end(i) == time && slices.begin(i) < time
                    : slices.end(i) >= time && slices.name(i).equals(name);
            if (fits) {
                return i;
            }
        }
        return -1;
    }

    private static long uuidOfPe(int pe) {
        return pe + 1L;
    }

    private long uuidOfTrack(int track) {
        return lastPe + track + 2L;
    }

    private void writePe(Timeline.Pe pe) throws IOException {
        final int packet = beginPacket(0);
        final int descriptor = proto.begin(Perfetto.TRACK_DESCRIPTOR);
        proto.number(Perfetto.UUID, uuidOfPe(pe.number()));
        final int process = proto.begin(Perfetto.PROCESS);
        // Processes of several nodes may have the same number.
        proto.number(Perfetto.PID, pe.number() + 1L)
                .text(Perfetto.PROCESS_NAME, "PE " + pe.number() + " on " + pe.node());
        proto.end(process);
        proto.end(descriptor);
        endPacket(packet);
        final int event = beginEvent(0, Perfetto.TYPE_INSTANT, uuidOfPe(pe.number()), "PE", "about");
        annotate(Perfetto.PROGRAM, timeline.program());
        annotate(Perfetto.NODE, pe.node());
        annotate(Perfetto.PROCESS_ID, pe.pid());
        annotate(Perfetto.CLOCK_ERROR, pe.clockErrorNs());
        annotate(Perfetto.DROPPED, pe.dropped());
        annotate(Perfetto.COMPLETE, pe.isComplete() ? 1 : 0);
        annotate(Perfetto.DURATION, timeline.durationNs());
        endEvent(event);
    }

    private void writeTrack(int number) throws IOException {
        final Timeline.Track track = timeline.tracks().get(number);
        final int packet = beginPacket(0);
        final int descriptor = proto.begin(Perfetto.TRACK_DESCRIPTOR);
        proto.number(Perfetto.UUID, uuidOfTrack(number)).number(Perfetto.PARENT, uuidOfPe(track.pe()));
        final int thread = proto.begin(Perfetto.THREAD);
        proto.number(Perfetto.PID, track.pe() + 1L)
                .number(Perfetto.TID, uuidOfTrack(number))
                .text(Perfetto.THREAD_NAME, track.name());
        proto.end(thread);
        proto.end(descriptor);
        endPacket(packet);
        final Slices slices = track.slices();
        final int[] open = new int[slices.size()];
        int depth = 0;
        for (int i = 0; i < slices.size(); i++) {
            while (depth > 0 && closesBefore(slices, open[depth - 1], i)) {
                writeEnd(number, open[--depth]);
            }
            writeBegin(number, i);
            open[depth++] = i;
        }
        while (depth > 0) {
            writeEnd(number, open[--depth]);
        }
    }

    private static boolean closesBefore(Slices slices, int open, int next) {
        return slices.end(open) < slices.begin(next)
                || slices.end(open) == slices.begin(next) && slices.end(open) < slices.end(next)
                || slices.begin(open) == slices.end(open);
    }

    private void writeBegin(int track, int i) throws IOException {
        final Slices slices = timeline.tracks().get(track).slices();
        final int event = beginEvent(
                slices.begin(i),
                Perfetto.TYPE_BEGIN,
                uuidOfTrack(track),
                slices.category(i).name().toLowerCase(java.util.Locale.ROOT),
                slices.name(i));
        if (slices.peer(i) >= 0) {
            annotate(Perfetto.PEER, slices.peer(i));
        }
        if (slices.bytes(i) != 0) {
            annotate(Perfetto.BYTES, slices.bytes(i));
        }
        if (!slices.detail(i).isEmpty()) {
            annotate(Perfetto.DETAIL, slices.detail(i));
        }
        if (!slices.site(i).isEmpty()) {
            annotate(Perfetto.SITE, slices.site(i));
        }
        final Ends arrows = ends.get(track).get(i);
        if (arrows != null) {
            arrows.atBegin.forEach(number -> proto.fixed(Perfetto.FLOW, number));
        }
        endEvent(event);
    }

    private void writeEnd(int track, int i) throws IOException {
        final Slices slices = timeline.tracks().get(track).slices();
        final int event = beginEvent(slices.end(i), Perfetto.TYPE_END, uuidOfTrack(track), null, null);
        final Ends arrows = ends.get(track).get(i);
        if (arrows != null) {
            arrows.atEnd.forEach(number -> proto.fixed(Perfetto.FLOW, number));
            arrows.in.forEach(number -> proto.fixed(Perfetto.FLOW_END, number));
        }
        endEvent(event);
    }

    private void writeCounter(Timeline.Counter counter, int uuid) throws IOException {
        final int packet = beginPacket(0);
        final int descriptor = proto.begin(Perfetto.TRACK_DESCRIPTOR);
        proto.number(Perfetto.UUID, uuid)
                .number(Perfetto.PARENT, uuidOfPe(counter.pe()))
                .text(Perfetto.TRACK_NAME, counter.name());
        final int unit = proto.begin(Perfetto.COUNTER);
        if (counter.unit().equals("bytes")) {
            proto.number(Perfetto.UNIT, Perfetto.UNIT_BYTES);
        } else {
            proto.text(Perfetto.UNIT_NAME, counter.unit());
        }
        proto.end(unit);
        proto.end(descriptor);
        endPacket(packet);
        for (int i = 0; i < counter.times().length; i++) {
            final int event = beginEvent(counter.times()[i], Perfetto.TYPE_COUNTER, uuid, null, null);
            proto.real(Perfetto.COUNTER_VALUE, counter.values()[i]);
            endEvent(event);
        }
    }

    private int packetStart;

    private int beginPacket(long time) {
        proto.clear();
        final int packet = proto.begin(Perfetto.PACKET);
        proto.number(Perfetto.TIMESTAMP, time)
                .number(Perfetto.SEQUENCE, ONLY_SEQUENCE)
                .number(Perfetto.SEQUENCE_FLAGS, isFirst ? Perfetto.STATE_CLEARED : Perfetto.NEEDS_STATE);
        isFirst = false;
        return packet;
    }

    /** Texts that are used for the first time go into the same packet. */
    private void endPacket(int packet) throws IOException {
        if (!fresh.isEmpty()) {
            final int data = proto.begin(Perfetto.INTERNED_DATA);
            for (String[] one : fresh) {
                final int entry = proto.begin(Integer.parseInt(one[0]));
                proto.number(Perfetto.INTERNED_NUMBER, Long.parseLong(one[1])).text(Perfetto.INTERNED_TEXT, one[2]);
                proto.end(entry);
            }
            proto.end(data);
            fresh.clear();
        }
        proto.end(packet);
        out.write(proto.bytes(), 0, proto.size());
    }

    private int beginEvent(long time, int type, long track, String category, String name) {
        packetStart = beginPacket(time);
        final int event = proto.begin(Perfetto.TRACK_EVENT);
        proto.number(Perfetto.TYPE, type).number(Perfetto.TRACK, track);
        if (name != null) {
            proto.number(Perfetto.CATEGORY, intern(Perfetto.CATEGORIES, category))
                    .number(Perfetto.EVENT_NAME, intern(Perfetto.EVENT_NAMES, name));
        }
        return event;
    }

    private void endEvent(int event) throws IOException {
        proto.end(event);
        endPacket(packetStart);
    }

    private void annotate(String name, long value) {
        final int annotation = proto.begin(Perfetto.ANNOTATION);
        proto.number(Perfetto.NAME, intern(Perfetto.ANNOTATION_NAMES, name)).number(Perfetto.INT, value);
        proto.end(annotation);
    }

    private void annotate(String name, String value) {
        final int annotation = proto.begin(Perfetto.ANNOTATION);
        proto.number(Perfetto.NAME, intern(Perfetto.ANNOTATION_NAMES, name))
                .number(Perfetto.TEXT, intern(Perfetto.TEXTS, value));
        proto.end(annotation);
    }

    private int intern(int field, String text) {
        final Map<String, Integer> known = interned.computeIfAbsent(field, _ -> new HashMap<>());
        final Integer number = known.get(text);
        if (number != null) {
            return number;
        }
        known.put(text, known.size() + 1);
        fresh.add(new String[] {Integer.toString(field), Integer.toString(known.size()), text});
        return known.size();
    }
}
