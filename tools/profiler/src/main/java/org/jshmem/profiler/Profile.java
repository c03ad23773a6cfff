package org.jshmem.profiler;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jshmem.spi.Operation;

/**
 * What one PE has counted. Any thread counts; figures of one operation are added one by one, so whoever reads them
 * meanwhile may see the calls without their bytes.
 */
final class Profile {
    /** More than there are operations; what is beyond is not counted. */
    private static final int MAX_OPERATIONS = 256;

    private static final int CALLS = 0;
    private static final int BYTES = 1;
    private static final int NANOSECONDS = 2;
    private static final int FIGURES = 3;

    private final int pe;
    private final int nPes;
    private final AtomicReferenceArray<AtomicLongArray> tables = new AtomicReferenceArray<>(MAX_OPERATIONS);
    private final AtomicReferenceArray<Operation> operations = new AtomicReferenceArray<>(MAX_OPERATIONS);

    Profile(int pe, int nPes) {
        this.pe = pe;
        this.nPes = nPes;
    }

    void add(Operation operation, int target, int calls, long bytes, long ns) {
        final int number = operation.number();
        if (number >= MAX_OPERATIONS) {
            return;
        }
        AtomicLongArray table = tables.get(number);
        if (table == null) {
            table = firstOf(operation);
        }
        final int row = FIGURES * (target + 1);
        table.getAndAdd(row + CALLS, calls);
        table.getAndAdd(row + BYTES, bytes);
        table.getAndAdd(row + NANOSECONDS, ns);
    }

    private AtomicLongArray firstOf(Operation operation) {
        operations.set(operation.number(), operation);
        tables.compareAndSet(operation.number(), null, new AtomicLongArray(FIGURES * (nPes + 1)));
        return tables.get(operation.number());
    }

    /** What was counted, an entry for each operation and target. */
    List<Entry> entries() {
        final List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < MAX_OPERATIONS; i++) {
            final AtomicLongArray table = tables.get(i);
            for (int target = Operation.NO_PE; table != null && target < nPes; target++) {
                final int row = FIGURES * (target + 1);
                if (table.get(row + CALLS) > 0) {
                    entries.add(new Entry(
                            operations.get(i).name(),
                            pe,
                            target,
                            table.get(row + CALLS),
                            table.get(row + BYTES),
                            table.get(row + NANOSECONDS)));
                }
            }
        }
        return entries;
    }
}
