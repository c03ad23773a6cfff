package org.jshmem.tck.draft;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.CollectiveRequest;
import org.jshmem.NonblockingCollectives;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/**
 * Random non-blocking collectives, up to 8 open at a time on two teams, mixed with blocking ones. Each PE completes
 * them in an order and a way of its own, and computes in between. The seed is printed; {@code JSHMEM_TCK_RANDOM_SEED}
 * repeats it.
 */
final class RandomRequestCases {
    private static final int OPEN = 8;
    private static final int STEPS = 400;
    private static final int MOST = 1 << 15;
    private static final int LARGE_ONE_IN = 15;
    private static final int KINDS = 9;

    /** The first kind that is one on arrays, and the first whose results are a block of each PE. */
    private static final int ARRAYS = 5;

    private static final int BLOCKS = 7;

    /** The kinds before this one have a result that is a value. */
    private static final int VALUES = 4;

    /** Places for arrays. One is used again after all PEs have come to a sync with nothing open there. */
    private static final int PLACES = 2 * OPEN;

    private final SymmetricLongs sources = mallocLongs((long) PLACES * MOST);
    private final SymmetricLongs dests = mallocLongs((long) PLACES * MOST);

    /** One that is open: what it is, and where its data are. */
    private record Open(int kind, int nelems, int root, ShmemTeam team, int step, CollectiveRequest request) {
        int place() {
            return step % PLACES;
        }
    }

