package org.jshmem.internal.waiting;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jshmem.heap.Memory;

/** Until it is closed, all naps in this process last for an hour, so that a lost wake-up is a time-out. */
public final class LongNaps implements AutoCloseable {
    private record Timespec(long address, long seconds, long ns) {
        static Timespec at(long address) {
            return new Timespec(address, Memory.get64(address), Memory.get64(address + Long.BYTES));
        }

        void set(long newSeconds, long newNs) {
            Memory.put64(address, newSeconds);
            Memory.put64(address + Long.BYTES, newNs);
        }
    }

    private final List<Timespec> before = new ArrayList<>();

    /** From now on. */
    public LongNaps() {
        final NapIntervals naps = NapIntervals.of(false);
        int nap = -1;
        for (int next = 0; next != nap; next = naps.next(nap)) {
            nap = next;
            before.add(Timespec.at(naps.timespec(nap)));
        }
        before.forEach(timespec -> timespec.set(TimeUnit.HOURS.toSeconds(1), 0));
    }

    @Override
    public void close() {
        before.forEach(timespec -> timespec.set(timespec.seconds, timespec.ns));
    }
}
