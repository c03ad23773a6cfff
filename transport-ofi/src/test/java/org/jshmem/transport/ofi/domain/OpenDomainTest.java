package org.jshmem.transport.ofi.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;
import org.jshmem.libfabric.CompletionQueue;
import org.jshmem.libfabric.Endpoint;
import org.jshmem.libfabric.InfoList;
import org.jshmem.libfabric.Libfabric;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.testing.Descriptors;
import org.jshmem.testing.Requirement;
import org.jshmem.transport.ofi.provider.OfiSettings;
import org.jshmem.transport.ofi.provider.ProviderChoice;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The objects of libfabric's TCP, on the loopback interface. */
@Timeout(60)
class OpenDomainTest {
    private static final String EPOLL = "[eventpoll]";

    private InfoList list;

    private OpenDomain open(String provider, boolean waits) {
        Requirement.NETWORK.need();
        if (list == null) {
            list = ProviderChoice.list(Libfabric.get(), new OfiSettings(provider, "", "127.0.0.1", true, 0, 60));
            assumeFalse(list.entries().isEmpty(), "this libfabric has no " + provider);
        }
        return new OpenDomain(list.entries().getFirst(), new SecureRandom(), waits, 2);
    }

    private OpenDomain open(boolean waits) {
        return open("tcp;ofi_rxm", waits);
    }

    @AfterEach
    void close() {
        if (list != null) {
            list.close();
        }
    }

    /** In the second one the fabric has descriptors, too. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp;ofi_rxm", "net"})
    void shouldCloseWhatItHasOpened(String provider) throws IOException {
        open(provider, true).close();
        final long before = Descriptors.open(EPOLL);
        final OpenDomain domain = open(provider, true);
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
        open(false).close();
        final FiInfo info = list.entries().getFirst();
        assertEquals(0L, info.tx_attr.op_flags);
        assertEquals(0L, info.tx_attr.readField("op_flags"));
    }
}
