package org.jshmem.tck.c.pe;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jshmem.tck.c.Routine;
import org.jshmem.tck.c.Routines;

/**
 * Chooses among the functions that do the same for different types of C: a long of Java is a long, a long long, a
 * size_t and so on. They take turns, so that a case calls all of them.
 */
final class Choice {
    private final Functions functions;
    private final AtomicLong turns = new AtomicLong();
    private final Map<Key, List<Routine>> candidates = new ConcurrentHashMap<>();

    private record Key(Call call, boolean withContext, Object narrower) {}

    Choice(Functions functions) {
        this.functions = functions;
    }

    /** Another one each time. */
    long turn() {
        return turns.getAndIncrement();
    }

    Routine next(Call call, boolean withContext, long turn) {
        return next(call, withContext, turn, "", _ -> true);
    }

    /**
     * A function for a call.
     *
     * @param withContext whether a context is its first parameter
     * @param turn the same for the same function
     * @param narrower tells apart conditions, for the same call
     * @param condition which of the functions
     */
    Routine next(Call call, boolean withContext, long turn, Object narrower, Predicate<Routine> condition) {
        final List<Routine> some = candidates.computeIfAbsent(new Key(call, withContext, narrower), _ -> {
            final List<Routine> all = Routines.of(call.generic()).stream()
                    .filter(one -> one.hasContext() == withContext && call.fits(one) && condition.test(one))
                    .toList();
            if (all.isEmpty()) {
                throw new AssertionError("no routine for " + call);
            }
            final List<Routine> present = functions.present(all);
            if (present.isEmpty()) {
                throw new MissingRoutineException(all.getFirst().name());
            }
            return present;
        });
        return some.get((int) Math.floorMod(turn, (long) some.size()));
    }
}
