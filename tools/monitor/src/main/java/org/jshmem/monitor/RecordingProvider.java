package org.jshmem.monitor;

import java.util.ArrayDeque;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ObservingProvider;
import org.jshmem.spi.Operation;
import org.jshmem.spi.ShmemProvider;

/** Makes an event of each operation that may wait, and of each wait for a variable. */
final class RecordingProvider extends ObservingProvider {
    /**
     * Of each thread, the events that have begun: a handler of messages may call others. Tokens are their places, from
     * 1; those behind are of operations that threw.
     */
    private final ThreadLocal<ArrayDeque<OperationEvent>> begun = ThreadLocal.withInitial(ArrayDeque::new);

    /** Of each thread, its last wait, which may have ended; null for none that has not been told. */
    private static final ThreadLocal<WaitEvent> WAIT = new ThreadLocal<>();

    RecordingProvider(ShmemProvider runtime) {
        super(runtime);
    }

    @Override
    protected long begin(Operation operation, int pe, long bytes) {
        tellWait();
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

    /** A wait is many pauses, of which none knows whether it is the last. */
    @Override
    public long pause(long turn, Awaited what, long where) {
        if (turn == 0) {
            tellWait();
            final WaitEvent event = new WaitEvent();
            event.what = what;
            event.where = where;
            event.begin();
            WAIT.set(event);
        }
        final long next = super.pause(turn, what, where);
        final WaitEvent event = WAIT.get();
        if (event != null) {
            event.end();
        }
        return next;
    }

    private void tellWait() {
        final WaitEvent event = WAIT.get();
        if (event != null) {
            WAIT.remove();
            if (event.shouldCommit()) {
                event.pe = myPe();
                event.awaited = event.what.describe(event.where).replace('\n', ' ');
                event.commit();
            }
        }
    }

    @Override
    public void shutdown(Runnable last) {
        tellWait();
        super.shutdown(last);
    }
}
