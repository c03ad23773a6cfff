import static org.jshmem.Shmem.*;

import org.jshmem.Cmp;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricLongs;

// Each PE with an even number produces items for the PE after it, which consumes them.
// The items lie in a ring of slots on the consumer.

static final int ITEMS = 10_000;
static final int LENGTH = 16;
static final int SLOTS = 8;

void main() {
    try (var _ = init();
            SymmetricLongs slots = mallocLongs(SLOTS * LENGTH);
            SymmetricLongs filled = callocLongs(SLOTS);
            SymmetricLongs emptied = callocLongs(1)) {
        long sum = 0;
        if (myPe() % 2 == 1) {
            sum = consume(slots, filled, emptied, myPe() - 1);
        } else if (myPe() + 1 < nPes()) {
            produce(slots, filled, emptied, myPe() + 1);
        }
        final long total = sumReduce(TEAM_WORLD, sum);
        final long numbers = (long) ITEMS * LENGTH;
        if (total != nPes() / 2 * (numbers * (numbers - 1) / 2)) {
            throw new IllegalStateException("the consumers have a sum of " + total);
        }
        if (myPe() == 0) {
            IO.println("producer and consumer: " + nPes() / 2 + " x " + ITEMS + " items, all complete and in order");
        }
    }
}

void produce(SymmetricLongs slots, SymmetricLongs filled, SymmetricLongs emptied, int consumer) {
    final long[] item = new long[LENGTH];
    for (int i = 0; i < ITEMS; i++) {
        for (int j = 0; j < LENGTH; j++) {
            item[j] = (long) i * LENGTH + j;
        }
        if (i >= SLOTS) {
            // The consumer has read the item that was in this slot. Signals are unsigned, hence the condition.
            signalWaitUntil(emptied, Cmp.GE, i - SLOTS + 1);
        }
        final int slot = i % SLOTS;
        putSignal(slots, slot * LENGTH, item, 0, LENGTH, filled, slot, i + 1, SignalOp.SET, consumer);
    }
}

long consume(SymmetricLongs slots, SymmetricLongs filled, SymmetricLongs emptied, int producer) {
    long sum = 0;
    for (int i = 0; i < ITEMS; i++) {
        final int slot = i % SLOTS;
        signalWaitUntil(filled, slot, Cmp.EQ, i + 1);
        for (int j = 0; j < LENGTH; j++) {
            final long value = slots.get(slot * LENGTH + j);
            if (value != (long) i * LENGTH + j) {
                throw new IllegalStateException("item " + i + " has " + value + " at index " + j);
            }
            sum += value;
        }
        signalAdd(emptied, 1, producer);
    }
    return sum;
}
