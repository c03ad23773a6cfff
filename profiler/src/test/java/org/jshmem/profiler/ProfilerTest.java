package org.jshmem.profiler;

import static org.jshmem.Shmem.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.SymmetricLongs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs programs of one PE with the profiler chosen by property. */
class ProfilerTest {
    private static String profileOf(Runnable program) {
        final PrintStream out = System.out;
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            init();
            program.run();
            Shmem.shutdown();
        } finally {
            System.setOut(out);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static void assertCounted(String profile, String operation, long calls, long bytes) {
        final List<String> lines = profile.lines()
                .filter(line -> line.matches(" +" + operation + " .*"))
                .map(line -> line.strip().replaceAll(" +", " "))
                .toList();
        assertEquals(1, lines.size(), () -> operation + " in " + profile);
        final String expected = operation + " " + calls + " " + bytes + " ";
        assertTrue(lines.getFirst().startsWith(expected), () -> expected + "in " + profile);
    }

    @Test
    void shouldCountCallsAndBytesByOperation() throws IOException {
        final String profile = profileOf(() -> {
            final SymmetricLongs array = callocLongs(100);
            put(array, new long[50], 50, 0);
            putNbi(array, new long[10], 10, 0);
            p(array, 7L, 0);
            g(array, 0);
            g(array, 1, 0);
            atomicFetchAdd(array, 1L, 0);
            atomicInc(array, 0);
            iget(new long[6], array, 1, 2, 6, 0);
            quiet();
            try (ShmemContext context = ctxCreate(0)) {
                context.get(new long[3], array, 3, 0);
            }
            setLock(array, 99);
            clearLock(array, 99);
            barrierAll();
            free(array);
        });
        assertTrue(profile.startsWith("profile of 1 PEs"), profile);
        assertCounted(profile, "put", 2, 480);
        assertCounted(profile, "p", 1, 8);
        assertCounted(profile, "g", 2, 16);
        assertCounted(profile, "atomicFetchAdd", 2, 16);
        assertCounted(profile, "iget", 1, 48);
        assertCounted(profile, "get", 1, 24);
        assertCounted(profile, "malloc", 1, 800);
        assertCounted(profile, "free", 1, 800);
        assertCounted(profile, "setLock", 1, 0);
        assertCounted(profile, "clearLock", 1, 0);
        assertCounted(profile, "barrierAll", 1, 0);
        assertCounted(profile, "quiet", 1, 0);
        final String svg = Files.readString(Path.of(System.getProperty("jshmem.profile.svg")));
        assertTrue(svg.contains("<svg") && svg.contains("</svg>"), "a picture");
    }

    @Test
    void shouldObeyPcontrol() {
        final String profile = profileOf(() -> {
            final SymmetricLongs array = callocLongs(1);
            p(array, 1L, 0);
            pcontrol(0);
            p(array, 2L, 0);
            pcontrol(1);
            p(array, 3L, 0);
            pcontrol(2, "more", 5);
            p(array, 4L, 0);
            pcontrol(1);
            free(array);
        });
        final int end = profile.indexOf("profile of 1 PEs");
        assertTrue(profile.startsWith("profile of PE 0 so far"), profile);
        assertCounted(profile.substring(0, end), "p", 2, 16);
        assertCounted(profile.substring(end), "p", 3, 24);
    }

    @Test
    void shouldStartAnewWithEachInit() {
        final Runnable program = () -> {
            final SymmetricLongs array = callocLongs(1);
            p(array, 1L, 0);
            free(array);
        };
        assertCounted(profileOf(program), "p", 1, 8);
        assertCounted(profileOf(program), "p", 1, 8);
    }

    @Test
    void shouldReadWhatItWrites() {
        final List<Entry> entries = List.of(new Entry("put", 0, 3, 1, 2, 3), new Entry("quiet", 5, -1, 4, 0, 6));
        assertEquals(entries, Entry.read(Entry.write(entries)));
        assertEquals(List.of(), Entry.read(Entry.write(List.of())));
    }

    @Test
    void shouldDrawWhoTalksToWhom(@TempDir Path directory) throws IOException {
        final List<Entry> entries = List.of(
                new Entry("put", 0, 1, 1, 1000, 3), new Entry("g", 2, 0, 4, 32, 6), new Entry("quiet", 1, -1, 4, 0, 6));
        final long[][] matrix = CommunicationMatrix.of(entries, 3);
        assertEquals(1000, matrix[0][1]);
        assertEquals(32, matrix[2][0]);
        final Path svg = directory.resolve("matrix.svg");
        CommunicationMatrix.write(svg, matrix);
        assertTrue(Files.size(svg) > 1000, "a picture");
    }
}
