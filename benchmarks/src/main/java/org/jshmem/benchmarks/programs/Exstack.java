package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;

/**
 * A histogram of a table that is spread over all PEs, by an exchange in bulk with many barriers; in the manner of the {@code exstack} of
 * bale.
 */
final class Exstack implements Program {
    /** Items in a buffer. */
    private static final int CAPACITY = 512;

    /** Of each PE. */
    private static final int COUNTERS = 1000;

    /** The counters to be raised. */
    private final long[] targets;

    private final SymmetricLongs table = callocLongs(COUNTERS);

    /** A buffer for each PE: its length, then items. */
    private final long[][] outgoing = new long[nPes()][CAPACITY + 1];

    /** A buffer from each PE. */
    private final SymmetricLongs incoming = mallocLongs((long) nPes() * (CAPACITY + 1));

    /** By PE: whether it has nothing more to send. */
    private final SymmetricLongs finished = mallocLongs(nPes());

    private long exchanges;

    Exstack(int updates) {
        targets = new long[updates];
        long random = 1L + myPe();
        for (int i = 0; i < updates; i++) {
            random = Random.next(random);
            targets[i] = (random >>> 1) % (COUNTERS * (long) nPes());
        }
        barrierAll();
    }

    @Override
    public void pass() {
        finished.fill(0);
        barrierAll();
        int i = 0;
        while (proceed(i == targets.length)) {
            while (i < targets.length && push((int) (targets[i] % nPes()), targets[i] / nPes())) {
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
        for (int i = 0; i < nPes(); i++) {
            final int pe = (myPe() + i) % nPes();
            final long[] from = outgoing[pe];
            put(incoming, (long) myPe() * (CAPACITY + 1), from, 0, from[0] + 1, pe);
            from[0] = 0;
        }
        barrierAll();
        exchanges++;
    }

    private void popAll() {
        for (int pe = 0; pe < nPes(); pe++) {
            final long start = (long) pe * (CAPACITY + 1);
            final long length = incoming.get(start);
            for (long i = 1; i <= length; i++) {
                final long counter = incoming.get(start + i);
                table.set(counter, table.get(counter) + 1);
            }
        }
    }

    /** Whether anybody has something left; a barrier. */
    private boolean proceed(boolean done) {
        for (int pe = 0; done && pe < nPes(); pe++) {
            p(finished, myPe(), 1, pe);
        }
        barrierAll();
        long sum = 0;
        for (int pe = 0; pe < nPes(); pe++) {
            sum += finished.get(pe);
        }
        return sum < nPes();
    }

    @Override
    public long check() {
        long sum = exchanges;
        for (long i = 0; i < COUNTERS; i++) {
            sum = sum * 31 + table.get(i);
        }
        return sum;
    }

    @Override
    public void close() {
        free(finished);
        free(incoming);
        free(table);
    }
}
