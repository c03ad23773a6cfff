package org.jshmem.tck.ordering;

import static org.jshmem.Shmem.barrierAll;
import static org.jshmem.Shmem.callocLongs;
import static org.jshmem.Shmem.free;
import static org.jshmem.Shmem.myPe;
import static org.jshmem.Shmem.nPes;

import java.lang.foreign.MemorySegment;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;
import org.jshmem.tck.data.Flag;
import org.jshmem.tck.rma.LongsRmaRoutines;
import org.jshmem.tck.rma.SizedRmaRoutines;

/**
 * Data, an ordering call, then a flag: whoever sees the flag sees the data (sentence 1). PE 0 writes to the last PE,
 * first in a stream that never waits, which shows stores that are out of order, then in turns, which shows data that
 * never comes.
 */
final class Streams {
    private static final int WORDS = 24;
    private static final int FIRST_SLOT = 8;

    private final Checks checks;
    private final LongsRmaRoutines via;
    private final SizedRmaRoutines sized;
    private final String operation;
    private final Runnable order;
    private final int target;
    private final long[] values = new long[WORDS];
    private final SymmetricLongs data = callocLongs(FIRST_SLOT + WORDS);
    private final SymmetricLongs flag = callocLongs(1);
    private final SymmetricLongs answer = callocLongs(1);

    private Streams(Checks checks, Route route, String operation, Runnable order) {
        this.checks = checks;
        this.via = route.as(LongsRmaRoutines.class);
        this.sized = route.as(SizedRmaRoutines.class);
        this.operation = operation;
        this.order = order;
        this.target = nPes() - 1;
    }

    static void check(Checks checks, Route route, String operation, Runnable order, int rounds) {
        final Streams streams = new Streams(checks, route, operation, order);
        barrierAll();
        streams.stream(route, rounds);
        barrierAll();
        streams.turns(route, rounds / 10);
        route.quiet();
        barrierAll();
        free(streams.answer);
        free(streams.flag);
        free(streams.data);
    }

    private void stream(Route route, int rounds) {
        if (myPe() == 0) {
            for (int round = 1; round <= rounds; round++) {
                write(round);
                order.run();
                via.p(flag, round, target);
            }
            route.quiet();
        }
        if (myPe() == target) {
            long stale = 0;
            long seen = 0;
            while (seen < rounds) {
                seen = Flag.await(flag, 0, seen + 1);
                stale += older(seen);
            }
            checks.equal(0, stale, "words older than the flag, streamed by " + operation + " on " + route);
        }
    }

    private void turns(Route route, int rounds) {
        flag.set(0, 0);
        barrierAll();
        long stale = 0;
        for (int round = 1; round <= rounds; round++) {
            final long stamp = 1_000_000L + round;
            if (myPe() == 0) {
                write(stamp);
                order.run();
                via.p(flag, round, target);
                route.quiet();
            }
            if (myPe() == target) {
                Flag.await(flag, 0, round);
                stale += older(stamp);
                via.p(answer, round, 0);
                route.quiet();
            }
            if (myPe() == 0) {
                Flag.await(answer, 0, round);
            }
        }
        checks.equal(0, stale, "words older than the flag, in turns by " + operation + " on " + route);
    }

    private long older(long least) {
        long older = 0;
        for (int i = 0; i < WORDS; i++) {
            older += data.get(FIRST_SLOT + i) >= least ? 0 : 1;
        }
        return older;
    }

    private void write(long stamp) {
        if (!operation.endsWith("Nbi")) {
            java.util.Arrays.fill(values, stamp);
        }
        switch (operation) {
            case "p" -> {
                for (int i = 0; i < WORDS; i++) {
                    via.p(data, FIRST_SLOT + i, stamp, target);
                }
            }
            case "put" -> via.put(data, FIRST_SLOT, values, 0, WORDS, target);
            case "putNbi" -> {
                final long[] own = new long[WORDS]; // an nbi source may not change
                java.util.Arrays.fill(own, stamp);
                via.putNbi(data, FIRST_SLOT, own, 0, WORDS, target);
            }
            case "iput" -> via.iput(data, FIRST_SLOT, values, 0, 1, 1, WORDS, target);
            case "ibput" -> via.ibput(data, FIRST_SLOT, values, 0, 8, 8, 4, WORDS / 8, target);
            case "putmem" ->
                sized.putmem(data.at(FIRST_SLOT), MemorySegment.ofArray(values), (long) WORDS * Long.BYTES, target);
            default -> throw new IllegalArgumentException("operation=" + operation);
        }
        if (operation.equals("ibput")) {
            via.ibput(data, FIRST_SLOT + 4L, values, 4, 8, 8, 4, WORDS / 8, target);
        }
    }
}
