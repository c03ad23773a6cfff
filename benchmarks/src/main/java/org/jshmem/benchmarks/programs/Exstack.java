package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;

/**
 * A histogram of a table that is spread over all PEs, by an exchange in bulk with many barriers; in the manner of the
 * {@code exstack} of bale.
 */
final class Exstack implements Program {
    /** Items in a buffer. */
    private static final int CAPACITY = 512;

    /** The counters to be raised. */
    private final long[] targets;

    private final int me = myPe();
    private final int pes = nPes();
    private final SymmetricLongs table = callocLongs(Indices.PER_PE);

    /** A buffer for each PE: its length, then items. */
    private final long[][] outgoing = new long[nPes()][CAPACITY + 1];

    /** A buffer from each PE. */
    private final SymmetricLongs incoming = mallocLongs((long) nPes() * (CAPACITY + 1));

    /** By PE: whether it has nothing more to send. */
    private final SymmetricLongs finished = mallocLongs(nPes());

    /** The items of one buffer. */
    private final long[] items = new long[CAPACITY];

    Exstack(int updates) {
        targets = Indices.random(updates);
        barrierAll();
    }

    @Override
    public void pass() {
        finished.fill(0);
        barrierAll();
        int i = 0;
        while (proceed(i == targets.length)) {
            while (i < targets.length && push((int) (targets[i] % pes), targets[i] / pes)) {
                i++;
            }
            exchange();
            popAll();
        }
        barrierAll();
    }

    private boolean push(int pe, long item) {
        final long[] to = outgoing[pe];
        if (to[0] == CAPACITY) {
            return false;
        }
        to[(int) ++to[0]] = item;
        return true;
    }

    private void exchange() {
        barrierAll();
        for (int i = 0; i < pes; i++) {
            final int pe = (me + i) % pes;
            final long[] from = outgoing[pe];
            put(incoming, (long) me * (CAPACITY + 1), from, 0, from[0] + 1, pe);
            from[0] = 0;
        }
        barrierAll();
    }

    private void popAll() {
        for (int pe = 0; pe < pes; pe++) {
            final long start = (long) pe * (CAPACITY + 1);
            final int length = (int) incoming.get(start);
            get(items, 0, incoming, start + 1, length, me);
            for (int i = 0; i < length; i++) {
                table.set(items[i], table.get(items[i]) + 1);
            }
        }
    }

    /** Whether anybody has something left; a barrier. */
    private boolean proceed(boolean done) {
        for (int pe = 0; done && pe < pes; pe++) {
            p(finished, me, 1, pe);
        }
        barrierAll();
        long sum = 0;
        for (int pe = 0; pe < pes; pe++) {
            sum += finished.get(pe);
        }
        return sum < pes;
    }

    @Override
    public long check() {
        return Checks.sum(table);
    }

    @Override
    public void close() {
        free(finished);
        free(incoming);
        free(table);
    }
}
