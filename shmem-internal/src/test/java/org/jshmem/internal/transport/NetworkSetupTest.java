package org.jshmem.internal.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.waiting.WaitPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NetworkSetupTest {
    private static NetworkSetup setup(byte[]... hosts) {
        return new NetworkSetup(
                null,
                Topology.oneNode(0, 1),
                hosts,
                new byte[1][],
                Configuration.of(Map.of(), new Properties()),
                SymmetricHeap.ofMemory(0, 0),
                11,
                22,
                new PublishedTable(33, 44, true, bytes -> true),
                null,
                55,
                WaitPolicy.endless(true),
                (address, bytes) -> {});
    }

    @Test
    void shouldKnowWhetherAllPesAreOnOneHost() {
        assertTrue(setup(new byte[] {1, 2}).isOneHost());
        assertTrue(
                setup(new byte[] {1, 2}, new byte[] {1, 2}, new byte[] {1, 2}).isOneHost());
        assertFalse(
                setup(new byte[] {1, 2}, new byte[] {1, 2}, new byte[] {1, 3}).isOneHost());
    }

    /** Which a large job need not keep. */
    @Test
    void shouldForgetHostsAndNetworksOnly() throws ReflectiveOperationException {
        final NetworkSetup all = setup(new byte[] {1, 2});
        final NetworkSetup some = all.withoutHosts();
        assertNotNull(all.networks());
        assertNull(some.hosts());
        assertNull(some.networks());
        for (RecordComponent component : NetworkSetup.class.getRecordComponents()) {
            if (!Set.of("hosts", "networks").contains(component.getName())) {
                final Object before = component.getAccessor().invoke(all);
                final Object after = component.getAccessor().invoke(some);
                if (component.getType().isPrimitive()) {
                    assertEquals(before, after, component.getName());
                } else {
                    assertSame(before, after, component.getName());
                }
            }
        }
    }
}
