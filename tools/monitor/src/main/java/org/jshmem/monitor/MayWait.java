package org.jshmem.monitor;

import org.jshmem.spi.Operation;

/** Which operations may wait for other PEs. */
final class MayWait {
    private static final Operation SEND = Operation.of("send");
    private static final Operation SSEND = Operation.of("ssend");
    private static final Operation SENDRECV = Operation.of("sendrecv");
    private static final Operation GIVE = Operation.of("give");

    private MayWait() {}

    /** Those that have no target: collectives, allocations, locks, quiet, receives; and sends. */
    static boolean is(Operation operation, int pe) {
        return pe == Operation.NO_PE
                || operation == SEND
                || operation == SSEND
                || operation == SENDRECV
                || operation == GIVE;
    }
}
