package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jshmem.heap.SymmetricHeap;
import org.jshmem.libfabric.FabricException;
import org.jshmem.libfabric.SimulatedFabric;
import org.jshmem.transport.ofi.domain.OpenDomain;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is left of a channel that cannot be opened, or was closed. */
class ChannelTest {
    private static final ChannelBuffers LIMITS = new ChannelBuffers(9, 2, 64, 2, 64, 3, 2, 1);

    private OpenDomain domain;

    @BeforeEach
    void open() {
        domain = new OpenDomain(new SimulatedFabric(true), ScheduledNetwork.traits(true), SymmetricHeap.ofMemory(0, 0));
    }

    private Channel channel() {
        return new Channel(domain, null, null, null, LIMITS);
    }

    @Test
    void shouldCloseWhatItHasOpened() {
        channel().close();
        assertEquals(0, domain.open());
    }

    @Test
    void shouldLeaveNothingWithoutAnEndpoint() {
        domain.refuseEndpoints();
        assertThrows(FabricException.class, this::channel);
        assertEquals(0, domain.open());
    }

    @Test
    void shouldLeaveNothingWithoutRegisteredBuffers() {
        domain.domain().limitTo(0);
        assertThrows(FabricException.class, this::channel);
        assertEquals(0, domain.open());
    }
}
