package org.jshmem.profiler;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.ThreadLevel;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.FlowFigures;
import org.jshmem.spi.ObservingProvider;
import org.jshmem.spi.Operation;
import org.jshmem.spi.RuntimeEvents;
import org.jshmem.spi.ShmemProvider;

/**
 * Counts from the first init to the last shutdown, unless {@code pcontrol} says otherwise; then gathers, prints and
 * draws. What it does itself it does not count.
 */
final class ProfilingProvider extends ObservingProvider {
    private static final int OFF = 0;
    private static final int WRITE = 2;
    private static final long NOT_COUNTED = 0;

    private static final Path PICTURE = Path.of("communication.svg");

    private volatile boolean counting = true;
    private volatile Profile profile;
    private final FlowProfile flows = new FlowProfile();

    ProfilingProvider(ShmemProvider runtime) {
        super(runtime);
    }

    /** The time, or {@value #NOT_COUNTED} where nothing is counted. */
    private long now() {
        return counting && profile != null ? System.nanoTime() | 1 : NOT_COUNTED;
    }

    @Override
    protected long begin(Operation operation, int pe, long bytes) {
        return now();
    }

    @Override
    protected void end(Operation operation, int pe, long bytes, long start) {
        final Profile current = profile;
        if (start != NOT_COUNTED && current != null) {
            current.add(operation, pe, 1, bytes, System.nanoTime() - start);
        }
    }

    @Override
    protected boolean observesRequests() {
        return true;
    }

    /** A wait is many pauses; the first of them is counted. */
    @Override
    public long pause(long turn, Awaited what, long where) {
        final long start = now();
        final long next = super.pause(turn, what, where);
        final Profile current = profile;
        if (start != NOT_COUNTED && current != null) {
            current.add(what.operation(), Operation.NO_PE, turn == 0 ? 1 : 0, 0, System.nanoTime() - start);
        }
        return next;
    }

    @Override
    public synchronized ThreadLevel init(ThreadLevel requested) {
        final ThreadLevel level = super.init(requested);
        if (profile == null) {
            profile = new Profile(myPe(), nPes());
            flows.clear();
        }
        return level;
    }

    /** Gathers when all PEs have come to their last shutdown; one that is refused, or not the last, changes nothing. */
    @Override
    public void shutdown(Runnable last) {
        super.shutdown(() -> {
            try {
                gather();
            } catch (ShmemOutOfMemoryException e) { // on all PEs; the program is none the worse
                RuntimeEvents.ALL.problem("there is no profile, as no symmetric memory is left to gather it; free some"
                        + " before shutdown(), or set SHMEM_SYMMETRIC_SIZE to more");
            }
            last.run();
        });
    }

    private void gather() {
        final Profile current = profile;
        profile = null;
        flows.look(counting);
        final List<Entry> entries = Gathering.toFirst(Entry.write(current.entries())).stream()
                .flatMap(text -> Entry.read(text).stream())
                .toList();
        final List<FlowFigures> ofFlows = Gathering.toFirst(flows.write()).stream()
                .flatMap(String::lines)
                .map(FlowFigures::read)
                .toList();
        if (myPe() == 0) {
            report(entries, ofFlows);
        }
    }

    @Override
    public void pcontrol(int level, Object... arguments) {
        super.pcontrol(level, arguments);
        flows.look(counting);
        counting = level != OFF;
        final Profile current = profile;
        if (level == WRITE && current != null) {
            print(Summary.of("profile of PE " + myPe() + " so far", current.entries()));
            print(Summary.ofFlows(flows.figures()));
        }
    }

    private void report(List<Entry> all, List<FlowFigures> ofFlows) {
        print(Summary.of("profile of " + nPes() + " PEs", all));
        print(Summary.ofFlows(ofFlows));
        try {
            CommunicationMatrix.of(all, nPes()).write(PICTURE);
            print("communication matrix in " + PICTURE + System.lineSeparator());
        } catch (IOException e) {
            print("communication matrix not written: " + e + System.lineSeparator());
        }
    }

    @SuppressWarnings("checkstyle:systemout") // what it is for
    private static void print(String text) {
        System.out.print(text);
        System.out.flush();
    }
}
