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

/** The programs as jobs of one PE, each beside a form that uses no flow. */
@Timeout(60)
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
class FlowProgramsTest {
    private static final int RECORDS = 5000;

    @ParameterizedTest
    @ValueSource(strings = {"records", "records-across", "pairs", "histogram", "histogram-scope", "histogram-by-hand"})
    void shouldMakeTheHistogramOfSingleOperations(String program) throws IOException, InterruptedException {
        final List<Long> checks = checks(program);

        assertEquals(checks("histogram-single"), checks);
        assertEquals(checks.size(), checks.stream().distinct().count(), "each pass adds to the one before");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gather", "gather-by-hand"})
    void shouldFindTheElementsThatSingleOperationsFind(String program) throws IOException, InterruptedException {
        final List<Long> checks = checks(program);

        assertEquals(checks("gather-single"), checks);
        assertEquals(1, checks.stream().distinct().count(), checks::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"puts", "adds"})
    void shouldWriteTheSameInASession(String program) throws IOException, InterruptedException {
        assertEquals(checks(program), checks(program + "-in-session"));
    }

    @Test
    void shouldStream() throws IOException, InterruptedException {
        assertEquals(4, checks("stream").stream().distinct().count());
    }

    @Test
    void shouldSayWhatAPassAllocates() throws IOException, InterruptedException {
        assertTrue(passes("histogram-by-hand").getFirst().allocatedBytes() > 0, "its first pass makes a flow");
    }

    private static List<Long> checks(String program) throws IOException, InterruptedException {
        return passes(program).stream().limit(4).map(PassTime::check).toList();
    }

    private static List<PassTime> passes(String program) throws IOException, InterruptedException {
        final List<PassTime> passes = ProgramJob.passes(FlowPrograms.class, "0", program, Integer.toString(RECORDS));
        assertTrue(passes.size() >= 4, passes::toString);
        return passes;
    }
}
