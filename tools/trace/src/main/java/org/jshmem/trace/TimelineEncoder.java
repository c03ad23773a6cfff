package org.jshmem.trace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * Encodes a timeline column by column, so that it deflates well and a browser reads it fast.
 *
 * <p>A number is unsigned and takes seven bits of each byte, the lowest first; the highest bit of a byte says that
 * another byte follows. A signed number {@code n} is written as {@code 2n}, or as {@code -2n - 1} if it is negative. A
 * text is the number of a string in the table at the end. A time is the difference from the time before it in its
 * column. The encoding contains, in this order:
 *
 * <table>
 * <caption>Layout</caption>
 * <tr><th>part</th><th>content</th></tr>
 * <tr><td>job</td><td>text program, duration, count of slices left out, count of arrows left out</td></tr>
 * <tr><td>PEs</td><td>count; of each: number, text node, pid, clock error, dropped records, 1 if complete</td></tr>
 * <tr><td>tracks</td><td>count; of each: PE, text name, count of slices, and the columns signed begin, duration, kind,
 * peer + 1, bytes, text detail</td></tr>
 * <tr><td>arrows</td><td>count; columns in the order of their ends: signed end, signed end minus begin, track of the
 * begin, track of the end, text what</td></tr>
 * <tr><td>counters</td><td>count; of each: PE, text name, text unit, count of samples, and the columns signed time and
 * value, a big-endian {@code double}</td></tr>
 * <tr><td>kinds</td><td>count; of each: category, text name, text site</td></tr>
 * <tr><td>strings</td><td>count; the length of each in UTF-16 units; the length of all in bytes; all in UTF-8</td></tr>
 * </table>
 */
final class TimelineEncoder {
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    /** What many slices have in common. */
    private record Kind(Category category, String name, String site) {}

    private final OutputStream out;
    private final Map<Kind, Integer> kinds = new LinkedHashMap<>();
    private final Map<String, Integer> strings = new LinkedHashMap<>();

    private TimelineEncoder(OutputStream out) {
        this.out = out;
    }

    /** Writes the longest slices, at most as many as {@code mostSlices}, and an even choice of the arrows. */
    static void write(Timeline timeline, int mostSlices, int mostArrows, OutputStream out) throws IOException {
        final TimelineEncoder encoder = new TimelineEncoder(out);
        final LongestSlices longest = new LongestSlices(timeline.tracks(), mostSlices);
        final List<Timeline.Arrow> arrows = timeline.arrows();
        encoder.text(timeline.program());
        encoder.number(timeline.durationNs());
        encoder.number(longest.leftOut());
        encoder.number(Math.max(0, arrows.size() - mostArrows));
        encoder.pes(timeline.pes());
        encoder.tracks(timeline.tracks(), longest);
        encoder.arrows(arrows, Math.min(arrows.size(), mostArrows));
        encoder.counters(timeline.counters());
        encoder.kinds();
        encoder.strings();
    }

    private void pes(List<Timeline.Pe> pes) throws IOException {
        number(pes.size());
        for (final Timeline.Pe pe : pes) {
            number(pe.number());
            text(pe.node());
            number(pe.pid());
            number(pe.clockErrorNs());
            number(pe.dropped());
            number(pe.isComplete() ? 1 : 0);
        }
    }

    private void tracks(List<Timeline.Track> tracks, LongestSlices longest) throws IOException {
        number(tracks.size());
        for (final Timeline.Track track : tracks) {
            number(track.pe());
            text(track.name());
            slices(track.slices(), longest.of(track.slices()));
        }
    }

    private void slices(Slices slices, int[] chosen) throws IOException {
        number(chosen.length);
        long before = 0;
        for (final int slice : chosen) {
            signed(slices.begin(slice) - before);
            before = slices.begin(slice);
        }
        column(chosen, i -> slices.end(i) - slices.begin(i));
        column(chosen, i -> kind(new Kind(slices.category(i), slices.name(i), slices.site(i))));
        column(chosen, i -> slices.peer(i) - Slices.NO_PE);
        column(chosen, slices::bytes);
        column(chosen, i -> string(slices.detail(i)));
    }

    private void column(int[] chosen, IntToLongFunction value) throws IOException {
        for (final int slice : chosen) {
            number(value.applyAsLong(slice));
        }
    }

    private void arrows(List<Timeline.Arrow> all, int count) throws IOException {
        final Timeline.Arrow[] arrows = new Timeline.Arrow[count];
        for (int i = 0; i < count; i++) {
            arrows[i] = all.get((int) ((long) i * all.size() / count));
        }
        Arrays.sort(arrows, Comparator.comparingLong(Timeline.Arrow::toNs));
        number(count);
        long before = 0;
        for (final Timeline.Arrow arrow : arrows) {
            signed(arrow.toNs() - before);
            before = arrow.toNs();
        }
        for (final Timeline.Arrow arrow : arrows) {
            signed(arrow.toNs() - arrow.fromNs());
        }
        for (final Timeline.Arrow arrow : arrows) {
            number(arrow.fromTrack());
        }
        for (final Timeline.Arrow arrow : arrows) {
            number(arrow.toTrack());
        }
        for (final Timeline.Arrow arrow : arrows) {
            text(arrow.what());
        }
    }

    private void counters(List<Timeline.Counter> counters) throws IOException {
        number(counters.size());
        for (final Timeline.Counter counter : counters) {
            number(counter.pe());
            text(counter.name());
            text(counter.unit());
            number(counter.times().length);
            long before = 0;
            for (final long time : counter.times()) {
                signed(time - before);
                before = time;
            }
            for (final double value : counter.values()) {
                real(value);
            }
        }
    }

    private void kinds() throws IOException {
        number(kinds.size());
        for (final Kind kind : kinds.keySet()) {
            number(kind.category().ordinal());
            text(kind.name());
            text(kind.site());
        }
    }

    private void strings() throws IOException {
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        number(strings.size());
        for (final String string : strings.keySet()) {
            number(string.length());
            all.writeBytes(string.getBytes(StandardCharsets.UTF_8));
        }
        number(all.size());
        all.writeTo(out);
    }

    private int kind(Kind kind) {
        return kinds.computeIfAbsent(kind, absent -> kinds.size());
    }

    private int string(String string) {
        return strings.computeIfAbsent(string, absent -> strings.size());
    }

    private void text(String text) throws IOException {
        number(string(text));
    }

    private void signed(long value) throws IOException {
        number((value << 1) ^ (value >> (Long.SIZE - 1)));
    }

    private void number(long value) throws IOException {
        long rest = value;
        while ((rest & -MORE) != 0) {
            out.write(((int) rest & (MORE - 1)) | MORE);
            rest >>>= BITS;
        }
        out.write((int) rest);
    }

    private void real(double value) throws IOException {
        final long bits = Double.doubleToRawLongBits(value);
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            out.write((int) (bits >>> shift));
        }
    }
}
