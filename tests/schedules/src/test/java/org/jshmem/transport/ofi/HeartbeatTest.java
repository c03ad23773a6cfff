package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.libfabric.AddressVector;
import org.jshmem.libfabric.SimulatedFabric;
import org.jshmem.spi.RuntimeEvents;
import org.jshmem.spi.RuntimeListener;
import org.jshmem.testing.QuickFilter;
import org.jshmem.transport.ofi.Heartbeat.Beginning;
import org.jshmem.transport.ofi.domain.OpenDomain;
import org.jshmem.transport.ofi.failure.FailureReporter;
import org.jshmem.transport.ofi.failure.LocalProcessWatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a PE counts as lost, by what becomes of reads of its heartbeat word; the limit of silence is a second. */
@Timeout(20)
@Tag(QuickFilter.FULL)
class HeartbeatTest {
    private static final int LIMIT_SECONDS = 1;

    private final FailureReporter failures =
            new FailureReporter(new ScheduledNetwork.Job(0, 2), null, "simulated", LIMIT_SECONDS);
    private final Peers peers = new Peers(2, ScheduledNetwork.table(2, true), new AddressVector(), failures);
    private final Heartbeat heartbeat = heartbeat(peers, failures, -1);
    private Beginning answer = Beginning.UNDER_WAY;
    private int reads;

    private Heartbeat heartbeat(Peers read, FailureReporter reporter, int next) {
        return new Heartbeat(
                this::begin,
                read,
                new LocalProcessWatch(reporter, 0, new int[] {0}),
                reporter,
                new OpenDomain(new SimulatedFabric(true), ScheduledNetwork.traits(true), SymmetricHeap.ofMemory(0, 0))
                        .registrations(),
                next);
    }

