package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jshmem.heap.SymmetricHeap;
import org.jshmem.libfabric.AddressVector;
import org.jshmem.libfabric.SimulatedFabric;
import org.jshmem.transport.ofi.Heartbeat.Beginning;
import org.jshmem.transport.ofi.domain.OpenDomain;
import org.jshmem.transport.ofi.failure.FailureReporter;
import org.jshmem.transport.ofi.failure.LocalProcessWatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a PE counts as lost, by what becomes of reads of its heartbeat word; the limit of silence is a second. */
@Timeout(20)
class HeartbeatTest {
    private static final int LIMIT_SECONDS = 1;

    private final FailureReporter failures =
            new FailureReporter(new ScheduledNetwork.Job(0, 2), null, "simulated", LIMIT_SECONDS);
    private final Peers peers = new Peers(2, ScheduledNetwork.table(2, true), new AddressVector(), failures);
    private final Heartbeat heartbeat = new Heartbeat(
            this::begin,
            peers,
            new LocalProcessWatch(failures, 0, new int[] {0}),
            failures,
            new OpenDomain(new SimulatedFabric(true), ScheduledNetwork.traits(true), SymmetricHeap.ofMemory(0, 0))
                    .registrations(),
            -1);
    private Beginning answer = Beginning.UNDER_WAY;
    private int reads;

    private Beginning begin(Peer peer, long dest, long descriptor) {
        reads++;
        return answer;
    }

    /** As a thread does that waits for PE 1; a tenth of a second has to be between two of them. */
    private void probe() throws InterruptedException {
        Thread.sleep(120);
        heartbeat.probe(1);
    }

    @Test
    void shouldLoseAPeThatDoesNotAnswerARead() throws InterruptedException {
        peers.of(1).isContacted = true;
        probe();
        Thread.sleep(1200);
        final String message =
                assertThrows(AssertionError.class, heartbeat::round).getMessage();
        assertEquals(
                "the network (simulated) has been silent for 1 seconds (SHMEM_TIMEOUT), while this PE waited for a"
                        + " heartbeat with PE 1",
                message);
    }

    @Test
    void shouldNotLoseAPeThatItCouldNotAsk() throws InterruptedException {
        peers.of(1).isContacted = true;
        answer = Beginning.NO_ROOM;
        probe();
        assertEquals(1, reads);
        Thread.sleep(1200);
        answer = Beginning.UNDER_WAY;
        assertDoesNotThrow(heartbeat::round);
        assertEquals(2, reads);
    }

    /** However old the job is. */
    @Test
    void shouldAskAPeThatItMeetsLateBeforeItLosesIt() throws InterruptedException {
        peers.of(1);
        Thread.sleep(1200);
        peers.of(1).isContacted = true;
        assertDoesNotThrow(heartbeat::round);
        assertEquals(1, reads);
    }

    @Test
    void shouldLoseAPeThatWasHeardAndToWhichThereIsNoConnection() throws InterruptedException {
        failures.heard();
        peers.of(1).heard();
        answer = Beginning.REFUSED;
        probe();
        Thread.sleep(700);
        final String message =
                assertThrows(AssertionError.class, () -> heartbeat.probe(1)).getMessage();
        assertEquals(
                "the connection with PE 1 failed on the network (simulated): it is broken and cannot be made again",
                message);
    }

    @Test
    void shouldNotLoseAPeToWhichTransfersAreHeldUp() throws InterruptedException {
        failures.heard();
        peers.of(1).heard();
        answer = Beginning.HELD_UP;
        probe();
        Thread.sleep(700);
        assertDoesNotThrow(() -> heartbeat.probe(1));
        assertEquals(2, reads);
    }
}
