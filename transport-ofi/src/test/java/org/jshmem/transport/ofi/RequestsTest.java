package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.transport.ofi.domain.BufferPool;
import org.jshmem.transport.ofi.domain.Registrations;
import org.jshmem.transport.ofi.provider.ProviderTraits;
import org.junit.jupiter.api.Test;

class RequestsTest {
    private static final int SLOTS = 16;
    private static final int PES = 4;

    /** An operation under way; the number is 0 for one that is no transfer. */
    private record Operation(int slot, byte kind, int pe, long number) {}

    private final Requests requests = new Requests(SLOTS);
    private final List<Operation> underWay = new ArrayList<>();
    private final CompletionCounter counter = new CompletionCounter(0);
    private long issued;

    private static boolean isTransfer(byte kind) {
        return kind == Requests.WRITE || kind == Requests.READ;
    }

    private void issue(byte kind, int pe) {
        final int slot = requests.peek();
        assertEquals(slot, requests.slot(requests.context(slot)));
        requests.issued(kind, pe, counter, null, 0);
        underWay.add(new Operation(slot, kind, pe, isTransfer(kind) ? ++issued : 0));
    }

    /** Completions come in any order. */
    @Test
    void shouldKnowWhatIsUnderWay() {
        final SplittableRandom random = new SplittableRandom(5);
        for (int step = 0; step < 20_000; step++) {
            assertEquals(underWay.size() < SLOTS, requests.hasFree());
            if (requests.hasFree() && random.nextInt(step % 1000 < 500 ? 3 : 2) > 0) {
                issue((byte) random.nextInt(Requests.HEARTBEAT + 1), random.nextInt(PES));
            } else if (!underWay.isEmpty()) {
                requests.completed(
                        underWay.remove(random.nextInt(underWay.size())).slot());
            }
            compare();
        }
    }

    private void compare() {
        final List<Operation> transfers = underWay.stream()
                .filter(operation -> isTransfer(operation.kind()))
                .toList();
        final boolean isSending = underWay.stream().anyMatch(operation -> operation.kind() == Requests.SEND);
        assertEquals(issued, requests.lastNumber());
        assertEquals(underWay.size(), counter.pending());
        assertEquals(!transfers.isEmpty() || isSending, requests.isBusy());
        assertEquals(transfers.isEmpty() ? -1 : transfers.getFirst().pe(), requests.oldestPe());
        final long oldest =
                transfers.isEmpty() ? issued + 1 : transfers.getFirst().number();
        assertFalse(requests.isDone(oldest) && !transfers.isEmpty(), "transfer " + oldest + " is under way");
        assertTrue(requests.isDone(oldest - 1), "all before transfer " + oldest + " are complete");
        for (int pe = 0; pe < PES; pe++) {
            final int wanted = pe;
            assertEquals(underWay.stream().anyMatch(operation -> operation.pe() == wanted), requests.isBusyWith(pe));
        }
    }

    /** Each has memory of its own, which is a cache line. */
    @Test
    void shouldOwnTheMemoryOfItsSlots() {
        final long first = requests.context(0);
        assertEquals(0, first % 64);
        for (int slot = 0; slot < SLOTS; slot++) {
            assertEquals(first + 64L * slot, requests.context(slot));
            assertEquals(slot, requests.slot(requests.context(slot)));
        }
        assertTrue(requests.owns(first));
        assertTrue(requests.owns(first + 64L * SLOTS - 1));
        assertFalse(requests.owns(first - 1));
        assertFalse(requests.owns(first + 64L * SLOTS));
    }

    @Test
    void shouldKnowWhatEachOperationIsAndHas() {
        final String[] names = {"put", "get", "message", "receive", "heartbeat"};
        final BufferPool pool = new BufferPool(
                new Registrations(
                        null,
                        new ProviderTraits("", "", "", 0, 1, 1, true, true, false, false, false, false, false, 8, true),
                        new SecureRandom()),
                2,
                64);
        for (byte kind = 0; kind < names.length; kind++) {
            final int slot = requests.peek();
            pool.take();
            final int buffer = pool.take();
            requests.issued(kind, kind + 10, null, pool, buffer);
            assertEquals(names[kind], requests.name(slot));
            assertEquals(kind, requests.kind(slot));
            assertEquals(kind + 10, requests.pe(slot));
            assertEquals(buffer, requests.buffer(slot));
            assertTrue(pool.taken[buffer]);
            requests.completed(slot);
            assertFalse(pool.taken[buffer]);
            pool.give(1 - buffer);
            assertEquals(slot, requests.peek(), "the slot that was used last");
        }
    }
}
