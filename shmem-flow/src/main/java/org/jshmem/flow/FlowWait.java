package org.jshmem.flow;

import java.util.function.LongFunction;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.Operation;

/**
 * A wait in a call of a flow: for room, or for the end.
 *
 * @param description for the report of a hang
 */
record FlowWait(LongFunction<String> description) implements Awaited {
    private static final Operation OPERATION = Operation.of("flowWait");

    @Override
    public String describe(long where) {
        return description.apply(where);
    }

    @Override
    public Operation operation() {
        return OPERATION;
    }
}
