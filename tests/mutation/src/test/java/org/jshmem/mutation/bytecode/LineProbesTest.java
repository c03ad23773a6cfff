package org.jshmem.mutation.bytecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jshmem.mutation.probe.LineProbe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LineProbesTest {
    private static final String SOURCE = """
        import org.jshmem.mutation.probe.LineProbe;
        public class Tiny {
            final int a;
            Tiny(int a) {
                this(a, 1);
            }
            Tiny(int a, int b) {
                this.a = a > 2
                    ? b
                    : a;
            }
            public static void main(String[] args) {
                LineProbe.into("own");
                try {
                    System.out.println(new Tiny(3).a);
                } finally {
                    LineProbe.intoAny();
                }
                System.exit(0);
            }
        }
        """;

    @TempDir
    private Path directory;

    @Test
    void shouldNoteTheLinesThatRun() throws Exception {
        final ProductClasses classes = CompiledSource.compile(directory, "Tiny", SOURCE);
        final LineProbes probes = new LineProbes(classes);
        for (String name : classes.names()) {
            Files.write(directory.resolve(name + ".class"), probes.probed(name));
        }
        final Path into = directory.resolve("lines");
        final ProcessBuilder java = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                directory + ":" + System.getProperty("java.class.path"),
                "tiny.Tiny");
        java.environment().put(LineProbe.DIRECTORY, into.toString());
        java.environment().put(LineProbe.COUNT, Integer.toString(probes.lines().size()));
        final Process process = java.redirectErrorStream(true).start();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals("1", said.strip());
        assertEquals(0, process.waitFor());
        assertEquals(List.of(6, 7, 8, 9, 10, 12, 16, 18), noted(classes, probes, into.resolve("own")));
        assertEquals(List.of(14, 19, 20), noted(classes, probes, into.resolve(LineProbe.ANY)));
    }

    /** Lines of the source, the first of which is that of the package. */
    private static List<Integer> noted(ProductClasses classes, LineProbes probes, Path file) throws Exception {
        final byte[] bytes = Files.readAllBytes(file);
        assertEquals(probes.lines().size(), bytes.length);
        final BitSet lines = new BitSet();
        for (int line = 1; line < 30; line++) {
            final int number = probes.number("tiny/Tiny:" + line);
            if (number >= 0 && bytes[number] != 0) {
                lines.set(line);
            }
        }
        assertTrue(classes.names().contains("tiny/Tiny"));
        return lines.stream().boxed().collect(Collectors.toList());
    }
}
