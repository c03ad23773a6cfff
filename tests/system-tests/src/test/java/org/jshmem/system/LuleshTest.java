package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The example {@code lulesh}, against the numbers that LULESH prints for the same cubes. */
@Tag(QuickFilter.FULL)
class LuleshTest {
    private static final double LARGEST_DIFFERENCE = 1e-8;

    @TempDir
    private Path directory;

    @Tag(Draw.DRAWN)
    @ParameterizedTest(name = "{1} on {0} PEs")
    @CsvSource({
        "1, -s 5 messages, 72, 7.853665e+03",
        "1, -s 10 one-sided, 231, 2.720531e+04",
        "8, -s 15 -i 20 messages, 20, 4.380366e+06",
        "8, -s 15 -i 20 one-sided, 20, 4.380366e+06"
    })
    void shouldPrintTheNumbersOfTheOriginal(int npes, String words, int iterations, String energy) throws Exception {
        final String text = Command.run(directory, 0, ("-np " + npes + " lulesh " + words).split(" ", -1));

        assertTrue(text.contains("Iteration count = " + iterations + "\n"), text);
        assertTrue(text.contains("Final origin energy = " + energy + "\n"), text);
        assertTrue(valueOf("MaxRelDiff", text) < LARGEST_DIFFERENCE, text);
        assertTrue(valueOf("Elapsed time", text) > 0, text);
    }

    private static double valueOf(String name, String text) {
        return text.lines()
                .filter(line -> line.startsWith(name + " = "))
                .mapToDouble(line -> Double.parseDouble(line.split(" = ", 2)[1].split(" ", 2)[0]))
                .findFirst()
                .orElseThrow(() -> new AssertionError(text));
    }

    /** Forces come from as many neighbours as in a large job: the PE in the middle has 26. */
    @Tag(Draw.DRAWN)
    @ParameterizedTest(name = "{0}")
    @CsvSource({"messages", "one-sided"})
    void shouldAgreeOn27PesWithOne(String form) throws Exception {
        final String one = Command.run(directory, 0, "-np", "1", "lulesh", "-s", "6", "-i", "30", form);
        final String many = Command.run(directory, 0, "-np", "27", "lulesh", "-s", "2", "-i", "30", form);

        assertEquals(valueOf("Final origin energy", one), valueOf("Final origin energy", many), one + many);
    }

    @Tag(Draw.DRAWN)
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "1, -s 0, -s needs a number",
        "1, -i, -i needs a number",
        "1, -s 501, -s 501 is more than 500",
        "1, two-sided, two-sided is unknown",
        "2, -s 5, 2 PEs are no cube"
    })
    void shouldSayWhatIsWrongWithItsArguments(int npes, String words, String message) throws Exception {
        final String text = Command.runAnyway(directory, ("-np " + npes + " lulesh " + words).split(" ", -1));

        assertTrue(text.contains(message), text);
    }

    @Tag(Draw.DRAWN)
    @Test
    void shouldDrawTheEnergy() throws Exception {
        Command.run(directory, 0, "-np", "8", "lulesh", "-s", "3", "-i", "20", "energy.png");

        assertTrue(ImageIO.read(directory.resolve("energy.png").toFile()).getWidth() > 100);
    }
}
