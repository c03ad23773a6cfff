package org.jshmem.monitor;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.Operation;

/**
 * What one PE has done, and what it is doing. The threads of the program write, with plain stores, so that they lose no
 * time: where several threads communicate at once, some of their calls may be missing. The {@link Publisher} reads, and
 * sees everything a little later.
 */
final class Counts {
    /** The numbers of operations are less; a power of two. */
    private static final int MOST_OPERATIONS = 256;

    /** Calls and bytes of each operation, by its number. */
    private final long[] operations = new long[2 * MOST_OPERATIONS];

    /** Calls and bytes for each target, by its number in the job. */
    private final long[] peers;

    /** The call that may wait for other PEs and has not ended; null for none. */
    Operation doing;

    /** How many such calls have begun. */
    long begun;

    /** The lock that the call is about, an offset. */
    long lock;

    /** The lock that this PE has; −1 for none. Of several, that it got last. */
    long held = -1;

    /** What the last wait for a variable was for. */
    Awaited awaited;

    long awaitedWhere;

    /** Steps of all such waits. */
    long pauses;

    /** Of the symmetric heap. */
    long heapBytes;

    /** The blocks of the symmetric heap, by their offsets. */
    final Map<Long, Allocation> blocks = new ConcurrentSkipListMap<>();

    long symmetricBytes;
    long sharedBytes;

    Counts(int nPes) {
        this.peers = new long[2 * nPes];
    }

    /** An operation has ended; {@code pe} is the target's number in the job, or {@link Operation#NO_PE}. */
    void count(Operation operation, int pe, long bytes) {
        add(operations, operation.number() & MOST_OPERATIONS - 1, bytes);
        if (pe >= 0) {
            add(peers, pe, bytes);
        }
    }

    private static void add(long[] figures, int index, long bytes) {
        figures[2 * index]++;
        figures[2 * index + 1] += bytes;
    }

    long calls(Operation operation) {
        return operations[2 * operation.number()];
    }

    long bytes(Operation operation) {
        return operations[2 * operation.number() + 1];
    }

    long callsTo(int pe) {
        return peers[2 * pe];
    }

    long bytesTo(int pe) {
        return peers[2 * pe + 1];
    }

    /** An operation that may wait begins. */
    void begin(Operation operation) {
        begun++;
        doing = operation;
    }

    /** It has ended. */
    void end() {
        doing = null;
    }

    void pause(Awaited what, long where) {
        awaited = what;
        awaitedWhere = where;
        pauses++;
    }
}
