package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class EnvironmentOptionsTest {
    @Test
    void shouldFindFlags() {
        final EnvironmentOptions options = EnvironmentOptions.of(
                Map.of("JAVA_TOOL_OPTIONS", " -XX:MaxRAMPercentage=70 '-XX:-UsePerfData'", "_JAVA_OPTIONS", "-Xmx1g"),
                Map.of("JDK_JAVA_OPTIONS", "\"-XX:CICompilerCount=3\"\t-Da=b"));
        assertTrue(options.set("-XX:MaxRAMPercentage=12.5"));
        assertTrue(options.set("-XX:+UsePerfData"));
        assertTrue(options.set("-XX:CICompilerCount=2"));
        assertFalse(options.set("-XX:InitialRAMPercentage=1"));
        assertFalse(options.set("-XX:MaxRAM=1g"));
        assertFalse(options.set("-Xmx2g"));
        assertTrue(options.words().contains("-Xmx1g"));
    }

    @Test
    void shouldTakeTheEnvironmentOfPes() {
        final Map<String, String> environment = Map.of("JAVA_TOOL_OPTIONS", "-XX:MaxRAMPercentage=70");
        final EnvironmentOptions options =
                EnvironmentOptions.of(environment, Map.of("JAVA_TOOL_OPTIONS", "-XX:+UseParallelGC"));
        assertFalse(options.set("-XX:MaxRAMPercentage=12.5"));
        assertEquals(List.of("-XX:+UseParallelGC"), options.words());
    }
}
