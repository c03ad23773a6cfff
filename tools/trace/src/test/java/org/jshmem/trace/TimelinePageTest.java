package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a page contains: the timeline, read back from the file, and texts that the browser must not take for markup. */
@Timeout(60)
class TimelinePageTest {
    private static final String HOSTILE = "</script><script>alert(1)</script><!-- & \" ' ]]> @DATA@ é 😀 \u2028";
    private static final int MANY = 50_000;

    @TempDir
    Path directory;

    private String page(Timeline timeline, String report, int mostSlices, int mostArrows) throws IOException {
        final Path file = directory.resolve("timeline.html");
        TimelinePage.write(timeline, report, file, mostSlices, mostArrows);
        return Files.readString(file);
    }

    private String page(Timeline timeline) throws IOException {
        return page(timeline, "report", MANY, MANY);
    }

    private static Slices slices(long... beginsAndEnds) {
        final Slices slices = new Slices();
        for (int i = 0; i < beginsAndEnds.length; i += 2) {
            slices.add(beginsAndEnds[i], beginsAndEnds[i + 1], Category.WAIT, "wait", Slices.NO_PE, 0, "", "");
        }
        return slices;
    }

    private static Timeline timeline(String program, List<Timeline.Arrow> arrows, Slices... slices) {
        final List<Timeline.Track> tracks = IntStream.range(0, slices.length)
                .mapToObj(pe -> new Timeline.Track(pe, "main", slices[pe]))
                .toList();
        final List<Timeline.Pe> pes = IntStream.range(0, slices.length)
                .mapToObj(pe -> new Timeline.Pe(pe, "node", 100 + pe, 0, 0, true))
                .toList();
        return new Timeline(program, 1_000, pes, tracks, arrows, List.of());
    }

    private static List<String> words(Slices slices) {
        return IntStream.range(0, slices.size())
                .mapToObj(i -> String.join(
                        "|",
                        slices.begin(i) + "-" + slices.end(i),
                        slices.category(i).name(),
                        slices.name(i),
                        Integer.toString(slices.peer(i)),
                        Long.toString(slices.bytes(i)),
                        slices.detail(i),
                        slices.site(i)))
                .toList();
    }

    /** Slices of all categories, one after the other, with figures of all magnitudes. */
    private static Slices random(int size, SplittableRandom random) {
        final Slices slices = new Slices();
        long time = -5;
        for (int i = 0; i < size; i++) {
            final long end = time + (random.nextLong() >>> random.nextInt(24, 64));
            slices.add(
                    time,
                    end,
                    Category.values()[i % Category.values().length],
                    "name " + random.nextInt(9),
                    random.nextInt(-1, 200),
                    random.nextLong() >>> random.nextInt(1, 64),
                    random.nextBoolean() ? "" : "detail " + i,
                    "Site.java:" + random.nextInt(50));
            time = end + random.nextInt(100);
        }
        return slices;
    }

