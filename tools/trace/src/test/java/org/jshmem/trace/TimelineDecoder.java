package org.jshmem.trace;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.IntFunction;
import java.util.zip.InflaterInputStream;

/** Reads the timeline that is embedded in a page, as the page's script does. */
final class TimelineDecoder {
    private static final String START = "id=\"data\">";

    private record Kind(int category, int name, int site) {}

    /** A track with numbers for its texts, because the strings are at the end. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Track(
            int pe, int name, long[] begins, long[] durations, int[] kinds, int[] peers, long[] bytes, int[] details) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Counter(int pe, int name, int unit, long[] times, double[] values) {}

    private final ByteBuffer in;
    private final List<String> strings = new ArrayList<>();
    private long slicesLeftOut;
    private long arrowsLeftOut;
    private Timeline timeline;

    private TimelineDecoder(byte[] bytes) {
        in = ByteBuffer.wrap(bytes);
    }

    static TimelineDecoder of(String page) throws IOException {
        final int begin = page.indexOf(START) + START.length();
        final byte[] deflated = Base64.getDecoder().decode(page.substring(begin, page.indexOf('<', begin)));
        try (InputStream inflated = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
            final TimelineDecoder decoder = new TimelineDecoder(inflated.readAllBytes());
            decoder.timeline = decoder.read();
            return decoder;
        }
    }

    Timeline timeline() {
        return timeline;
    }

    long slicesLeftOut() {
        return slicesLeftOut;
    }

    long arrowsLeftOut() {
        return arrowsLeftOut;
    }

    boolean isAtEnd() {
        return !in.hasRemaining();
    }

    private Timeline read() {
        final int program = integer();
        final long durationNs = number();
        slicesLeftOut = number();
        arrowsLeftOut = number();
        final List<long[]> pes = list(i -> longs(6));
        final List<Track> tracks = list(i -> track());
        final int arrows = integer();
        final long[] ends = times(arrows);
        final long[] spans = signed(arrows);
        final int[] fromTracks = integers(arrows);
        final int[] toTracks = integers(arrows);
        final int[] whats = integers(arrows);
        final List<Counter> counters = list(i -> counter());
        final List<Kind> kinds = list(i -> new Kind(integer(), integer(), integer()));
        strings();
        final List<Timeline.Arrow> named = new ArrayList<>();
        for (int i = 0; i < arrows; i++) {
            named.add(
                    new Timeline.Arrow(strings.get(whats[i]), fromTracks[i], ends[i] - spans[i], toTracks[i], ends[i]));
        }
        return new Timeline(
                strings.get(program),
                durationNs,
                pes.stream().map(this::pe).toList(),
                tracks.stream().map(track -> named(track, kinds)).toList(),
                named,
                counters.stream().map(this::named).toList());
    }

    private Timeline.Pe pe(long[] figures) {
        return new Timeline.Pe(
                (int) figures[0], strings.get((int) figures[1]), figures[2], figures[3], figures[4], figures[5] == 1);
    }

    private Track track() {
        final int pe = integer();
        final int name = integer();
        final int size = integer();
        return new Track(
                pe, name, times(size), longs(size), integers(size), integers(size), longs(size), integers(size));
    }

    private Timeline.Track named(Track track, List<Kind> kinds) {
        final Slices slices = new Slices();
        for (int i = 0; i < track.begins.length; i++) {
            final Kind kind = kinds.get(track.kinds[i]);
            slices.add(
                    track.begins[i],
                    track.begins[i] + track.durations[i],
                    Category.values()[kind.category],
                    strings.get(kind.name),
                    track.peers[i] - 1,
                    track.bytes[i],
                    strings.get(track.details[i]),
                    strings.get(kind.site));
        }
        return new Timeline.Track(track.pe, strings.get(track.name), slices);
    }

    private Counter counter() {
        final int pe = integer();
        final int name = integer();
        final int unit = integer();
        final long[] times = times(integer());
        final double[] values = new double[times.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.getDouble();
        }
        return new Counter(pe, name, unit, times, values);
    }

    private Timeline.Counter named(Counter counter) {
        return new Timeline.Counter(
                counter.pe, strings.get(counter.name), strings.get(counter.unit), counter.times, counter.values);
    }

    private void strings() {
        final int[] lengths = integers(integer());
        final byte[] bytes = new byte[integer()];
        in.get(bytes);
        final String all = new String(bytes, StandardCharsets.UTF_8);
        int at = 0;
        for (final int length : lengths) {
            strings.add(all.substring(at, at + length));
            at += length;
        }
    }

    private <T> List<T> list(IntFunction<T> read) {
        final int size = integer();
        final List<T> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(read.apply(i));
        }
        return list;
    }

    private long[] times(int size) {
        final long[] times = signed(size);
        for (int i = 1; i < size; i++) {
            times[i] += times[i - 1];
        }
        return times;
    }

    private long[] signed(int size) {
        final long[] numbers = longs(size);
        for (int i = 0; i < size; i++) {
            numbers[i] = (numbers[i] >>> 1) ^ -(numbers[i] & 1);
        }
        return numbers;
    }

    private long[] longs(int size) {
        final long[] numbers = new long[size];
        for (int i = 0; i < size; i++) {
            numbers[i] = number();
        }
        return numbers;
    }

    private int[] integers(int size) {
        final int[] numbers = new int[size];
        for (int i = 0; i < size; i++) {
            numbers[i] = integer();
        }
        return numbers;
    }

    private int integer() {
        return Math.toIntExact(number());
    }

    private long number() {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            final byte next = in.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
