package org.jshmem.info;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What of this machine decides how the library works here, as lines for a bug report. What cannot be read is "?". */
final class Machine {
    private static final String UNKNOWN = "?";
    private static final double GIB = 1 << 30;
    private static final List<String> LAUNCHERS = List.of("mpiexec.hydra", "mpiexec", "mpirun", "srun", "prterun");
    private static final List<Path> SIGNS_OF_CONTAINERS =
            List.of(Path.of("/.dockerenv"), Path.of("/run/.containerenv"), Path.of("/singularity"));

    private Machine() {}

    static List<String> describe() {
        final List<String> lines = new ArrayList<>();
        add(
                lines,
                "java",
                Runtime.version() + ", " + System.getProperty("java.vendor") + ", "
                        + System.getProperty("java.vm.name"));
        add(
                lines,
                "system",
                value("/etc/os-release", "PRETTY_NAME=") + ", Linux " + System.getProperty("os.version") + ", "
                        + System.getProperty("os.arch") + container());
        add(
                lines,
                "processors",
                Runtime.getRuntime().availableProcessors() + " for this process, "
                        + value("/proc/cpuinfo", "model name"));
        add(
                lines,
                "memory",
                value("/proc/meminfo", "MemTotal") + ", " + value("/proc/meminfo", "MemAvailable")
                        + " available; /dev/shm " + room("/dev/shm"));
        add(
                lines,
                "limits",
                "locked memory " + limit("Max locked memory") + ", open files " + limit("Max open files")
                        + ", processes " + limit("Max processes"));
        add(
                lines,
                "kernel",
                "ptrace_scope " + word("/proc/sys/kernel/yama/ptrace_scope") + ", overcommit_memory "
                        + word("/proc/sys/vm/overcommit_memory") + ", huge pages of shared memory "
                        + word("/sys/kernel/mm/transparent_hugepage/shmem_enabled"));
        add(
                lines,
                "launchers",
                LAUNCHERS.stream()
                        .flatMap(name -> find(name).stream())
                        .collect(Collectors.collectingAndThen(
                                Collectors.joining(", "), found -> found.isEmpty() ? "none on the path" : found)));
        return lines;
    }

    private static void add(List<String> lines, String name, String value) {
        lines.add(String.format(Locale.ROOT, "%-11s %s", name, value));
    }

    private static List<String> lines(String file) {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.toList();
        } catch (IOException | java.io.UncheckedIOException e) {
            return List.of();
        }
    }

    private static String word(String file) {
        return lines(file).stream().findFirst().map(String::strip).orElse(UNKNOWN);
    }

    /** What the first line that starts with some words has behind them. */
    private static String value(String file, String start) {
        return lines(file).stream()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .map(line -> line.substring(start.length())
                        .replaceFirst("^[\\s:]+", "")
                        .replace("\"", ""))
                .orElse(UNKNOWN);
    }

    /** The soft limit of this process, in the words of the kernel. */
    private static String limit(String name) {
        return value("/proc/self/limits", name).replaceFirst("\\s.*", "");
    }

    private static String container() {
        return SIGNS_OF_CONTAINERS.stream().anyMatch(Files::exists) ? ", in a container" : "";
    }

    private static String room(String directory) {
        try {
            final FileStore store = Files.getFileStore(Path.of(directory));
            return String.format(
                    Locale.ROOT, "%.1f GiB, %.1f GiB free", store.getTotalSpace() / GIB, store.getUsableSpace() / GIB);
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    private static Optional<String> find(String command) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(directory -> Path.of(directory, command))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Machine::real);
    }

    /** With what it is a link to, which tells one MPI from another. */
    private static String real(Path file) {
        try {
            final Path real = file.toRealPath();
            return real.equals(file) ? file.toString() : file + " (" + real.getFileName() + ")";
        } catch (IOException e) {
            return file.toString();
        }
    }
}
