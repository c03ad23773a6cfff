package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jshmem.ShmemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings of PEs that have no launcher. */
@Timeout(60)
class BootstrapSettingsTest {
    private static final String SECRET = "0123456789abcdef";
    private static final List<String> NAMES =
            List.of(BootstrapSettings.ADDRESS, BootstrapSettings.PE, BootstrapSettings.NPES, BootstrapSettings.SECRET);

    private static BootstrapSettings settings(String pe, String nPes) {
        return new BootstrapSettings("auto", "host:1", pe, nPes, SECRET, 0);
    }

    /** Each of the sixteen ways to set some of four. */
    @Test
    void shouldNameWhatIsMissing() {
        for (int set = 0; set < 16; set++) {
            final BootstrapSettings given = new BootstrapSettings(
                    "auto",
                    (set & 1) == 0 ? "" : "host:1",
                    (set & 2) == 0 ? "" : "1",
                    (set & 4) == 0 ? "" : "2",
                    (set & 8) == 0 ? "" : SECRET,
                    0);
            assertEquals(set != 0, given.hasRendezvous());
            final List<String> missing = new ArrayList<>();
            for (int i = 0; i < NAMES.size(); i++) {
                if ((set & 1 << i) == 0) {
                    missing.add(NAMES.get(i));
                }
            }
            if (missing.isEmpty()) {
                assertEquals(2, given.size());
                assertEquals(1, given.number());
                assertEquals("host, port 1", given.ticket().place());
                continue;
            }
            final String expected = String.join(" and ", missing) + (missing.size() == 1 ? " is" : " are") + " not set";
            for (Consumer<BootstrapSettings> call : List.<Consumer<BootstrapSettings>>of(
                    BootstrapSettings::size, BootstrapSettings::number, BootstrapSettings::ticket)) {
                final var error = assertThrows(ShmemException.class, () -> call.accept(given));
                assertTrue(error.getMessage().contains(expected), error.getMessage());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, true",
        "1, 2, true",
        "0, 999999, true",
        "2, 2, false",
        "-1, 2, false",
        "0, 0, false",
        "0, -1, false",
        "0, 1000000000, false",
        "0x1, 2, false",
        "1, two, false",
        "+1, 2, false",
        "00, 1, true"
    })
    void shouldTakePesThatThereAre(String pe, String nPes, boolean isTaken) {
        final BootstrapSettings given = settings(pe, nPes);
        if (isTaken) {
            assertEquals(Integer.parseInt(pe), given.number());
            assertEquals(Integer.parseInt(nPes), given.size());
        } else {
            final var error = assertThrows(ShmemException.class, given::number);
            assertTrue(
                    error.getMessage().contains("=" + pe) || error.getMessage().contains("=" + nPes));
        }
    }

    @Test
    void shouldTakeAsManyPesAsAJobMayHave() {
        final String most = Integer.toString(JobNumbers.MOST_PES);
        assertEquals(JobNumbers.MOST_PES, settings("0", most).size());
        final var error = assertThrows(
                ShmemException.class,
                () -> settings("0", Integer.toString(JobNumbers.MOST_PES + 1)).size());
        assertTrue(error.getMessage().contains("1 to " + most), error.getMessage());
    }

    @Test
    void shouldWantASecretThatNobodyGuesses() {
        final String least = "x".repeat(RendezvousTicket.LEAST_SECRET_CHARACTERS);
        final BootstrapSettings enough = new BootstrapSettings("auto", "host:1", "0", "1", least, 0);
        assertEquals(least, enough.ticket().secret());
        final BootstrapSettings less = new BootstrapSettings("auto", "host:1", "0", "1", least.substring(1), 0);
        final var error = assertThrows(ShmemException.class, less::ticket);
        assertTrue(error.getMessage().startsWith(BootstrapSettings.SECRET + " has "), error.getMessage());
        assertFalse(error.getMessage().contains(least.substring(1)), "the secret is in the message");
        assertFalse(enough.toString().contains(least), "the secret is in the description");
        assertEquals("BootstrapSettings[auto, host:1, PE 0 of 1]", enough.toString());
    }
}
