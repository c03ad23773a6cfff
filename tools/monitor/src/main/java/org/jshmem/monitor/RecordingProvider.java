package org.jshmem.monitor;

import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.FlowFigures;
import org.jshmem.spi.NetworkUse;
import org.jshmem.spi.ObservingProvider;
import org.jshmem.spi.Operation;
import org.jshmem.spi.RuntimeEvents;
import org.jshmem.spi.RuntimeListener;
import org.jshmem.spi.ShmemProvider;

/**
 * Makes an event of each operation that may wait, of each allocation, of each wait for a variable, and of what the
 * library tells.
 */
final class RecordingProvider extends ObservingProvider {
    /**
     * Of each thread, the events that have begun: a handler of messages may call others. Tokens are their places, from
     * 1; those behind are of operations that threw.
     */
    private final ThreadLocal<ArrayDeque<OperationEvent>> begun = ThreadLocal.withInitial(ArrayDeque::new);

    /** Of each thread, its last wait, which may have ended; null for none that has not been told. */
    private static final ThreadLocal<WaitEvent> WAIT = new ThreadLocal<>();

    private final Set<FlowFigures> flows = ConcurrentHashMap.newKeySet();

    RecordingProvider(ShmemProvider runtime) {
        super(runtime);
        RuntimeEvents.ALL.listen(new Listener());
        jdk.jfr.FlightRecorder.addPeriodicEvent(NetworkEvent.class, this::tellNetwork);
        jdk.jfr.FlightRecorder.addPeriodicEvent(FlowEvent.class, this::tellFlows);
    }

    private void tellFlows() {
        flows.forEach(figures -> FlowEvent.commit(number(), figures, false));
    }

    private void tellNetwork() {
        final NetworkUse used = networkUse();
        if (used.registeredBytes() > 0) {
            final NetworkEvent event = new NetworkEvent();
            event.pe = number();
            event.registeredBytes = used.registeredBytes();
            event.retries = used.retries();
            event.commit();
        }
    }

    /** This PE's number; −1 where there is none. */
    private int number() {
        try {
            return isInitialized() ? myPe() : -1;
        } catch (IllegalStateException e) { // it has shut down meanwhile
            return -1;
        }
    }

    private final class Listener implements RuntimeListener {
        @Override
        public void problem(String text) {
            tell(text, false);
        }

        private void tell(String text, boolean endsTheJob) {
            final ProblemEvent event = new ProblemEvent();
            event.pe = number();
            event.text = text;
            event.endsTheJob = endsTheJob;
            event.commit();
        }

        @Override
        public void failing(String why) {
            tell(why, true);
            tellFlows();
            writeRecordings();
        }

        /** Those that go to a file, as the process may end without the shutdown hooks of the JVM. */
        private void writeRecordings() {
            for (Recording recording :
                    jdk.jfr.FlightRecorder.getFlightRecorder().getRecordings()) {
                if (recording.getState() == RecordingState.RUNNING && recording.getDestination() != null) {
                    recording.stop();
                }
            }
        }

        @Override
        public void sharedHeapGrew(long bytes, long durationNs) {
            final GrowthEvent event = new GrowthEvent();
            event.pe = number();
            event.bytes = bytes;
            event.took = durationNs;
            event.commit();
        }

        @Override
        public void flowMade(FlowFigures figures) {
            flows.add(figures);
        }

        @Override
        public void flowEnded(FlowFigures figures) {
            tellEnd(figures);
        }
    }

    private void tellEnd(FlowFigures figures) {
        if (flows.remove(figures)) {
            FlowEvent.commit(number(), figures, true);
        }
    }

    @Override
    protected long begin(Operation operation, int pe, long bytes) {
        tellWait();
        if (!MayWait.is(operation, pe)) {
            return 0;
        }
        final OperationEvent event =
                Snapshot.isOfMemory(operation.name()) ? new AllocationEvent() : new OperationEvent();
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

    @Override
    protected boolean observesRequests() {
        return true;
    }

    /** A wait is many pauses, of which none knows whether it is the last. */
    @Override
    public long pause(long turn, Awaited what, long where) {
        if (turn == 0) {
            tellWait();
            final WaitEvent event = new WaitEvent();
            event.begin();
            WAIT.set(event);
        }
        final long next = super.pause(turn, what, where);
        final WaitEvent event = WAIT.get();
        if (event != null) {
            event.what = what; // of a long wait another one, which knows more
            event.where = where;
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

    /** Flows that are left open end with the library. */
    @Override
    public void shutdown(Runnable last) {
        tellWait();
        super.shutdown(() -> {
            flows.forEach(this::tellEnd);
            last.run();
        });
    }
}