    private Beginning begin(Peer peer, long dest, long descriptor) {
        assertEquals(1, peer.pe);
        assertTrue(dest != 0 && descriptor != 0); // local memory has to be registered here
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

    /** It gets as much time as one that was heard. */
    @Test
    void shouldNotLoseAPeThatItMeetsLateBeforeTheLimit() throws InterruptedException {
        Thread.sleep(1200);
        peers.of(1).isContacted = true;
        final long startNs = System.nanoTime();
        heartbeat.round();
        Thread.sleep(600);
        try {
            heartbeat.round();
        } catch (AssertionError e) {
            assertTrue(System.nanoTime() - startNs > 1_000_000_000, e::getMessage);
        }
        Thread.sleep(500);
        assertThrows(AssertionError.class, heartbeat::round);
        assertEquals(1, reads);
    }

    @Test
    void shouldLoseAPeThatWasHeardAndToWhichThereIsNoConnection() throws InterruptedException {
        failures.heard();
        peers.of(1).heardOnMain();
        answer = Beginning.REFUSED;
        probe();
        Thread.sleep(700);
        final String message =
                assertThrows(AssertionError.class, () -> heartbeat.probe(1)).getMessage();
        assertEquals(
                "the connection with PE 1 failed on the network (simulated): it is broken and cannot be made again",
                message);
    }

    /** It may just stand still: no connection is known to have been there. */
    @Test
    void shouldNotLoseAPeForAConnectionThatWasNeverMade() throws InterruptedException {
        failures.heard();
        peers.of(1).heard(); // by the channel of a context
        answer = Beginning.REFUSED;
        probe();
        Thread.sleep(700);
        assertDoesNotThrow(() -> heartbeat.probe(1));
    }

    /** As at the first contact, while the connection is made. */
    @Test
    void shouldForgetARefusalOnceThePeIsHeard() throws InterruptedException {
        failures.heard();
        peers.of(1).heardOnMain();
        answer = Beginning.REFUSED;
        probe();
        Thread.sleep(300);
        failures.heard();
        peers.of(1).heardOnMain();
        Thread.sleep(600);
        assertDoesNotThrow(() -> heartbeat.probe(1));
        Thread.sleep(600);
        assertThrows(AssertionError.class, () -> heartbeat.probe(1));
        assertEquals(3, reads);
    }

    /** All PEs may have been stopped. */
    @Test
    void shouldAskAPeAgainThatWasHeardAfterARefusal() throws InterruptedException {
        failures.heard();
        peers.of(1).heardOnMain();
        answer = Beginning.REFUSED;
        probe();
        Thread.sleep(50);
        failures.heard();
        peers.of(1).heardOnMain();
        Thread.sleep(1200);
        answer = Beginning.UNDER_WAY;
        assertDoesNotThrow(heartbeat::round);
        assertEquals(2, reads);
    }

    @Test
    void shouldNotLoseAPeToWhichTransfersAreHeldUp() throws InterruptedException {
        failures.heard();
        peers.of(1).heardOnMain();
        answer = Beginning.HELD_UP;
        probe();
        Thread.sleep(700);
        assertDoesNotThrow(() -> heartbeat.probe(1));
        assertEquals(2, reads);
    }

    private static FailureReporter patient(String provider) {
        return new FailureReporter(new ScheduledNetwork.Job(0, 2), null, provider, 1000);
    }

    private static Peers peersOf(FailureReporter reporter, boolean hasAgents) {
        return new Peers(2, ScheduledNetwork.table(2, hasAgents), new AddressVector(), reporter);
    }

    /** The read goes on; it does not begin again. */
    @Test
    void shouldTellToolsThatAReadTakesLong() throws InterruptedException {
        final List<String> problems = new ArrayList<>();
        RuntimeEvents.ALL.listen(new RuntimeListener() {
            @Override
            public void problem(String text) {
                if (text.startsWith("the network (slow heartbeats) is slow: a read of 8 bytes from PE 1 ")) {
                    problems.add(text);
                }
            }
        });
        final FailureReporter reporter = patient("slow heartbeats");
        final Peers slow = peersOf(reporter, true);
        final Heartbeat patient = heartbeat(slow, reporter, -1);
        Thread.sleep(110); // between two reads there has to be a tenth of a second
        final long startNs = System.nanoTime();
        patient.probe(1);
        Thread.sleep(110);
        patient.probe(1);
        final boolean wasSoon = System.nanoTime() - startNs < 1_000_000_000;
        assertTrue(!wasSoon || problems.isEmpty(), "after a tenth of a second");
        final int before = problems.size();
        Thread.sleep(1200);
        patient.probe(1);
        assertEquals(1, reads);
        assertEquals(before + 1, problems.size());
        patient.completed(1);
        Thread.sleep(110);
        patient.probe(1);
        assertEquals(2, reads, "it has ended");
        assertEquals(before + 1, problems.size());
    }

    @Test
    void shouldNotReadAPeTooOften() throws InterruptedException {
        heartbeat.probe(-1);
        Thread.sleep(110);
        final long startNs = System.nanoTime();
        heartbeat.probe(1);
        assertEquals(1, reads);
        heartbeat.completed(1);
        heartbeat.probe(1);
        assertTrue(reads == 1 || System.nanoTime() - startNs >= 100_000_000, "again at once");
    }

    /** As the lowest PE of a node does with that of the next node. */
    @Test
    void shouldReadTheNextPeOfTheRingEverySecond() throws InterruptedException {
        final long startNs = System.nanoTime();
        final FailureReporter reporter = patient("simulated");
        final Heartbeat ring = heartbeat(peersOf(reporter, true), reporter, 1);
        final Heartbeat last = heartbeat(peersOf(reporter, true), reporter, -1);
        final Heartbeat withoutAgents = heartbeat(peersOf(reporter, false), reporter, 1);
        ring.round();
        assertTrue(reads == 0 || System.nanoTime() - startNs > 1_000_000_000, "at once");
        Thread.sleep(1050);
        reads = 0;
        final long againNs = System.nanoTime();
        ring.round();
        assertEquals(1, reads);
        ring.completed(1);
        ring.round();
        assertTrue(reads == 1 || System.nanoTime() - againNs > 1_000_000_000, "twice in a second");
        reads = 0;
        last.round();
        withoutAgents.round();
        assertEquals(0, reads);
    }

    /** A quarter of the limit is 250 ms. */
    @ParameterizedTest
    @CsvSource({"true, true, true, 1", "false, true, true, 0", "true, false, true, 0", "true, true, false, 0"})
    void shouldReadPesThatAreSilent(boolean isContacted, boolean hasAgent, boolean isSilent, int times)
            throws InterruptedException {
        final Peers silent = peersOf(failures, hasAgent);
        final Heartbeat rounds = heartbeat(silent, failures, -1);
        silent.of(1).isContacted = isContacted;
        Thread.sleep(300);
        final long startNs = System.nanoTime();
        if (!isSilent) {
            failures.heard();
            silent.of(1).heard();
        }
        rounds.round();
        assertTrue(reads == times || !isSilent && System.nanoTime() - startNs > 250_000_000, reads + " reads");
    }

    /** It may be that it is read, or is not. */
    @Test
    void shouldEndTheJobAfterAnErrorWhenAReadBegins() throws InterruptedException {
        final FailureReporter reporter = patient("simulated");
        final Heartbeat broken = new Heartbeat(
                (peer, dest, descriptor) -> {
                    throw new StackOverflowError();
                },
                peersOf(reporter, true),
                new LocalProcessWatch(reporter, 0, new int[] {0}),
                reporter,
                new OpenDomain(new SimulatedFabric(true), ScheduledNetwork.traits(true), SymmetricHeap.ofMemory(0, 0))
                        .registrations(),
                -1);
        Thread.sleep(110);
        assertDoesNotThrow(reporter::failIfBroken);
        assertThrows(StackOverflowError.class, () -> broken.probe(1));
        assertThrows(AssertionError.class, reporter::failIfBroken);
    }
}
