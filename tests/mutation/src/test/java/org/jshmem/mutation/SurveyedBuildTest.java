package org.jshmem.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jshmem.mutation.bytecode.LineProbes;
import org.jshmem.mutation.bytecode.ProductClasses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SurveyedBuildTest {
    @TempDir
    private Path directory;

    private static byte[] classFile(Class<?> of) throws IOException {
        try (InputStream in = of.getResourceAsStream("/" + of.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    /** Lines of one class that is the same today, of one that is another, and of one that is new. */
    @Test
    void shouldTakeAllLinesOfAClassThatIsNewOrHasChanged() throws IOException {
        final LineProbes then = new LineProbes(ProductClasses.ofClassFiles(
                List.of("a/Same", "b/Changed", "c/Gone"),
                List.of(classFile(Wilson.class), classFile(Score.class), classFile(Verdict.class))));
        final LineProbes now = new LineProbes(ProductClasses.ofClassFiles(
                List.of("0/New", "a/Same", "b/Changed"),
                List.of(classFile(Judge.class), classFile(Wilson.class), classFile(Mutant.class))));
        SurveyedBuild.keep(directory, then);
        final byte[] run = new byte[then.lines().size()];
        final List<String> expected = new ArrayList<>();
        final String same = then.lines().stream()
                .filter(line -> line.startsWith("a/"))
                .skip(1)
                .findFirst()
                .orElseThrow();
        final String changed = then.lines().stream()
                .filter(line -> line.startsWith("b/"))
                .findFirst()
                .orElseThrow();
        run[then.number(same)] = 1;
        run[then.number(changed)] = 1;
        run[run.length - 1] = 1;
        Files.write(directory.resolve("any"), run);
        now.lines().stream().filter(line -> line.startsWith("0/")).forEach(expected::add);
        expected.add(same);
        now.lines().stream().filter(line -> line.startsWith("b/")).forEach(expected::add);
        final BitSet read = SurveyedBuild.of(directory, now).read(directory.resolve("any"));
        assertEquals(
                expected,
                read.stream().mapToObj(number -> now.lines().get(number)).collect(Collectors.toList()));
        assertEquals(
                0,
                SurveyedBuild.of(directory, now).read(directory.resolve("none")).cardinality());
    }
}