    private static List<Timeline.Arrow> arrows(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Timeline.Arrow("put", 0, 10L * i - 7, 1, 10L * i))
                .toList();
    }

    @Test
    void shouldEmbedSlices() throws IOException {
        final SplittableRandom random = new SplittableRandom(1);
        final Slices some = random(1_000, random);
        final Slices others = random(17, random);
        final TimelineDecoder decoder = TimelineDecoder.of(page(timeline("Main", List.of(), some, slices(), others)));
        final List<Timeline.Track> tracks = decoder.timeline().tracks();
        assertEquals(3, tracks.size());
        assertEquals(words(some), words(tracks.get(0).slices()));
        assertEquals(0, tracks.get(1).slices().size());
        assertEquals(words(others), words(tracks.get(2).slices()));
        assertEquals(0, decoder.slicesLeftOut());
        assertTrue(decoder.isAtEnd());
    }

    @Test
    void shouldEmbedPesAndTheirTracks() throws IOException {
        final List<Timeline.Pe> pes = List.of(
                new Timeline.Pe(0, "first", 1, 0, 0, true),
                new Timeline.Pe(1, "second", 1L << 40, 1_234, 5_678_901_234L, false));
        final List<Timeline.Track> tracks =
                List.of(new Timeline.Track(1, "main", slices()), new Timeline.Track(1, "worker", slices()));
        final Timeline timeline = TimelineDecoder.of(
                        page(new Timeline("Main", 86_400_000_000_000L, pes, tracks, List.of(), List.of())))
                .timeline();
        assertEquals("Main", timeline.program());
        assertEquals(86_400_000_000_000L, timeline.durationNs());
        assertEquals(pes, timeline.pes());
        assertEquals(
                List.of(1, 1),
                timeline.tracks().stream().map(Timeline.Track::pe).toList());
        assertEquals(
                List.of("main", "worker"),
                timeline.tracks().stream().map(Timeline.Track::name).toList());
    }

    @Test
    void shouldEmbedArrowsInTheOrderOfTheirEnds() throws IOException {
        final Timeline.Arrow late = new Timeline.Arrow("put", 0, 800, 1, 900);
        final Timeline.Arrow early = new Timeline.Arrow("signal", 1, 120, 0, 100);
        final Timeline timeline = timeline("Main", List.of(late, early), slices(0, 100), slices(0, 900));
        assertEquals(
                List.of(early, late),
                TimelineDecoder.of(page(timeline)).timeline().arrows());
    }

    @Test
    void shouldEmbedCounters() throws IOException {
        final long[] times = {-3, 0, 1_000_000_000_000L};
        final double[] values = {0, 1e-9, 123_456_789_012.5};
        final Timeline timeline = new Timeline(
                "Main",
                1,
                List.of(new Timeline.Pe(0, "node", 1, 0, 0, true)),
                List.of(),
                List.of(),
                List.of(new Timeline.Counter(0, "bytes to PE 1", "bytes/s", times, values)));
        final Timeline.Counter counter =
                TimelineDecoder.of(page(timeline)).timeline().counters().getFirst();
        assertEquals("bytes to PE 1", counter.name());
        assertEquals("bytes/s", counter.unit());
        assertArrayEquals(times, counter.times());
        assertArrayEquals(values, counter.values());
    }

    @Test
    void shouldEmbedTheOuterOfSlicesThatBeginTogetherFirst() throws IOException {
        final Timeline timeline = timeline("Main", List.of(), slices(0, 5, 10, 12, 10, 11, 10, 40, 50, 60));
        final Slices slices = TimelineDecoder.of(page(timeline))
                .timeline()
                .tracks()
                .getFirst()
                .slices();
        assertEquals(words(slices(0, 5, 10, 40, 10, 12, 10, 11, 50, 60)), words(slices));
    }

    @Test
    void shouldLeaveOutTheShortestSlices() throws IOException {
        final Timeline timeline =
                timeline("Main", List.of(), slices(0, 10, 20, 21, 30, 35), slices(0, 5, 6, 8, 10, 15));
        final TimelineDecoder decoder = TimelineDecoder.of(page(timeline, "", 3, MANY));
        final List<Timeline.Track> tracks = decoder.timeline().tracks();
        assertEquals(words(slices(0, 10, 30, 35)), words(tracks.get(0).slices()));
        assertEquals(words(slices(0, 5)), words(tracks.get(1).slices()));
        assertEquals(3, decoder.slicesLeftOut());
    }

    /** Whatever their order is. */
    @Test
    void shouldKeepTheLongestOfManySlices() throws IOException {
        final SplittableRandom random = new SplittableRandom(3);
        final long[] times = new long[400];
        final List<Long> durations = new ArrayList<>();
        for (int i = 0; i < times.length; i += 2) {
            times[i] = 100L * i;
            times[i + 1] = times[i] + random.nextInt(60);
            durations.add(times[i + 1] - times[i]);
        }
        durations.sort(null);
        final Slices all = slices(times);
        for (final int most : new int[] {1, 70, 199, 200, 201}) {
            final TimelineDecoder decoder = TimelineDecoder.of(page(timeline("Main", List.of(), all), "", most, MANY));
            final Slices kept = decoder.timeline().tracks().getFirst().slices();
            final int count = Math.min(most, 200);
            assertEquals(
                    durations.subList(200 - count, 200),
                    IntStream.range(0, kept.size())
                            .mapToObj(i -> kept.end(i) - kept.begin(i))
                            .sorted()
                            .toList());
            assertEquals(200 - count, decoder.slicesLeftOut());
        }
    }

    @Test
    void shouldLeaveOutAllSlicesIfNoneIsAllowed() throws IOException {
        final TimelineDecoder decoder =
                TimelineDecoder.of(page(timeline("Main", List.of(), slices(0, 10, 20, 21)), "", 0, 0));
        assertEquals(0, decoder.timeline().tracks().getFirst().slices().size());
        assertEquals(2, decoder.slicesLeftOut());
    }

    @Test
    void shouldLeaveOutArrowsEvenly() throws IOException {
        final Timeline timeline = timeline("Main", arrows(1_000), slices(), slices());
        final TimelineDecoder decoder = TimelineDecoder.of(page(timeline, "", MANY, 100));
        final List<Timeline.Arrow> arrows = decoder.timeline().arrows();
        assertEquals(100, arrows.size());
        assertEquals(900, decoder.arrowsLeftOut());
        for (int i = 1; i < arrows.size(); i++) {
            assertEquals(100, arrows.get(i).toNs() - arrows.get(i - 1).toNs());
        }
    }

    @Test
    void shouldKeepTextsFromBecomingMarkup() throws IOException {
        final Slices slices = new Slices();
        slices.add(0, 1, Category.LOCK, HOSTILE, Slices.NO_PE, 0, HOSTILE, HOSTILE);
        final String hostile = page(timeline(HOSTILE, List.of(), slices), HOSTILE, MANY, MANY);
        final String harmless = page(timeline("Main", List.of(), slices), "report", MANY, MANY);
        for (final String mark : List.of("<script", "</script", "<!--", "alert(1)</", "<")) {
            assertEquals(harmless.split(mark, -1).length, hostile.split(mark, -1).length, mark);
        }
        final Timeline timeline = TimelineDecoder.of(hostile).timeline();
        assertEquals(HOSTILE, timeline.program());
        assertEquals(words(slices), words(timeline.tracks().getFirst().slices()));
        assertTrue(hostile.contains("&lt;/script&gt;&lt;script&gt;alert(1)"));
        assertTrue(hostile.contains("&amp; &quot; &#39;"));
    }

    @Test
    void shouldPermitOnlyTheScriptAndTheStyleOfThePage() throws Exception {
        final String page = page(timeline("Main", List.of(), slices(0, 1)));
        assertTrue(page.contains("default-src 'none'"));
        for (final String element : List.of("script", "style")) {
            final int begin = page.indexOf("<" + element + ">") + element.length() + 2;
            final String content = page.substring(begin, page.indexOf("</" + element + ">", begin));
            final byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            final String hash = Base64.getEncoder().encodeToString(digest);
            assertTrue(page.contains(element + "-src 'sha256-" + hash + "'"), element);
        }
    }

    @Test
    void shouldReferToNothingElsewhere() throws IOException {
        final String page = page(timeline("Main", List.of(), slices(0, 1)));
        for (final String reference : List.of("http:", "https:", "src=", "@import", "url(")) {
            assertFalse(page.contains(reference), reference);
        }
        assertFalse(page.matches("(?s).*@[A-Z_]+@.*"), "a mark is left");
    }

    @Test
    void shouldTakeFewBytesForASlice() throws IOException {
        final SplittableRandom random = new SplittableRandom(2);
        final Slices slices = new Slices();
        long time = 0;
        for (int i = 0; i < MANY; i++) {
            slices.add(time, time + random.nextInt(100, 900), Category.OPERATION, "p", i % 8, 8, "", "Main.java:1");
            time += random.nextInt(1_000, 9_000);
        }
        final int empty = page(timeline("Main", List.of(), slices())).length();
        final int full = page(timeline("Main", List.of(), slices)).length();
        assertTrue((full - empty) / MANY < 8, () -> "bytes per slice: " + (full - empty) / (double) MANY);
    }

    @Test
    void shouldReplaceAnOldFile() throws IOException {
        final Path file = directory.resolve("timeline.html");
        Files.writeString(file, "x".repeat(1_000_000));
        TimelinePage.write(timeline("Main", new ArrayList<>(), slices(0, 1)), "report", file);
        assertTrue(Files.readString(file).endsWith("</html>\n"));
    }
}
