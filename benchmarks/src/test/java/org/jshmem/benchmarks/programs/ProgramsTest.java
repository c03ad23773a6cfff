package org.jshmem.benchmarks.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs as jobs of one PE. */
@Timeout(60)
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
class ProgramsTest {
    /** These begin each pass anew, so that all passes have the same result. */
    @ParameterizedTest
    @ValueSource(strings = {"heat 20 10", "bucket-sort 1000"})
    void shouldRepeatItsResult(String command) throws IOException, InterruptedException {
        final List<PassTime> passes = ProgramJob.passes(Programs.class, ("0 " + command).split(" "));

        assertEquals(1, passes.stream().map(PassTime::check).distinct().count(), passes::toString);
    }

    /** These go on from the pass before. */
    @ParameterizedTest
    @ValueSource(strings = {"stencil 20 3", "transpose 20 3", "pipeline 10 20", "exstack 5000", "is 12 11"})
    void shouldGoOnFromItsResult(String command) throws IOException, InterruptedException {
        final List<PassTime> passes = ProgramJob.passes(Programs.class, ("0 " + command).split(" "));

        assertEquals(
                passes.size(), passes.stream().map(PassTime::check).distinct().count(), passes::toString);
    }

    /** An exclusive or done twice is undone. */
    @Test
    void shouldUndoEverySecondUpdate() throws IOException, InterruptedException {
        final List<PassTime> passes = ProgramJob.passes(Programs.class, "0", "gups", "8");

        assertEquals(passes.get(0).check(), passes.get(2).check());
        assertEquals(passes.get(1).check(), passes.get(3).check());
        assertTrue(passes.get(0).check() != passes.get(1).check(), passes::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"barrier_all", "sum_reduce, 8 B", "malloc + free, 1 KiB"})
    void shouldTimeFirstCalls(String operation) throws IOException, InterruptedException {
        final List<PassTime> calls = ProgramJob.passes(FirstCalls.class, operation);

        assertEquals(2, calls.size());
        assertTrue(0 < calls.get(0).ns() && calls.get(0).ns() < calls.get(1).ns(), calls::toString);
    }
}
