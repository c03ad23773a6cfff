package org.jshmem.transport.ofi.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.struct.FiInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(10)
class AddedModesTest {
    @AfterEach
    void clear() {
        System.clearProperty(AddedModes.PROPERTY);
    }

    /** The mode as libfabric reads it afterwards. */
    private static int added(int mode) {
        final FiInfo info = Entries.entry("tcp");
        info.domain_attr.mr_mode = mode;
        info.domain_attr.write();
        AddedModes.addTo(info);
        assertEquals(info.domain_attr.mr_mode, info.domain_attr.readField("mr_mode"));
        return info.domain_attr.mr_mode;
    }

    @ParameterizedTest
    @CsvSource({
        "allocated, " + Fi.MR_ALLOCATED,
        "virt_addr, " + Fi.MR_VIRT_ADDR,
        "prov_key, " + Fi.MR_PROV_KEY,
        "local, " + Fi.MR_LOCAL,
        "endpoint, " + Fi.MR_ENDPOINT,
        "'allocated,local,endpoint', " + (Fi.MR_ALLOCATED | Fi.MR_LOCAL | Fi.MR_ENDPOINT),
        "'', 0",
    })
    void shouldAddWhatThePropertyNames(String names, int modes) {
        System.setProperty(AddedModes.PROPERTY, names);
        assertEquals(modes, added(0));
        assertEquals(modes | Fi.MR_LOCAL | Fi.MR_RAW, added(Fi.MR_LOCAL | Fi.MR_RAW));
    }

    @Test
    void shouldAddNothingOtherwise() {
        assertEquals(Fi.MR_RAW, added(Fi.MR_RAW));
    }

    @Test
    void shouldKnowItsModes() {
        System.setProperty(AddedModes.PROPERTY, "local,remote");
        assertEquals(
                "org.jshmem.ofi.mr-modes=remote is not allocated, virt_addr, prov_key, local or endpoint",
                assertThrows(IllegalArgumentException.class, () -> added(0)).getMessage());
    }
}
