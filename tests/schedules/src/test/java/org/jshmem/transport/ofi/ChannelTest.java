package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.libfabric.AddressVector;
import org.jshmem.libfabric.FabricException;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.Libfabric;
import org.jshmem.libfabric.SimulatedFabric;
import org.jshmem.testing.Requirement;
import org.jshmem.transport.ofi.domain.OpenDomain;
import org.jshmem.transport.ofi.failure.FailureReporter;
import org.jshmem.transport.ofi.provider.ProviderTraits;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a channel opens, what is left of it, and what it does where it is refused something. */
@Timeout(20)
class ChannelTest {
    private static final ChannelBuffers LIMITS = new ChannelBuffers(9, 2, 64, 2, 64, 3, 2, 1);

    private final SimulatedFabric fabric = new SimulatedFabric(true);
    private FailureReporter failures;
    private Peers peers;
    private OpenDomain domain;

    @BeforeEach
    void open() {
        domain = new OpenDomain(fabric, ScheduledNetwork.traits(true), SymmetricHeap.ofMemory(0, 0));
    }

    private Channel channel() {
        return new Channel(domain, null, null, null, LIMITS);
    }

    /** That of PE 0; nothing that begins ever ends. */
    private Channel connected() {
        return connected(null);
    }

    private Channel connected(Libfabric library) {
        failures = new FailureReporter(new ScheduledNetwork.Job(0, 2), library, "simulated", 60);
        peers = new Peers(2, ScheduledNetwork.table(2, true), new AddressVector(), failures);
        return new Channel(domain, peers, new HeapsAccess(new long[] {0, 0}), failures, LIMITS);
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

    /** The reason is the library's own. */
    @Test
    void shouldEndTheJobIfItsQueueFails() {
        Requirement.NETWORK.need();
        final Channel channel = connected(Libfabric.get());
        assertFalse(channel.poll());
        channel.queue().breakDown(5);
        final String message = assertThrows(AssertionError.class, channel::poll).getMessage();
        assertEquals(
                "fi_cq_read failed on the network (simulated): "
                        + Libfabric.get().strerror(5) + " (-5)",
                message);
        assertEquals(ChannelLock.FREE, channel.channelLock().taken);
    }

    /** Each call of the library that begins something with PE 1. */
    private List<BooleanSupplier> calls(Channel channel) {
        final long memory = Arena.global().allocate(64, 64).address();
        return List.of(
                () -> channel.write(1, 0, memory, 8, 0, null),
                () -> channel.writeCopy(1, 0, memory, 64),
                () -> channel.read(1, 0, memory, 8, 0, null),
                () -> channel.send(1, memory, 40),
                () -> channel.send(1, memory, 41));
    }

    @Test
    void shouldEndTheJobIfAnOperationIsRefused() {
        Requirement.NETWORK.need();
        final List<String> names = List.of("fi_writemsg", "fi_writemsg", "fi_read", "fi_inject", "fi_send");
        final Channel channel = connected(Libfabric.get());
        fabric.refuse(5);
        for (int i = 0; i < names.size(); i++) {
            final BooleanSupplier call = calls(channel).get(i);
            assertEquals(
                    names.get(i) + " with PE 1 failed on the network (simulated): "
                            + Libfabric.get().strerror(5) + " (-5)",
                    assertThrows(AssertionError.class, call::getAsBoolean).getMessage());
            failures.brokenBy = null;
        }
        assertThrows(AssertionError.class, () -> begin(channel));
        assertEquals(0, domain.retries().sum(), "none of them is repeated");
    }

    /** And takes no buffer or slot away, however often it is repeated. */
    @Test
    void shouldRepeatAnOperationForWhichThereIsNoRoom() {
        final Channel channel = connected();
        fabric.refuse(Fi.EAGAIN);
        for (int i = 0; i < 20; i++) {
            for (BooleanSupplier call : calls(channel)) {
                assertFalse(call.getAsBoolean());
            }
            assertEquals(Heartbeat.Beginning.REFUSED, begin(channel));
        }
        assertEquals(120, domain.retries().sum());
        assertFalse(channel.isBusy());
        fabric.refuse(0);
        assertEquals(Heartbeat.Beginning.UNDER_WAY, begin(channel));
        assertFalse(channel.isBusy(), "it is no transfer");
    }

    /** What is under way to a PE may fill the queue. */
    @Test
    void shouldNotTakeAFullQueueForABrokenConnection() {
        for (int i : new int[] {0, 1, 2, 4}) {
            final Channel channel = connected();
            assertTrue(calls(channel).get(i).getAsBoolean());
            fabric.refuse(Fi.EAGAIN);
            assertEquals(Heartbeat.Beginning.HELD_UP, begin(channel));
            channel.requests().completed(0);
            assertEquals(Heartbeat.Beginning.REFUSED, begin(channel));
            fabric.refuse(0);
        }
    }

    /** Others over shared memory do not connect, or have one queue for all PEs. */
    @ParameterizedTest
    @ValueSource(strings = {"shm", "cxi", "verbs;ofi_rxm"})
    void shouldTakeARefusalForABrokenConnectionOnlyOverTcp(String provider) {
        final ProviderTraits traits =
                new ProviderTraits(provider, "", "", 40, 1500, 2, true, true, true, false, false, true, false, 8, true);
        domain = new OpenDomain(fabric, traits, SymmetricHeap.ofMemory(0, 0));
        final Channel channel = connected();
        fabric.refuse(Fi.EAGAIN);
        assertEquals(Heartbeat.Beginning.HELD_UP, begin(channel));
    }

    /** Else nobody polls it once the thread sleeps that waits for the reply. */
    @Test
    void shouldBeBusyUntilAllQuestionsAreAnswered() {
        final Channel channel = connected();
        channel.ask();
        channel.ask();
        channel.answered();
        assertTrue(channel.isBusy());
        channel.answered();
        assertFalse(channel.isBusy());
    }

    private Heartbeat.Beginning begin(Channel channel) {
        return channel.readHeartbeat(peers.of(1), 64, 0);
    }

    @Test
    void shouldBeginNothingWithoutASlot() {
        final Channel channel = connected();
        int slots = 0;
        while (channel.requests().hasFree()) {
            channel.requests().issued(Requests.RECEIVE, -1, null, null, 0);
            slots++;
        }
        assertEquals(9, slots);
        final List<BooleanSupplier> calls = calls(channel);
        assertFalse(calls.get(0).getAsBoolean());
        assertFalse(calls.get(1).getAsBoolean());
        assertFalse(calls.get(2).getAsBoolean());
        assertTrue(calls.get(3).getAsBoolean(), "an injected message needs none");
        assertFalse(calls.get(4).getAsBoolean());
        assertEquals(Heartbeat.Beginning.NO_ROOM, begin(channel));
        assertEquals(-1, channel.takeBounceLocked());
        assertFalse(channel.receiveLocked(0, 64, 8, 0));
        assertEquals(0, domain.retries().sum());
        channel.requests().completed(0);
        assertTrue(channel.receiveLocked(0, 64, 8, 0));
    }

    /** As often as they are asked for; they may be there later. */
    @Test
    void shouldSayWhyThereAreNoStagingBuffers() {
        final Channel channel = connected();
        domain.domain().limitTo(0);
        for (int i = 0; i < 2; i++) {
            final String message = assertThrows(ShmemOutOfMemoryException.class, channel::takeStaging)
                    .getMessage();
            assertTrue(
                    message.startsWith("cannot register 128 bytes of buffers with the network: there is no memory to"
                            + " pin; there is too little memory, or the limit of locked memory is too low, "),
                    message);
            assertTrue(message.endsWith(" (ulimit -l): raise it on all nodes"), message);
            assertEquals(ChannelLock.FREE, channel.channelLock().taken);
        }
        domain.domain().limitTo(Integer.MAX_VALUE);
        assertEquals(0, channel.takeStaging());
    }

    @Test
    void shouldHaveAsManyBuffersAsItIsTold() {
        final Channel channel = connected();
        assertEquals(0, channel.takeStaging());
        assertEquals(1, channel.takeStaging());
        assertEquals(-1, channel.takeStaging());
        assertEquals(64, channel.stagingBytes());
        assertEquals(64, channel.stagingAddress(1) - channel.stagingAddress(0));
        channel.staging.give(1);
        assertEquals(1, channel.takeStaging());
        assertEquals(0, channel.takeBounceLocked());
        assertEquals(1, channel.takeBounceLocked());
        assertEquals(-1, channel.takeBounceLocked());
        channel.giveBounceLocked(0);
        assertEquals(0, channel.takeBounceLocked());
        assertEquals(64, channel.bounceBytes());
        assertEquals(64, channel.bounceAddress(1) - channel.bounceAddress(0));
        assertEquals(-1, channel.waitFd());
    }
}
