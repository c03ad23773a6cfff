package org.jshmem.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The longest waits, with what ended them. */
final class LargestWaits {
    private static final int MOST = 5;

    private final Timeline timeline;
    private final Waits waits;
    private final List<Entry> entries = new ArrayList<>();

    /**
     * A wait.
     *
     * @param cause null if it is not known
     */
    private record Entry(int track, int slice, long ns, Wait cause) {}

    LargestWaits(Timeline timeline, Waits waits) {
        this.timeline = timeline;
        this.waits = waits;
        for (int track = 0; track < timeline.tracks().size(); track++) {
            final Map<Integer, Wait> known = new HashMap<>();
            waits.on(track).forEach(wait -> known.put(wait.slice(), wait));
            final Slices slices = timeline.tracks().get(track).slices();
            for (int i = 0; i < slices.size(); i++) {
                final Wait cause = known.get(i);
                if (cause != null) {
                    add(new Entry(track, i, cause.ns(), cause));
                } else if (Waits.isWait(slices, i)) {
                    add(new Entry(track, i, slices.end(i) - slices.begin(i), null));
                }
            }
        }
    }

    /** Keeps only the longest. */
    private void add(Entry entry) {
        entries.add(entry);
        entries.sort(Comparator.comparingLong(one -> -one.ns));
        if (entries.size() > MOST) {
            entries.removeLast();
        }
    }

    void write(Lines text) {
        if (entries.isEmpty()) {
            return;
        }
        text.head("The largest waits:");
        for (Entry entry : entries) {
            final Slices slices = timeline.tracks().get(entry.track).slices();
            final String detail = slices.detail(entry.slice);
            final boolean hasEnded = !detail.equals(Event.NOT_ENDED);
            text.line(
                    "%10s  PE %d from %s on, in %s%s; %s",
                    Units.time(entry.ns),
                    waits.peOf(entry.track),
                    Units.time(slices.begin(entry.slice)),
                    Waits.place(slices, entry.slice),
                    detail.isEmpty() || !hasEnded ? "" : " for " + detail,
                    entry.cause == null
                            ? hasEnded ? "it is not recorded what ended it" : "it " + detail
                            : "ended by " + entry.cause.arrow().what() + " of PE "
                                    + waits.peOf(entry.cause.arrow().fromTrack()));
        }
    }
}
