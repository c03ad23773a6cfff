package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
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
            assertEquals(transfers.stream().anyMatch(operation -> operation.pe() == wanted), requests.isBusyWith(pe));
        }
    }
}
