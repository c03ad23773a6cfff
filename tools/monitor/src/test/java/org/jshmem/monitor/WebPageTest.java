package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jshmem.testing.Browser;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a browser shows of jobs as they were. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class WebPageTest {
    private static final long STARTED = 1000;

    @TempDir
    private Path directory;

    /** A PE that sends what it has moved. */
    private record Pe(int number, AtomicLong clock, Collector collector, Jobs jobs) {
        /** Has moved some bytes until a time in milliseconds, which is seen. */
        void move(Uplink uplink, long written, long bytes, String... lines) throws Exception {
            final String text = "job of rates\nhost here\npe " + number + "\npes 3\npid " + (70 + number)
                    + "\nprogram P\nheld -1\nmemory 0 0 0\nstarted " + STARTED + "\nwritten " + written
                    + "\noperation put 1 " + bytes + "\n" + String.join("\n", lines);
            clock.set(written);
            uplink.sendLast(text);
            while (!collector.texts().contains(text + "\narrived " + written)) {
                Thread.sleep(5);
            }
            jobs.look();
        }
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
    }

    /** Now, at most, and on average of one that has ended. */
    @Test
    void shouldShowHowFastPesMoveBytes() throws Exception {
        Requirement.BROWSER.need();
        final AtomicLong clock = new AtomicLong();
        try (Collector collector = new Collector("127.0.0.1", 0, clock::get);
                Uplink first = Uplink.open(collector.address());
                Uplink second = Uplink.open(collector.address());
                Uplink third = Uplink.open(collector.address())) {
            final Jobs jobs = new Jobs(collector);
            new Pe(0, clock, collector, jobs).move(first, STARTED + 1000, 2048);
            final Pe slower = new Pe(1, clock, collector, jobs);
            slower.move(second, STARTED + 1000, 8192);
            slower.move(second, STARTED + 3000, 9216);
            final Pe ended = new Pe(2, clock, collector, jobs);
            ended.move(third, STARTED + 500, 3 << 20);
            ended.move(third, STARTED + 4000, 3 << 20, "ended " + (STARTED + 4000));
            final Path page = directory.resolve("page.html");
            Files.writeString(page, WebPage.with(jobs.json()));
            final String shown = Browser.show(page.toUri(), directory);
            assertEquals(
                    List.of("2.0 KiB/s", "512 B/s", "768.0 KiB/s"), found("data-rate=\"\\d\">([^<]*)<", shown), shown);
            assertEquals(
                    List.of("up to 2.0 KiB/s", "up to 8.0 KiB/s", "up to 6.0 MiB/s"),
                    found("<title>(up to [^<]*)<", shown),
                    shown);
        }
    }
}
