package org.jshmem.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jshmem.monitor.PeNumbers;

/** Texts of several PEs: equal ones are shown once. */
final class ByPe {
    private ByPe() {}

    /**
     * The lines to show.
     *
     * @param texts one of each PE that was asked
     * @return the lines of the text if all are equal; otherwise each line after the PEs that have the text
     */
    static List<String> lines(SortedMap<Integer, String> texts) {
        final Map<String, List<Integer>> pes = new LinkedHashMap<>();
        texts.forEach(
                (pe, text) -> pes.computeIfAbsent(text, _ -> new ArrayList<>()).add(pe));
        final List<String> lines = new ArrayList<>();
        pes.forEach((text, who) -> {
            final String prefix = pes.size() == 1 ? "" : PeNumbers.text(who) + ": ";
            text.lines().forEach(line -> lines.add(prefix + line));
        });
        return lines;
    }
}
