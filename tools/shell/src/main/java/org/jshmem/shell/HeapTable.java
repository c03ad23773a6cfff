package org.jshmem.shell;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.monitor.JobLook;

/** The blocks of the symmetric heap, with the variables that hold them. */
final class HeapTable {
    private static final Pattern OFFSET = Pattern.compile("Symmetric.*heap offset (\\d+)");
    private static final String FORMAT = "%12s %10s  %s";

    private HeapTable() {}

    /** The lines to show. */
    static List<String> lines(PeGroup pes, Session session) {
        final SortedMap<Long, Long> blocks = JobLook.blocks(pes.pids());
        if (blocks.isEmpty()) {
            return List.of("no symmetric memory is allocated");
        }
        final Map<Long, String> names = names(session);
        final List<String> lines = new ArrayList<>();
        lines.add(String.format(FORMAT, "heap offset", "size", "variable"));
        blocks.forEach((offset, bytes) ->
                lines.add(String.format(FORMAT, offset, JobLook.size(bytes), names.getOrDefault(offset, ""))
                        .stripTrailing()));
        final long more = JobLook.blockCount(pes.pids()) - blocks.size();
        if (more > 0) {
            lines.add("and " + more + " smaller blocks");
        }
        return lines;
    }

    private static Map<Long, String> names(Session session) {
        final Map<Long, String> names = new HashMap<>();
        session.variables().forEach((name, value) -> {
            final Matcher matcher = OFFSET.matcher(value);
            if (matcher.find()) {
                names.merge(Long.valueOf(matcher.group(1)), name, (one, other) -> one + ", " + other);
            }
        });
        return names;
    }
}
