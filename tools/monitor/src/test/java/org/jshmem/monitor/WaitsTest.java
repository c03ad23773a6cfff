package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class WaitsTest {
    private static final long NOW = 100_000;

    private static Snapshot pe(int number, String doing, long sinceMs, long lock, long held) {
        return Snapshot.parse("pe " + number + "\nwritten " + NOW + "\nheld " + held
                + (doing.isEmpty() ? "" : "\ndoing 7 " + doing + " " + (NOW - sinceMs) + " " + lock)
                + (doing.equals("barrierAll") ? "\nmembers all" : ""));
    }

    private static Snapshot inTeam(int number, String doing, String members) {
        return Snapshot.parse("pe " + number + "\nwritten " + NOW + "\nheld -1\ndoing 7 " + doing + " " + (NOW - 900)
                + " -1\nmembers " + members);
    }

    @Test
    void shouldNameTheHolderOfALock() {
        assertEquals(
                List.of("PE 0 waits for a lock that PE 2 has", "PE 1 waits for a lock that PE 2 has"),
                Waits.of(List.of(pe(0, "setLock", 900, 64, -1), pe(1, "setLock", 900, 64, 128), pe(2, "", 0, -1, 64))));
    }

    @Test
    void shouldFindACycleOnce() {
        final List<String> sentences = Waits.of(List.of(
                pe(0, "setLock", 900, 8, 0),
                pe(1, "setLock", 900, 16, 8),
                pe(2, "setLock", 900, 0, 16),
                pe(3, "setLock", 900, 0, -1)));
        assertEquals(5, sentences.size());
        assertEquals("DEADLOCK: PE 0 -> PE 1 -> PE 2 -> PE 0", sentences.getLast());
    }

    @Test
    void shouldNameThePeThatHasNotCome() {
        assertEquals(
                List.of("PEs 0, 2 are in barrierAll, and PE 1 is not"),
                Waits.of(List.of(
                        pe(0, "barrierAll", 3000, -1, -1), pe(1, "", 0, -1, -1), pe(2, "barrierAll", 2000, -1, -1))));
    }

    /** Two teams in the same collective, and receives, which nobody else has to call. */
    @Test
    void shouldNameOnlyPesOfTheTeam() {
        assertEquals(
                List.of("PE 0 is in sync, and PE 2 is not", "PE 1 is in sync, and PE 11 is not"),
                Waits.of(List.of(
                        inTeam(0, "sync", "0 2"),
                        inTeam(1, "sync", "1 11"),
                        pe(2, "", 0, -1, -1),
                        pe(3, "recv", 900, -1, -1),
                        pe(11, "", 0, -1, -1))));
        assertEquals(List.of(), Waits.of(List.of(pe(0, "recv", 900, -1, -1), pe(1, "", 0, -1, -1))));
    }

    /** A PE may have several locks. */
    @Test
    void shouldFindTheHolderOfEachLock() {
        assertEquals(
                List.of(
                        "PE 0 waits for a lock that PE 1 has",
                        "PE 1 waits for a lock that PE 0 has",
                        "DEADLOCK: PE 0 -> PE 1 -> PE 0"),
                Waits.of(List.of(
                        Snapshot.parse("pe 0\nwritten " + NOW + "\nheld 8 16\ndoing 7 setLock " + (NOW - 900) + " 32"),
                        Snapshot.parse(
                                "pe 1\nwritten " + NOW + "\nheld 24 32\ndoing 7 setLock " + (NOW - 900) + " 8"))));
    }

    @Test
    void shouldSayNothingOfShortWaits() {
        assertEquals(List.of(), Waits.of(List.of(pe(0, "barrierAll", 100, -1, -1), pe(1, "setLock", 0, 8, -1))));
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
                                    "PE 0 is in barrierAll, and PEs 1, 2 are not"),
                    Waits.of(pes));
        }
    }

    /** A lock that nobody has, as its holder is not seen. */
    @Test
    void shouldSayNothingOfWhatItCannotKnow() {
        assertEquals(List.of(), Waits.of(List.of(pe(0, "setLock", 900, 8, -1), pe(1, "", 900, -1, 16))));
    }

    /** Each waits for the other; one that has shut down is awaited by nobody, one that was killed is. */
    @Test
    void shouldNameThePeThatIsInAnotherCall() {
        assertEquals(
                List.of("PE 0 is in barrierAll, and PEs 1, 3 are not"),
                Waits.of(List.of(
                        pe(0, "barrierAll", 900, -1, -1),
                        pe(1, "recv", 900, -1, -1),
                        Snapshot.parse("pe 2\nwritten 5\nended 5"),
                        Snapshot.parse("pe 3\nwritten 5\ngone 5"))));
    }

    /** One that sends seldom, and was in a short call when it did so. */
    @Test
    void shouldKnowHowLongACallHadLastedWhenItWasSeen() {
        assertEquals(
                List.of(),
                Waits.of(List.of(
                        Snapshot.parse("pe 0\nwritten 1000\ndoing 7 barrierAll 999 -1\nmembers all"),
                        pe(1, "", 0, -1, -1))));
    }
}
