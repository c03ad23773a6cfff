package org.jshmem.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What the library has in this process, by kind: its threads, and files of the kinds that it opens. */
final class ProcessUse {
    private static final String THREADS = "threads ";
    private static final String FILES = "files ";

    /** Sockets. */
    static final String SOCKETS = FILES + "socket:";

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final List<String> KINDS = List.of("socket:", "[eventfd]", "[eventpoll]", "(deleted)");
    private static final List<String> MAPPED = List.of("memfd:jshmem", "/dev/shm/");

    private ProcessUse() {}

    /** How many there are of each kind of which there are some. */
    static Map<String, Long> ofThreadsAndFiles() {
        final Map<String, Long> counts = new TreeMap<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("jshmem")) {
                counts.merge(THREADS + thread.getName().replaceAll("-?\\d+$", ""), 1L, Long::sum);
            }
        }
        for (String target : targets()) {
            KINDS.stream().filter(target::contains).forEach(kind -> counts.merge(FILES + kind, 1L, Long::sum));
        }
        return counts;
    }

    /** The same, and the maps of the library's memory, which only change while the library is started or ended. */
    static Map<String, Long> withMaps() {
        final Map<String, Long> counts = ofThreadsAndFiles();
        try (Stream<String> lines = Files.lines(MAPS)) {
            counts.put(
                    "maps",
                    lines.filter(line -> MAPPED.stream().anyMatch(line::contains))
                            .count());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return counts;
    }

    private static List<String> targets() {
        try (Stream<Path> files = Files.list(DESCRIPTORS)) {
            return files.toList().stream().map(ProcessUse::target).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a descriptor stands for; nothing if it is closed by now. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
