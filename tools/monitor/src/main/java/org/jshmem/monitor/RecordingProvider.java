package org.jshmem.monitor;

import java.util.ArrayDeque;
import org.jshmem.spi.ObservingProvider;
import org.jshmem.spi.Operation;
import org.jshmem.spi.ShmemProvider;

/** Makes an event of each operation that may wait. */
final class RecordingProvider extends ObservingProvider {
    /**
     * Of each thread, the events that have begun: a handler of messages may call others. Tokens are their places, from
     * 1; those behind are of operations that threw.
     */
    private final ThreadLocal<ArrayDeque<OperationEvent>> begun = ThreadLocal.withInitial(ArrayDeque::new);

    RecordingProvider(ShmemProvider runtime) {
        super(runtime);
    }

    @Override
    protected long begin(Operation operation, int pe, long bytes) {
        if (!MayWait.is(operation, pe)) {
            return 0;
        }
        final OperationEvent event = new OperationEvent();
        final ArrayDeque<OperationEvent> events = begun.get();
        events.push(event);
        event.begin();
        return events.size();
    }

    @Override
    protected void end(Operation operation, int pe, long bytes, long token) {
        if (token == 0) {
            return;
        }
        final ArrayDeque<OperationEvent> events = begun.get();
        while (events.size() > token) {
            events.pop();
        }
        final OperationEvent event = events.pop();
        event.end();
        if (event.shouldCommit()) {
            event.operation = operation.name();
            event.pe = myPe();
            event.target = pe;
            event.bytes = bytes;
            event.commit();
        }
    }
}
