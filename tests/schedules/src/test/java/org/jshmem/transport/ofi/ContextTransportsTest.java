package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.libfabric.SimulatedFabric;
import org.jshmem.transport.ofi.domain.OpenDomain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The channels of contexts, and what is left of contexts that were destroyed. */
@Timeout(20)
class ContextTransportsTest {
    private static final ChannelBuffers LIMITS = new ChannelBuffers(9, 2, 64, 2, 64, 3, 2, 1);

    private final OpenDomain domain =
            new OpenDomain(new SimulatedFabric(true), ScheduledNetwork.traits(true), SymmetricHeap.ofMemory(0, 0));
    private final Channel main = channel();
    private final List<Channel> used = new ArrayList<>();
    private int opened;

    private Channel channel() {
        opened++;
        return new Channel(domain, null, null, null, LIMITS);
    }

    private OfiTransport make(Channel channel, int id) {
        assertEquals(used.size(), id);
        used.add(channel);
        return null;
    }

    @Test
    void shouldHaveNoMoreChannelsThanCpus() {
        final int most = Math.min(16, Runtime.getRuntime().availableProcessors());
        final ContextTransports transports = new ContextTransports(main, this::channel, this::make);
        transports.openMain();
        assertSame(main, used.getFirst());
        assertEquals(0, transports.channels().length);
        for (int i = 0; i < most; i++) {
            transports.open();
            assertEquals(i + 1, transports.channels().length);
            assertSame(transports.channels()[i], used.get(1 + i));
            assertNotSame(main, used.get(1 + i));
        }
        for (int i = 0; i < 2 * most; i++) {
            transports.open();
            assertSame(transports.channels()[(1 + most + i) % most], used.getLast(), "one after the other");
        }
        assertEquals(1 + most, opened);
    }

    @Test
    void shouldUseTheMainChannelWhereThereIsNoOther() {
        final ContextTransports transports = new ContextTransports(main, null, this::make);
        transports.openMain();
        transports.open();
        assertEquals(List.of(main, main), used);
        assertEquals(0, transports.channels().length);
    }

    @Test
    void shouldKeepTransportsOfDestroyedContexts() {
        ScheduledNetwork.explore(1, 1, false, true, (_, network, _, _) -> {
            final List<OfiTransport> made = new ArrayList<>(List.of(network.transport(0), network.transport(1)));
            final ContextTransports transports =
                    new ContextTransports(null, null, (_, id) -> id < made.size() ? made.get(id) : null);
            assertNull(transports.find(0));
            assertSame(made.get(0), transports.openMain());
            assertSame(made.get(1), transports.open());
            assertSame(made.get(0), transports.find(0));
            assertSame(made.get(1), transports.find(1));
            assertNull(transports.find(2));
            assertNull(transports.find(-1));
            transports.close(made.get(1));
            assertSame(made.get(1), transports.find(1), "acknowledgements may still come");
            assertSame(made.get(1), transports.open());
            assertNull(transports.open());
        });
    }
}
