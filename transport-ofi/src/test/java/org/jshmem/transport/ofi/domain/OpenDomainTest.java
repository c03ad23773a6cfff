package org.jshmem.transport.ofi.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Properties;
import org.jshmem.internal.config.Configuration;
import org.jshmem.libfabric.CompletionQueue;
import org.jshmem.libfabric.Endpoint;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.InfoList;
import org.jshmem.libfabric.Libfabric;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.testing.Descriptors;
import org.jshmem.testing.Requirement;
import org.jshmem.transport.ofi.provider.OfiSettings;
import org.jshmem.transport.ofi.provider.ProviderChoice;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The objects of libfabric's TCP, on the loopback interface. */
@Timeout(60)
class OpenDomainTest {
    private static final String EPOLL = "[eventpoll]";

    private InfoList list;

    @BeforeEach
    void list() {
        Requirement.NETWORK.need();
        list = ProviderChoice.list(
                Libfabric.get(),
                OfiSettings.of(Configuration.of(
                        Map.of("SHMEM_OFI_PROVIDER", "tcp;ofi_rxm", "SHMEM_OFI_INTERFACE", "127.0.0.1"),
                        new Properties())));
    }

    @AfterEach
    void close() {
        if (list != null) {
            list.close();
        }
    }

    private OpenDomain open(boolean waits) {
        return new OpenDomain(list.entries().getFirst(), new SecureRandom(), waits, 2);
    }

    /** Its memory is of the fabric and the domain, too. */
    @Test
    void shouldCloseWhatItHasOpened() throws IOException {
        open(true).close();
        final long before = Descriptors.open(EPOLL);
        final OpenDomain domain = open(true);
        final CompletionQueue queue = domain.completionQueue();
        final Endpoint endpoint = domain.endpoint(queue);
        assertTrue(Descriptors.open(EPOLL) > before);
        domain.addresses().insert(endpoint.name());
        final MemorySegment word = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
        domain.registrations().word(word.address());
        endpoint.close();
        queue.close();
        domain.close();
        assertEquals(before, Descriptors.open(EPOLL));
    }

    @Test
    void shouldHaveADescriptorToWaitForIfOneIsWanted() {
        final OpenDomain waiting = open(true);
        final CompletionQueue queue = waiting.completionQueue();
        assertTrue(waiting.waitFd(queue) > 2);
        assertTrue(waiting.maySleep(queue));
        queue.close();
        waiting.close();
        final OpenDomain polling = open(false);
        final CompletionQueue other = polling.completionQueue();
        assertEquals(-1, polling.waitFd(other));
        other.close();
        polling.close();
    }

    /** Only writes ask for it. */
    @Test
    void shouldNotHaveMessagesCompleteOnDelivery() {
        final FiInfo info = list.entries().getFirst();
        assertEquals(Fi.DELIVERY_COMPLETE, info.tx_attr.op_flags);
        open(false).close();
        assertEquals(0L, info.tx_attr.op_flags);
        assertEquals(0L, info.tx_attr.readField("op_flags"));
    }
}
