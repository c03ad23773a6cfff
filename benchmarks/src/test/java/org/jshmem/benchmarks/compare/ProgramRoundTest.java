package org.jshmem.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.jshmem.benchmarks.programs.PassTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class ProgramRoundTest {
    @Test
    void shouldTellTheFirstPassFromTheSteadyState() {
        final List<PassTime> passes = List.of(pass(1, 900), pass(2, 500), pass(3, 100), pass(4, 120), pass(5, 110));
        final ProgramRound round = new ProgramRound(passes, passes);

        assertEquals(900, round.cFirst());
        assertEquals(110, round.javaSteady());
    }

    @Test
    void shouldRefuseDifferentResults() {
        final ProgramRound round = new ProgramRound(
                List.of(pass(1, 10), new PassTime(2, 10, 5)), List.of(pass(1, 10), new PassTime(2, 10, 6)));

        assertThrows(IllegalStateException.class, () -> round.check("heat"));
    }

    @Test
    void shouldCompareOnlyPassesThatBothHaveMade() {
        new ProgramRound(List.of(pass(1, 10)), List.of(pass(1, 10), pass(2, 10))).check("heat");
    }

    @Test
    void shouldRefuseARunWithoutResults() {
        assertThrows(
                IllegalStateException.class, () -> new ProgramRound(List.of(), List.of(pass(1, 10))).check("heat"));
    }

    @Test
    void shouldReadPassesOfBothSides() {
        assertEquals(
                Optional.of(new PassTime(3, 17, -1)),
                PassTime.parse("{\"pass\": 3, \"ns\": 17, \"check\": \"ffffffffffffffff\"}"));
        assertEquals(Optional.empty(), PassTime.parse("PE 0: hello"));
    }

    private static PassTime pass(int pass, long ns) {
        return new PassTime(pass, ns, 42L * pass);
    }
}
