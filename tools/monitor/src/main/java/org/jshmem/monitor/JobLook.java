package org.jshmem.monitor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the PEs of one job on this machine have published with the tool {@code monitor}. */
public final class JobLook {
    private JobLook() {}

    /**
     * The table of {@code shmem-top}.
     *
     * @param pids the processes of the PEs
     * @return a line for each PE, and who waits for whom; empty if the PEs have published nothing
     */
    public static String table(Set<Long> pids) {
        final List<Snapshot> pes = look(pids);
        return pes.isEmpty() ? "" : Table.of(pes.getFirst().text("job"), pes, Map.of(), System.currentTimeMillis());
    }

    /**
     * Describes which PEs wait, and for what.
     *
     * @param pids the processes of the PEs
     * @return sentences; none if nobody waits for long
     */
    public static List<String> waits(Set<Long> pids) {
        final List<Snapshot> pes = look(pids);
        final List<String> sentences = new ArrayList<>(Table.waits(pes, System.currentTimeMillis()));
        sentences.addAll(Waits.of(pes));
        return sentences;
    }

    /**
     * The blocks of the symmetric heap, which are the same on all PEs; of many the largest.
     *
     * @param pids the processes of the PEs
     * @return the bytes of each block, by its offset in bytes
     */
    public static SortedMap<Long, Long> blocks(Set<Long> pids) {
        final SortedMap<Long, Long> blocks = new TreeMap<>();
        look(pids).forEach(pe -> pe.blocks().forEach(block -> blocks.put(block.offset(), block.bytes())));
        return blocks;
    }

    /**
     * How many blocks the symmetric heap has; {@link #blocks} gives the largest of them.
     *
     * @param pids the processes of the PEs
     * @return their number
     */
    public static long blockCount(Set<Long> pids) {
        return look(pids).stream().mapToLong(Snapshot::heapBlocks).max().orElse(0);
    }

    /**
     * A size for people.
     *
     * @param bytes the size
     * @return in the unit that needs few digits, as {@code 1.5 MiB}
     */
    public static String size(long bytes) {
        return Table.size((double) bytes);
    }

    private static List<Snapshot> look(Set<Long> pids) {
        try {
            return new Jobs(null)
                    .look().values().stream()
                            .flatMap(List::stream)
                            .filter(pe -> pids.contains(pe.number("pid")))
                            .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("what the PEs do cannot be read", e);
        }
    }
}
