package org.jshmem.internal.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Properties;
import org.jshmem.ShmemException;
import org.junit.jupiter.api.Test;

class ConfigurationTest {
    @Test
    void shouldPreferPropertyThenNewNameThenOldName() {
        assertEquals(512L << 20, of(Map.of()).heapBytes());
        assertEquals(3, of(Map.of("SMA_SYMMETRIC_SIZE", "3")).heapBytes());
        assertEquals(
                2,
                of(Map.of("SMA_SYMMETRIC_SIZE", "3", "SHMEM_SYMMETRIC_SIZE", "2"))
                        .heapBytes());
        final Properties properties = new Properties();
        properties.setProperty("jshmem.symmetric.size", "1");
        assertEquals(
                1,
                Configuration.of(Map.of("SHMEM_SYMMETRIC_SIZE", "2"), properties)
                        .heapBytes());
    }

    @Test
    void shouldTakeAnyValueOfAFlagForSet() {
        assertFalse(of(Map.of()).isSet(Setting.DEBUG));
        assertTrue(of(Map.of("SHMEM_DEBUG", "")).isSet(Setting.DEBUG));
        assertTrue(of(Map.of("SMA_DEBUG", "0")).isSet(Setting.DEBUG));
    }

    @Test
    void shouldIgnoreOldNamesOfOwnSettings() {
        assertEquals("auto", of(Map.of("SMA_SHR", "cma")).get(Setting.SHR));
    }

    @Test
    void shouldNameSettingValueAndRemedy() {
        final String size = message(Map.of("SHMEM_SYMMETRIC_SIZE", "lots"));
        assertTrue(size.contains("SHMEM_SYMMETRIC_SIZE") && size.contains("lots") && size.contains("512M"), size);
        final String shr = message(Map.of("SHMEM_SHR", "xpmem"));
        assertTrue(shr.contains("SHMEM_SHR") && shr.contains("xpmem") && shr.contains("auto, mmap, cma"), shr);
    }

    private static String message(Map<String, String> environment) {
        return assertThrows(ShmemException.class, () -> of(environment)).getMessage();
    }

    private static Configuration of(Map<String, String> environment) {
        return Configuration.of(environment, new Properties());
    }
}
