package org.jshmem.profiler;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.ThreadLevel;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ObservingProvider;
import org.jshmem.spi.Operation;
import org.jshmem.spi.ShmemProvider;

/**
 * Counts from the first init to the last shutdown, unless {@code pcontrol} says otherwise; then gathers, prints and
 * draws. What it does itself it does not count.
 */
final class ProfilingProvider extends ObservingProvider {
    private static final int OFF = 0;
    private static final int WRITE = 2;
    private static final long NOT_COUNTED = 0;

    /** Any of {@code waitUntil} and its like. */
    private static final Operation WAIT = Operation.of("waitUntil");

    private static final Path PICTURE = Path.of("communication.svg");

    private volatile boolean counting = true;
    private volatile Profile profile;

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

    /** A wait is many pauses; the first of them is counted. */
    @Override
    public long pause(long turn, Awaited what, long where) {
        final long start = now();
        final long next = super.pause(turn, what, where);
        final Profile current = profile;
        if (start != NOT_COUNTED && current != null) {
            current.add(WAIT, Operation.NO_PE, turn == 0 ? 1 : 0, 0, System.nanoTime() - start);
        }
        return next;
    }

    @Override
    public synchronized ThreadLevel init(ThreadLevel requested) {
        final ThreadLevel level = super.init(requested);
        if (profile == null) {
            profile = new Profile(myPe(), nPes());
        }
        return level;
    }

    /** Gathers when all PEs have come to their last shutdown; one that is refused, or not the last, changes nothing. */
    @Override
    public void shutdown(Runnable last) {
        super.shutdown(() -> {
            gather();
            last.run();
        });
    }

    private void gather() {
        final Profile current = profile;
        profile = null;
        final List<Entry> all = Gathering.toFirst(current.entries());
        if (myPe() == 0) {
            report(all);
        }
    }

    @Override
    public void pcontrol(int level, Object... arguments) {
        super.pcontrol(level, arguments);
        counting = level != OFF;
        final Profile current = profile;
        if (level == WRITE && current != null) {
            print(Summary.of("profile of PE " + myPe() + " so far", current.entries()));
        }
    }

    private void report(List<Entry> all) {
        print(Summary.of("profile of " + nPes() + " PEs", all));
        try {
            CommunicationMatrix.write(PICTURE, CommunicationMatrix.of(all, nPes()));
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
