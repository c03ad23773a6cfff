package org.jshmem.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class UnitsTest {
    @Test
    void shouldWriteTimesWithTheirUnit() {
        assertEquals("0.43 ns", Units.time(0.43));
        assertEquals("17.9 µs", Units.time(17_900));
        assertEquals("4.28 ms", Units.time(4_282_210));
        assertEquals("1.50 s", Units.time(1.5e9));
        assertEquals("–", Units.time(Double.NaN));
    }

    @Test
    void shouldWriteSizes() {
        assertEquals("8 B", Units.size(8));
        assertEquals("64 KiB", Units.size(64 << 10));
        assertEquals("64 MiB", Units.size(64 << 20));
        assertEquals("1000 B", Units.size(1000));
    }
}
