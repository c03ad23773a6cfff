package org.jshmem.trace;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** How long locks were held and waited for. */
final class LockUse {
    /** A lock that was waited for less than this part of the time is not worth a word. */
    private static final double LITTLE = 0.01;

    private final Timeline timeline;

    /** By lock. */
    private final Map<String, Use> uses = new TreeMap<>();

    /** Of waits that had not ended, whose locks are not known. */
    private long neverGotNs;

    private static final class Use {
        long holds;
        long heldNs;
        long longestNs;
        long waitNs;
        String site = "";

        void held(long ns) {
            holds++;
            heldNs += ns;
            longestNs = Math.max(longestNs, ns);
        }
    }

    LockUse(Timeline timeline) {
        this.timeline = timeline;
        timeline.tracks().forEach(track -> add(track.slices()));
    }

    private void add(Slices slices) {
        final Map<String, Long> since = new HashMap<>();
        for (int i = 0; i < slices.size(); i++) {
            final String lock = slices.detail(i);
            if (lock.equals(Event.NOT_ENDED)) {
                neverGotNs += slices.name(i).equals("setLock") ? slices.end(i) - slices.begin(i) : 0;
            } else if (slices.category(i) == Category.LOCK && slices.name(i).equals("setLock")) {
                final Use use = uses.computeIfAbsent(lock, _ -> new Use());
                use.waitNs += slices.end(i) - slices.begin(i);
                use.site = slices.site(i).isEmpty() ? use.site : slices.site(i);
                since.put(lock, slices.end(i));
            } else if (slices.category(i) == Category.LOCK && slices.name(i).equals("clearLock")) {
                final Long begin = since.remove(lock);
                if (begin != null) {
                    uses.get(lock).held(slices.end(i) - begin);
                }
            }
        }
    }

    void write(Lines text) {
        uses.forEach((lock, use) -> {
            if (isMuch(use.waitNs)) {
                text.line(
                        "Locks: PEs waited %s for the %s%s. It was held %,d times, %s in all (%s of the time), at most"
                                + " %s.",
                        Units.time(use.waitNs),
                        lock,
                        use.site.isEmpty() ? "" : ", set at " + use.site,
                        use.holds,
                        Units.time(use.heldNs),
                        Units.percent(use.heldNs, timeline.durationNs()),
                        Units.time(use.longestNs));
            }
        });
        if (isMuch(neverGotNs)) {
            text.line("Locks: PEs waited %s for locks that they had not got at the end.", Units.time(neverGotNs));
        }
    }

    private boolean isMuch(long waitNs) {
        return waitNs > LITTLE * timeline.durationNs() * timeline.pes().size();
    }
}
