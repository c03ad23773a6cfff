package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The example {@code minimd}, against the numbers that miniMD of the Mantevo project prints for the same atoms. */
@Tag(QuickFilter.FULL)
class MiniMdTest {
    private static final List<String> REFERENCE = List.of(
            "0 1.440000e+00 -6.773368e+00 -5.020263e+00", //
            "100 7.202854e-01 -5.698504e+00 6.538913e-01");

    @TempDir
    private Path directory;

    @Tag(Draw.DRAWN)
    @ParameterizedTest(name = "{1} on {0} PEs")
    @CsvSource({"1, messages", "2, messages", "4, messages", "1, one-sided", "2, one-sided", "4, one-sided"})
    void shouldPrintTheNumbersOfTheOriginal(int npes, String form) throws Exception {
        final String text =
                Command.run(directory, 0, "-np", Integer.toString(npes), "minimd", "-s", "8", "-n", "100", form);

        assertEquals(
                REFERENCE, text.lines().filter(line -> line.contains("e+00 ")).toList(), text);
    }

    @Tag(Draw.DRAWN)
    @ParameterizedTest(name = "{0}")
    @CsvSource({"-s 1, the box", "-s 2x, -s needs a number", "-n, -n needs a number", "twosided, twosided is unknown"})
    void shouldSayWhatIsWrongWithItsArguments(String words, String message) throws Exception {
        final String text = Command.runAnyway(directory, ("-np 2 minimd " + words).split(" ", -1));

        assertTrue(text.contains(message), text);
    }

    @Tag(Draw.DRAWN)
    @Test
    void shouldDrawTheTemperature() throws Exception {
        Command.run(directory, 0, "-np", "2", "minimd", "-s", "4", "-n", "20", "t.png");

        assertTrue(ImageIO.read(directory.resolve("t.png").toFile()).getWidth() > 100);
    }
}
