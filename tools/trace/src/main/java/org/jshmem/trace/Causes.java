package org.jshmem.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds which delivery has ended a wait.
 *
 * <p>The record of a wait has the element, the value that ended it, and the times. The candidates are the deliveries to
 * that element by other threads that may have been done between the begin and the end of the wait. A delivery that
 * wrote another value is no candidate. The waits for an element are handled in the order of their ends, and a delivery
 * ends one wait only. The first candidate that wrote the value is taken. If there is none, it is the last one that was
 * certainly done before the end, unless more lies within the wait of one that returned after it, as an operation over a
 * network does. If there is no candidate at all, for instance because its record was overwritten, the wait gets no
 * arrow.
 */
final class Causes {
    private static final int GRANULE_BITS = 3;

    /** The deliveries are ordered by their ends, so the search goes on behind the first that began after the wait. */
    private static final int MOST_BEHIND = 64;

    /** A wait may read its element this long before it reads the clock for its begin. */
    private static final long BEGIN_NS = 2000;

    /** A lock has the same place on all PEs. */
    static final int LOCK = -1;

    private final Map<Integer, NavigableSet<Long>> wanted = new HashMap<>();
    private final Map<Key, List<Delivery>> found = new HashMap<>();
    private final Set<Delivery> used = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean isSorted;

    private record Key(int pe, long granule) {}

    /** Tells of a wait for an element of a PE, or for a lock. */
    void want(int pe, long place) {
        wanted.computeIfAbsent(pe, _ -> new TreeSet<>()).add(place >> GRANULE_BITS);
    }

    /** Whether anything waited for elements that are written. */
    boolean isWanted(int pe, long offset, long bytes) {
        final NavigableSet<Long> granules = wanted.get(pe);
        if (granules == null) {
            return false;
        }
        final Long first = granules.ceiling(offset >> GRANULE_BITS);
        return first != null && first << GRANULE_BITS < offset + Math.max(1, bytes);
    }

    void add(Delivery delivery) {
        final long last = delivery.offset() + Math.max(1, delivery.bytes()) - 1;
        final NavigableSet<Long> granules = wanted.get(delivery.target());
        granules.subSet(delivery.offset() >> GRANULE_BITS, true, last >> GRANULE_BITS, true)
                .forEach(granule -> found.computeIfAbsent(new Key(delivery.target(), granule), _ -> new ArrayList<>())
                        .add(delivery));
    }

    /**
     * Finds the delivery that ended a wait. The caller passes the waits in the order of their ends.
     *
     * @param pe the waiting PE, or {@link #LOCK}
     * @param waiter the number of the thread that has waited, which does not end its own wait
     * @param place the offset of the element
     * @param value what it was seen with
     * @param errorNs how far the clocks may differ
     * @return null if that is not known
     */
    Delivery of(int pe, int waiter, long place, long value, long begin, long end, long errorNs) {
        if (!isSorted) {
            found.values().forEach(list -> list.sort(Comparator.comparingLong(Delivery::to)));
            isSorted = true;
        }
        final Key key = new Key(pe, place >> GRANULE_BITS);
        final List<Delivery> all = found.getOrDefault(key, List.of());
        int i = firstDoneAfter(all, begin - errorNs - BEGIN_NS);
        int early = -1;
        int certain = -1;
        int possible = -1;
        int behind = 0;
        for (; i < all.size(); i++) {
            final Delivery one = all.get(i);
            if (one.from() > end + errorNs) {
                if (++behind > MOST_BEHIND) {
                    break;
                }
            } else if (one.covers(place) && one.thread() != waiter && !used.contains(one)) {
                if (one.fitsWell(place, value)) {
                    if (one.to() >= begin - errorNs) {
                        used.add(one);
                        return one;
                    }
                    early = i;
                }
                if (one.to() >= begin - errorNs && (pe == LOCK || one.fits(place, value))) {
                    if (one.to() <= end) {
                        certain = i;
                    } else if (possible < 0
                            || partWithin(one, begin, end) > partWithin(all.get(possible), begin, end)) {
                        possible = i;
                    }
                }
            }
        }
        final boolean isCertain = certain >= 0
                && (possible < 0
                        || partWithin(all.get(certain), begin, end) >= partWithin(all.get(possible), begin, end));
        final int best = early >= 0 ? early : isCertain ? certain : possible;
        if (best < 0) {
            return null;
        }
        used.add(all.get(best));
        return all.get(best);
    }

    /** How much of a delivery lies within a wait, from 0 to 1. */
    private static double partWithin(Delivery one, long begin, long end) {
        final long within = Math.min(one.to(), end) - Math.max(one.from(), begin);
        return within < 0 ? 0 : one.from() == one.to() ? 1 : (double) within / (one.to() - one.from());
    }

    /** The first delivery that may have been done after a time. */
    private static int firstDoneAfter(List<Delivery> all, long time) {
        int low = 0;
        int high = all.size();
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (all.get(middle).to() < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
