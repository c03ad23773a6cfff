package org.jshmem.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TestSurveyTest {
    @Test
    void shouldTakeTheClassesThatPassedInTimeTheFastestFirst() {
        assertEquals(
                List.of("BTest", "ATest"),
                TestSurvey.passing(List.of(
                        "output of a test",
                        "SURVEY true 200 a.ATest",
                        "SURVEY true 100 a.b.BTest",
                        "SURVEY false 1 a.CTest",
                        "SURVEY true 50000 a.DTest")));
    }
}
