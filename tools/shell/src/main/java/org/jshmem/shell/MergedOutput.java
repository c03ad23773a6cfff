package org.jshmem.shell;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jshmem.monitor.PeNumbers;

/**
 * The output of the PEs. It is held until the snippet has ended on all PEs, for 250 ms, or until it is long, so that
 * equal output is shown once. Any thread may call.
 */
final class MergedOutput {
    private static final long MOST_CHARS = 1 << 20;
    private static final long HOLD_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Screen screen;
    private final Map<Integer, StringBuilder> held = new TreeMap<>();
    private SortedSet<Integer> asked = Collections.emptySortedSet();
    private long heldSinceNs;
    private long size;

    MergedOutput(Screen screen) {
        this.screen = screen;
    }

    synchronized void add(int pe, String text) {
        if (held.isEmpty()) {
            heldSinceNs = System.nanoTime();
        }
        held.computeIfAbsent(pe, _ -> new StringBuilder()).append(text);
        size += text.length();
        if (size > MOST_CHARS) { // the screen is slower than the PEs
            show();
        }
    }

    /**
     * The following output is that of a snippet.
     *
     * @param pes the PEs that run it: output that all of them have is shown without their numbers
     */
    synchronized void of(SortedSet<Integer> pes) {
        asked = pes;
    }

    /** Forgets what is held. */
    synchronized void clear() {
        held.clear();
        size = 0;
    }

    /** Shows what was held for long enough. */
    synchronized void showOld() {
        if (!held.isEmpty() && System.nanoTime() - heldSinceNs > HOLD_NS) {
            show();
        }
    }

    /** Shows all that is held. */
    synchronized void showAll() {
        if (!held.isEmpty()) {
            show();
        }
    }

    private void show() {
        final boolean isOfAll = held.keySet().containsAll(asked);
        final SortedMap<Integer, String> texts = new TreeMap<>();
        held.forEach((pe, text) -> texts.put(pe, text.toString()));
        clear();
        final boolean isSame = texts.values().stream().distinct().count() == 1;
        final String prefix = isSame && !isOfAll ? PeNumbers.text(texts.keySet()) + ": " : "";
        for (String line : ByPe.lines(texts)) {
            screen.print(prefix + line);
        }
    }
}
