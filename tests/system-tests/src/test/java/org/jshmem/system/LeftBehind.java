package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The processes, sockets and files that a job of {@code shmemrun} leaves behind. Other jobs run at the same time, so
 * the job gets a temporary directory of its own. Its processes are those whose environment names that directory.
 */
final class LeftBehind implements AutoCloseable {
    private static final long GRACE_SECONDS = 5;
    private static final long PAUSE_MILLIS = 20;
    private static final String VARIABLE = "TMPDIR";
    private static final Path PROCESSES = Path.of("/proc");
    private static final Path SOCKETS = Path.of("/proc/net/unix");

    /** Files of PEs. Their names are removed at once, so that those of other jobs are gone after the grace, too. */
    private static final List<String> PE_FILES = List.of("/dev/shm/jshmem-monitor-", "/tmp/jshmem-data");

    private final Path temporary = Files.createTempDirectory("jshmem-job");
    private final Set<String> earlier = new HashSet<>(peFiles());

    /** Begins, before the job is started. */
    LeftBehind() throws IOException {}

    /** Marks the job that gets these variables. */
    void mark(Map<String, String> environment) {
        environment.put(VARIABLE, temporary.toString());
    }

    /** Fails if something is left after a while. */
    void assertNothing(long launcher, String job) throws IOException, InterruptedException {
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
        List<String> left = find(launcher);
        while (!left.isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(PAUSE_MILLIS);
            left = find(launcher);
        }
        assertEquals(List.of(), left, () -> "what the job has left behind: " + job);
    }

    /** All that there is of the job now. */
    List<String> find(long launcher) throws IOException {
        final List<String> found = new ArrayList<>();
        for (Path process : list(PROCESSES)) {
            if (read(process.resolve("environ")).contains(VARIABLE + "=" + temporary + "\0")) {
                found.add("process " + process.getFileName() + ": "
                        + read(process.resolve("cmdline")).replace('\0', ' '));
            }
        }
        read(SOCKETS)
                .lines()
                .filter(line -> line.contains("@jshmem-" + launcher + "-"))
                .forEach(line -> found.add("socket " + line));
        list(temporary).forEach(file -> found.add("file " + file));
        peFiles().stream().filter(file -> !earlier.contains(file)).forEach(file -> found.add("file " + file));
        return found;
    }

    private static List<String> peFiles() throws IOException {
        final List<String> files = new ArrayList<>();
        for (String beginning : PE_FILES) {
            for (Path file : list(Path.of(beginning).getParent())) {
                if (file.toString().startsWith(beginning)) {
                    files.add(file.toString());
                }
            }
        }
        return files;
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    /** Nothing if there is no such file, or none that this user may read. */
    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(temporary)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }
}