    @Case(
            seconds = 120,
            pes = {1, 2, 3, 5})
    void randomRequests(Checks checks) {
        final String given = System.getenv("JSHMEM_TCK_RANDOM_SEED");
        final long seed = TEAM_WORLD.broadcast(given == null ? System.nanoTime() : Long.parseLong(given), 0);
        if (myPe() == 0) {
            System.out.println("random requests, seed " + seed + ", repeat by JSHMEM_TCK_RANDOM_SEED=" + seed);
        }
        final SplittableRandom common = new SplittableRandom(seed);
        final SplittableRandom own = new SplittableRandom(seed * 31 + myPe() + 1);
        try (ShmemTeam forwards = TEAM_WORLD.splitStrided(0, 1, nPes());
                ShmemTeam backwards = TEAM_WORLD.splitStrided(nPes() - 1, nPes() == 1 ? 1 : -1, nPes())) {
            final ShmemTeam[] teams = {forwards, backwards};
            final NonblockingCollectives[] nonblocking = {
                NonblockingCollectives.on(forwards), NonblockingCollectives.on(backwards),
            };
            final List<Open> open = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                final int which = common.nextInt(teams.length);
                if (common.nextInt(6) == 0) {
                    final long sum = teams[which].sumReduce((long) step);
                    checks.equal((long) step * nPes(), sum, "seed " + seed + ", a blocking sum");
                }
                if (step % OPEN == 0) {
                    for (int i = open.size() - 1; i >= 0; i--) {
                        if (open.get(i).step < step - OPEN) {
                            complete(checks, open.remove(i), own, seed);
                        }
                    }
                    syncAll();
                }
                while (open.size() > own.nextInt(OPEN)) {
                    complete(checks, open.remove(own.nextInt(open.size())), own, seed);
                }
                open.add(start(teams[which], nonblocking[which], common, step));
                if (own.nextInt(4) == 0) {
                    compute(own.nextInt(20_000));
                }
            }
            while (!open.isEmpty()) {
                complete(checks, open.remove(own.nextInt(open.size())), own, seed);
            }
        }
        barrierAll();
        free(dests);
        free(sources);
    }

    private static void compute(int turns) {
        long x = 1;
        for (int i = 0; i < turns; i++) {
            x = x * 31 + i;
        }
        if (x == 42) {
            System.out.println("as good as never");
        }
    }

    private Open start(ShmemTeam team, NonblockingCollectives nonblocking, SplittableRandom common, int step) {
        final int kind = common.nextInt(KINDS);
        final int largest = common.nextInt(LARGE_ONE_IN) == 0 ? MOST : 1 << common.nextInt(11);
        final int drawn = common.nextInt(largest) + 1;
        final int root = common.nextInt(team.nPes());
        return kind < ARRAYS
                ? ofValue(team, nonblocking, kind, root, step)
                : ofArrays(team, nonblocking, kind, drawn, root, step);
    }

    private static Open ofValue(ShmemTeam team, NonblockingCollectives nonblocking, int kind, int root, int step) {
        final long mine = value(team.myPe(), 0, step);
        final CollectiveRequest request = switch (kind) {
            case 0 -> nonblocking.sumReduceNb(mine);
            case 1 -> nonblocking.maxReduceNb(mine);
            case 2 -> nonblocking.broadcastNb(mine, root);
            case 3 -> nonblocking.sumInscanNb(mine);
            default -> nonblocking.syncNb();
        };
        return new Open(kind, 1, root, team, step, request);
    }

    private Open ofArrays(ShmemTeam team, NonblockingCollectives nonblocking, int kind, int drawn, int root, int step) {
        final long place = step % PLACES;
        final int nelems = kind >= BLOCKS ? Math.max(1, drawn / team.nPes()) : drawn;
        final SymmetricLongs source = sources.slice(place * MOST, MOST);
        final SymmetricLongs dest = dests.slice(place * MOST, MOST);
        for (int i = 0; i < nelems * (kind == 8 ? team.nPes() : 1); i++) {
            source.set(i, value(team.myPe(), i, step));
        }
        final CollectiveRequest request = switch (kind) {
            case 5 -> nonblocking.sumReduceNb(dest, source, nelems);
            case 6 -> nonblocking.broadcastNb(dest, source, nelems, root);
            case 7 -> nonblocking.fcollectNb(dest, source, nelems);
            default -> nonblocking.alltoallNb(dest, source, nelems);
        };
        return new Open(kind, nelems, root, team, step, request);
    }

    private static long value(int pe, int index, long step) {
        return pe * 1_000_003L + index * 7L + step * 13L;
    }

    private void complete(Checks checks, Open one, SplittableRandom own, long seed) {
        final String what =
                "seed " + seed + ", step " + one.step + ", kind " + one.kind + ", " + one.nelems + " elements";
        final boolean hasValue = one.kind < VALUES;
        final CollectiveRequest request = one.request;
        switch (own.nextInt(4)) {
            case 0 -> request.await();
            case 1 -> {
                while (!request.test()) {
                    Thread.onSpinWait();
                }
            }
            case 2 -> request.close();
            default -> {
                final long result = request.toFuture(done -> hasValue ? done.longResult() : 0)
                        .join();
                checks.equal(hasValue ? expected(one, 0) : 0, result, what);
            }
        }
        if (hasValue) {
            checks.equal(expected(one, 0), request.longResult(), what);
        } else {
            checkArray(checks, one, what);
        }
    }

    private void checkArray(Checks checks, Open one, String what) {
        if (one.kind < ARRAYS) {
            return;
        }
        final SymmetricLongs dest = dests.slice((long) one.place() * MOST, MOST);
        final int all = one.nelems * (one.kind >= BLOCKS ? one.team.nPes() : 1);
        for (int i = 0; i < all; i += 1 + i / 32) {
            final long expected = expected(one, i);
            if (dest.get(i) != expected) {
                checks.equal(expected, dest.get(i), what + ", element " + i);
                return;
            }
        }
        checks.that(true, what);
    }

    private static long expected(Open one, int index) {
        final int pes = one.team.nPes();
        final int me = one.team.myPe();
        return switch (one.kind) {
            case 0, 5 -> sum(pes, index, one.step);
            case 1 -> value(pes - 1, 0, one.step);
            case 2, 6 -> value(one.root, index, one.step);
            case 3 -> sum(me + 1, 0, one.step);
            case 7 -> value(index / one.nelems, index % one.nelems, one.step);
            default -> value(index / one.nelems, me * one.nelems + index % one.nelems, one.step);
        };
    }

    private static long sum(int pes, int index, long step) {
        long sum = 0;
        for (int pe = 0; pe < pes; pe++) {
            sum += value(pe, index, step);
        }
        return sum;
    }
}
