package org.jshmem.monitor;

import org.jshmem.spi.Awaited;
import org.jshmem.spi.Operation;

/**
 * What one PE has done, and what it is doing. The threads of the program write, with plain stores, so that they lose no
 * time: where several threads communicate at once, some of their calls may be missing. The {@link Publisher} reads, and
 * sees everything a little later.
 */
final class Counts {
    /** More than there are operations; what is beyond is not counted. */
    static final int MOST_OPERATIONS = 256;

    /** By the numbers of operations. */
    final Operation[] operations = new Operation[MOST_OPERATIONS];

    final long[] calls = new long[MOST_OPERATIONS];
    final long[] bytes = new long[MOST_OPERATIONS];

    /** By the target's number in the job. */
    final long[] peerCalls;

    final long[] peerBytes;

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

    long symmetricBytes;
    long sharedBytes;

    Counts(int nPes) {
        this.peerCalls = new long[nPes];
        this.peerBytes = new long[nPes];
    }

    /** An operation has ended; {@code pe} is the target's number in the job, or {@link Operation#NO_PE}. */
    void count(Operation operation, int pe, long moved) {
        final int number = operation.number();
        if (number < MOST_OPERATIONS) {
            operations[number] = operation;
            calls[number]++;
            bytes[number] += moved;
        }
        if (pe >= 0) {
            peerCalls[pe]++;
            peerBytes[pe] += moved;
        }
    }

    /** An operation that may wait begins. */
    void begin(Operation operation) {
        begun++;
        doing = operation;
    }

    /** It has ended. */
    void end(Operation operation, int pe, long moved) {
        doing = null;
        count(operation, pe, moved);
    }

    void pause(Awaited what, long where) {
        awaited = what;
        awaitedWhere = where;
        pauses++;
    }
}
