package org.jshmem.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a PE has left in its files. */
final class PePart {
    /** An element is looked for in so many blocks before it. */
    private static final int MOST_BLOCKS = 16;

    private static final String NAMES = ".names";
    private static final String JVM = ".jvm";
    private static final String PREFIX = "pe-";

    final List<ThreadPart> threads = new ArrayList<>();

    /** That of its node. */
    Clock clock = new Clock();

    int pe;
    String host = "?";
    int node;
    long pid;
    String program = "?";
    long begin;

    /** When it has ended its trace; 0 if it has not. */
    long end;

    private final Map<Integer, String> operations = new HashMap<>();
    private final Map<Integer, String> texts = new HashMap<>();
    private final Map<Integer, Team> teams = new HashMap<>();
    private final Set<String> uncounted = new HashSet<>();

    /** By their offsets; of one offset, the latest last. */
    private final NavigableMap<Long, List<Block>> blocks = new TreeMap<>();

    /**
     * A team.
     *
     * @param key the same on all of its PEs
     * @param size how many there are
     */
    record Team(String key, int size) {}

    /** A block of the symmetric heap, from a time on. */
    private record Block(long time, long offset, long bytes, String type, int elementBytes) {}

    private PePart() {}

    /** Whether a PE has left a file, by its name. */
    static boolean isOfPe(Path file) {
        return file.getFileName().toString().startsWith(PREFIX);
    }

    /**
     * Reads what all PEs have left.
     *
     * @param directory with their files
     * @return by their numbers
     * @throws IOException if there are no such files, or they cannot be read
     */
    static List<PePart> readAll(Path directory) throws IOException {
        final List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.sorted().toList();
        }
        final List<PePart> pes = new ArrayList<>();
        for (Path file : files) {
            if (file.getFileName().toString().endsWith(NAMES)) {
                final PePart part = read(file);
                if (part != null) {
                    pes.add(part);
                }
            }
        }
        if (pes.isEmpty()) {
            throw new NoSuchFileException(directory.toString(), null, "no PE has left records in this directory");
        }
        pes.sort(Comparator.comparingInt(part -> part.pe));
        for (Path file : files) {
            final String name = file.getFileName().toString();
            if (isOfPe(file) && !name.endsWith(NAMES) && !name.endsWith(JVM)) {
                final ThreadPart thread = ThreadPart.read(file);
                if (thread != null) {
                    pes.stream().filter(part -> part.pe == thread.pe()).forEach(part -> part.threads.add(thread));
                }
            }
        }
        shareClocks(pes);
        for (PePart part : pes) {
            part.threads.sort(Comparator.comparingInt(ThreadPart::number));
            final Path log = directory.resolve(PREFIX + part.pe + JVM);
            if (Files.exists(log)) {
                part.threads.add(part.jvm(JvmLog.read(log)));
            }
        }
        return pes;
    }

    /** One PE of each node has compared the clock. */
    private static void shareClocks(List<PePart> pes) {
        for (PePart part : pes) {
            pes.stream()
                    .filter(other -> other.node == part.node && other.clock.isCompared())
                    .findFirst()
                    .ifPresent(other -> part.clock = other.clock);
        }
    }

    /** What the JVM has logged from the beginning to the end, as a thread; its texts have numbers below 0. */
    private ThreadPart jvm(List<JvmLog.Entry> entries) {
        final long last = end == 0 ? Long.MAX_VALUE : end;
        final List<JvmLog.Entry> kept = entries.stream()
                .filter(entry -> entry.begin() >= begin && entry.begin() <= last)
                .toList();
        final long[] events = new long[kept.size() * ThreadPart.EVENT];
        for (int i = 0; i < kept.size(); i++) {
            final int text = -1 - i;
            texts.put(text, kept.get(i).name());
            events[i * ThreadPart.EVENT] = kept.get(i).begin();
            events[i * ThreadPart.EVENT + 1] = Math.min(kept.get(i).end(), last);
            events[i * ThreadPart.EVENT + 2] = Layout.about(Layout.PAUSE, 0, -1, Layout.NO_SITE);
            events[i * ThreadPart.EVENT + 3] = text;
        }
        return new ThreadPart(pe, threads.size(), "JVM", events, 0, new long[0], 0, new long[3]);
    }

    /** Reads the names of a PE; null if it has not begun. */
    private static PePart read(Path names) throws IOException {
        final PePart part = new PePart();
        TextFile.read(names, line -> part.take(line.split("\t", -1)));
        return part.begin == 0 ? null : part;
    }

    private void take(String... cells) {
        switch (cells[0]) {
            case "pe" -> {
                pe = Integer.parseInt(cells[1]);
                host = cells[3];
                node = Integer.parseInt(cells[4]);
                pid = Long.parseLong(cells[5]);
                program = cells[6];
            }
            case "begin" -> begin = Long.parseLong(cells[1]);
            case "end" -> end = Long.parseLong(cells[1]);
            case "operation" -> operations.put(Integer.parseInt(cells[1]), cells[2]);
            case "text" -> texts.put(Integer.parseInt(cells[1]), cells[2]);
            case "team" ->
                teams.put(Integer.parseInt(cells[1]), new Team(cells[2] + "#" + cells[3], cells[2].split(",").length));
            case "uncounted" -> {
                final Team team = teams.get(Integer.parseInt(cells[2]));
                if (team != null) {
                    uncounted.add(cells[1] + " " + team.key + " " + cells[3] + " " + cells[4]);
                }
            }
            case "block" ->
                blocks.computeIfAbsent(Long.parseLong(cells[2]), _ -> new ArrayList<>())
                        .add(new Block(
                                Long.parseLong(cells[1]),
                                Long.parseLong(cells[2]),
                                Long.parseLong(cells[3]),
                                cells[4],
                                Integer.parseInt(cells[5])));
            case "clock" -> clock.add(Long.parseLong(cells[1]), Long.parseLong(cells[2]), Long.parseLong(cells[3]));
            default -> {
                // A line of another version is ignored.
            }
        }
    }

    /** Whether messages of a kind are not all counted on this PE. */
    boolean isUncounted(String way, String team, int peer, int tag) {
        return uncounted.contains(way + " " + team + " " + peer + " " + tag)
                || uncounted.contains(way + " " + team + " -1 " + tag)
                || uncounted.contains(way + " " + team + " " + peer + " -1")
                || uncounted.contains(way + " " + team + " -1 -1");
    }

    String operation(int number) {
        return operations.getOrDefault(number, "operation " + number);
    }

    String text(long number) {
        return texts.getOrDefault((int) number, "");
    }

    Team team(long number) {
        return teams.get((int) number);
    }

    /** The latest block at a place. */
    private Block block(long offset, long time) {
        Map.Entry<Long, List<Block>> at = blocks.floorEntry(offset);
        for (int i = 0; i < MOST_BLOCKS && at != null; i++) {
            for (Block block : at.getValue().reversed()) {
                if (clock.align(block.time) <= time && offset < block.offset + Math.max(1, block.bytes)) {
                    return block;
                }
            }
            at = blocks.lowerEntry(at.getKey());
        }
        return null;
    }

    /** The element of which array is at an offset of the heap, in words. */
    String element(long offset, long time) {
        final Block found = block(offset, time);
        if (found == null) {
            return "heap offset " + offset;
        }
        final String type = found.type.isEmpty() ? "bytes" : found.type.toLowerCase(Locale.ROOT) + "s";
        return "element " + (offset - found.offset) / found.elementBytes + " of " + found.bytes / found.elementBytes
                + " " + type + " at heap offset " + found.offset;
    }
}
