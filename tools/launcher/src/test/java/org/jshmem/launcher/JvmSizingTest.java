package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class JvmSizingTest {
    @Test
    void shouldLeaveJvmsThatHaveTheMachineToThemselves() {
        assertEquals(List.of(), new JvmSizing(1, 2).options(true));
        assertEquals(List.of(), new JvmSizing(1, 256).options(true));
        assertEquals(List.of(), new JvmSizing(2, 2).options(false));
    }

    @Test
    void shouldShareHalfOfTheMemoryAmongHeaps() {
        assertEquals(
                List.of("-XX:MaxRAMPercentage=12.5000", "-XX:InitialRAMPercentage=0.7813"),
                new JvmSizing(4, 2).options(false));
        assertEquals(
                List.of("-XX:MaxRAMPercentage=0.0122", "-XX:InitialRAMPercentage=0.0008"),
                new JvmSizing(4096, 2).options(false));
    }

    @Test
    void shouldNotGiveAZeroPercentage() {
        assertEquals(
                List.of("-XX:MaxRAMPercentage=0.0001", "-XX:InitialRAMPercentage=0.0001"),
                new JvmSizing(10_000_000, 2).options(false));
    }

    @Test
    void shouldShareCpusAmongCompilersAndCollectors() {
        assertEquals(
                List.of("-XX:CICompilerCount=18", "-XX:ParallelGCThreads=64", "-XX:ConcGCThreads=16"),
                new JvmSizing(2, 128).options(true));
        assertEquals(
                List.of(
                        "-XX:MaxRAMPercentage=0.3906",
                        "-XX:InitialRAMPercentage=0.0244",
                        "-XX:CICompilerCount=2",
                        "-XX:ParallelGCThreads=1",
                        "-XX:ConcGCThreads=1"),
                new JvmSizing(128, 128).options(true));
        assertEquals(
                List.of("-XX:MaxRAMPercentage=3.1250", "-XX:InitialRAMPercentage=0.1953", "-XX:CICompilerCount=4"),
                new JvmSizing(16, 128).options(false));
    }
}
