package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class WaitsTest {
    private static final long NOW = 100_000;

    private static Snapshot pe(int number, String doing, long sinceMs, long lock, long held) {
        return Snapshot.parse("pe " + number + "\nheld " + held
                + (doing.isEmpty() ? "" : "\ndoing 7 " + doing + " " + (NOW - sinceMs) + " " + lock));
    }

    @Test
    void shouldNameTheHolderOfALock() {
        assertEquals(
                List.of("PE 0 waits for a lock that PE 2 has", "PE 1 waits for a lock that PE 2 has"),
                Waits.of(
                        List.of(pe(0, "setLock", 900, 64, -1), pe(1, "setLock", 900, 64, 128), pe(2, "", 0, -1, 64)),
                        NOW));
    }

    @Test
    void shouldFindACycleOnce() {
        final List<String> sentences = Waits.of(
                List.of(
                        pe(0, "setLock", 900, 8, 0),
                        pe(1, "setLock", 900, 16, 8),
                        pe(2, "setLock", 900, 0, 16),
                        pe(3, "setLock", 900, 0, -1)),
                NOW);
        assertEquals(5, sentences.size());
        assertEquals("DEADLOCK: PE 0 -> PE 1 -> PE 2 -> PE 0", sentences.getLast());
    }

    @Test
    void shouldNameThePeThatHasNotCome() {
        assertEquals(
                List.of("PEs 0, 2 are in barrierAll, and PE 1 is not"),
                Waits.of(
                        List.of(
                                pe(0, "barrierAll", 3000, -1, -1),
                                pe(1, "", 0, -1, -1),
                                pe(2, "barrierAll", 2000, -1, -1)),
                        NOW));
    }

    @Test
    void shouldSayNothingOfShortWaits() {
        assertEquals(List.of(), Waits.of(List.of(pe(0, "barrierAll", 100, -1, -1), pe(1, "setLock", 0, 8, -1)), NOW));
    }

    /** Half a second is long. */
    @Test
    void shouldKnowHowLongIsLong() {
        for (long ms : new long[] {499, 500}) {
            final List<Snapshot> pes = List.of(
                    pe(0, "barrierAll", ms, -1, -1),
                    pe(1, "setLock", ms, 0, -1),
                    pe(2, "", 0, -1, 0),
                    pe(3, "barrierAll", 499, -1, -1));
            assertEquals(
                    ms < 500
                            ? List.of()
                            : List.of(
                                    "PE 1 waits for a lock that PE 2 has",
                                    "PE 0 is in barrierAll, and PEs 2, 3 are not"),
                    Waits.of(pes, NOW));
        }
    }

    /** A lock that nobody has, as its holder is not seen, and PEs that are all in a call. */
    @Test
    void shouldSayNothingOfWhatItCannotKnow() {
        assertEquals(List.of(), Waits.of(List.of(pe(0, "setLock", 900, 8, -1), pe(1, "barrierAll", 900, -1, 16)), NOW));
    }
}
