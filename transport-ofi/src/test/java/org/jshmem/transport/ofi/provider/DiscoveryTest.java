package org.jshmem.transport.ofi.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.Properties;
import org.jshmem.ShmemException;
import org.jshmem.internal.config.Configuration;
import org.jshmem.testing.Requirement;
import org.jshmem.transport.ofi.OfiProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The settings of the network, and the list that is made beside the rest of init. */
@Timeout(20)
class DiscoveryTest {
    private static final Map<String, String> TCP =
            Map.of("SHMEM_OFI_PROVIDER", "tcp;ofi_rxm", "SHMEM_OFI_INTERFACE", "127.0.0.1");
    private static final Map<String, String> NOWHERE = Map.of("SHMEM_OFI_INTERFACE", "no interface");

    private static Configuration configuration(Map<String, String> settings) {
        return Configuration.of(settings, new Properties());
    }

    @Test
    void shouldTakeTheSettingsOfTheProcess() {
        final Configuration usual = configuration(Map.of());
        assertEquals(new OfiSettings("", "", "", true, usual.bounceBytes(), 60), OfiSettings.of(usual));
        final Configuration all = configuration(Map.of(
                "SHMEM_OFI_PROVIDER", "a provider",
                "SHMEM_OFI_DOMAIN", "a domain",
                "SHMEM_OFI_INTERFACE", "an interface",
                "SHMEM_PROGRESS", "calls",
                "SHMEM_BOUNCE_SIZE", "1234",
                "SHMEM_TIMEOUT", "7"));
        assertEquals(new OfiSettings("a provider", "a domain", "an interface", false, 1234, 7), OfiSettings.of(all));
        assertEquals(
                60, OfiSettings.of(configuration(Map.of("SHMEM_TIMEOUT", "0"))).silenceSeconds());
    }

    @Test
    void shouldHaveTheListHoweverOftenItIsAskedFor() {
        Requirement.NETWORK.need();
        final Discovery discovery = Discovery.begin(OfiSettings.of(configuration(TCP)));
        assertFalse(discovery.await().entries().isEmpty());
        assertSame(discovery.await(), discovery.await());
        assertEquals("tcp;ofi_rxm", discovery.settings().provider());
        discovery.await().close();
    }

    @Test
    void shouldKeepTheInterruptOfAThreadThatWaits() {
        Requirement.NETWORK.need();
        final Discovery discovery = Discovery.begin(OfiSettings.of(configuration(TCP)));
        Thread.currentThread().interrupt();
        try {
            assertFalse(discovery.await().entries().isEmpty());
        } finally {
            assertTrue(Thread.interrupted());
        }
        discovery.await().close();
        assertFalse(Thread.interrupted());
    }

    @Test
    void shouldThrowWhatPreventsTheList() {
        Requirement.NETWORK.need();
        final Discovery discovery = Discovery.begin(OfiSettings.of(configuration(NOWHERE)));
        for (int i = 0; i < 2; i++) {
            final String message =
                    assertThrows(ShmemException.class, discovery::await).getMessage();
            assertTrue(message.startsWith("SHMEM_OFI_INTERFACE=no interface is neither"), message);
        }
    }

    /** A job that needs no network goes on without. */
    @Test
    void shouldHaveNoDigestWithoutAList() {
        Requirement.NETWORK.need();
        final OfiProvider provider = new OfiProvider();
        provider.prepare(configuration(NOWHERE));
        assertEquals(0, provider.digest().length);
        provider.prepare(configuration(TCP));
        assertEquals(2 * Long.BYTES, provider.digest().length, "one network");
    }

    /** Kit and tests choose sizes beside them. */
    @Test
    void shouldNameTheSizesWhereTransfersChange() {
        final OfiProvider provider = new OfiProvider();
        assertEquals(7, provider.switchPoints().length);
        for (long size : provider.switchPoints()) {
            assertTrue(size > 0);
        }
    }

    /** In the environment that libfabric reads, for which the user's own value stays. */
    @Test
    @SuppressWarnings("restricted") // getenv returns a C string
    void shouldPrepareFewReceivesForEachConnection() throws Throwable {
        Requirement.NETWORK.need();
        Discovery.begin(OfiSettings.of(configuration(TCP))).await().close();
        final Linker linker = Linker.nativeLinker();
        final MethodHandle getenv = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("getenv"),
                FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        final String users = System.getenv("FI_OFI_RXM_MSG_RX_SIZE");
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment value =
                    (MemorySegment) getenv.invokeExact(arena.allocateFrom("FI_OFI_RXM_MSG_RX_SIZE"));
            assertEquals(users == null ? "64" : users, value.reinterpret(64).getString(0));
        }
    }
}
