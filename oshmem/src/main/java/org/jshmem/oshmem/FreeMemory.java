package org.jshmem.oshmem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory that a machine has free, and this process may have ({@link ControlGroup}), for heaps that a C library
 * takes at once. If they are larger, the kernel kills the job or another program, without a message.
 */
final class FreeMemory {
    private static final String AVAILABLE = "MemAvailable:";
    private static final int KIBIBYTE = 1024;

    /** Where Open MPI and Hydra say how many PEs the machine has. */
    private static final List<String> LOCAL_PES = List.of("OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS");

    /** Where Slurm says how many PEs each machine of the step has, as 2(x3),1, and which of them this is, from 0. */
    private static final String STEP_PES = "SLURM_STEP_TASKS_PER_NODE";

    private static final String STEP_NODE = "SLURM_NODEID";
    private static final Pattern NODES = Pattern.compile("([1-9]\\d{0,5})(?:\\(x([1-9]\\d{0,5})\\))?");

    private FreeMemory() {}

    /**
     * Throws if heaps need more than there is.
     *
     * @param bytes of each heap
     * @param isOfAll whether to count the heaps of all PEs of this machine, as of Open MPI, which fills them at once
     * @throws IllegalStateException if there is no room
     */
    static void require(long bytes, boolean isOfAll) {
        final String lack = lack(bytes, isOfAll ? localPes(System.getenv()) : 1, available(Path.of("/")));
        if (lack != null) {
            throw new IllegalStateException(lack);
        }
    }

    /** What to say if so many heaps have no room; null if they have. */
    static String lack(long bytes, int heaps, long available) {
        return bytes <= available / heaps
                ? null
                : "the symmetric heap of a C library needs " + bytes + " bytes for "
                        + (heaps == 1 ? "this PE" : "each of " + heaps + " PEs of this machine") + ", and "
                        + available
                        + " bytes of memory are available, by /proc/meminfo and the limits of its cgroup; set"
                        + " SHMEM_SYMMETRIC_SIZE to less";
    }

    static int localPes(Map<String, String> environment) {
        return LOCAL_PES.stream()
                .map(environment::get)
                .filter(text -> text != null && text.matches("[1-9]\\d{0,5}"))
                .mapToInt(Integer::parseInt)
                .findFirst()
                .orElseGet(
                        () -> ofStep(environment.getOrDefault(STEP_PES, ""), environment.getOrDefault(STEP_NODE, "")));
    }

    private static int ofStep(String pes, String node) {
        int before = node.matches("\\d{1,6}") ? Integer.parseInt(node) : Integer.MAX_VALUE;
        for (String nodes : pes.split(",", -1)) {
            final Matcher matcher = NODES.matcher(nodes);
            if (!matcher.matches()) {
                return 1;
            }
            before -= matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
            if (before < 0) {
                return Integer.parseInt(matcher.group(1));
            }
        }
        return 1;
    }

    /**
     * In bytes; {@code Long.MAX_VALUE} if unknown.
     *
     * @param root the directory that stands for {@code /}
     */
    static long available(Path root) {
        return Math.min(ofMachine(root), ControlGroup.freeBytes(root));
    }

    private static long ofMachine(Path root) {
        try {
            return Files.readAllLines(root.resolve("proc/meminfo")).stream()
                    .filter(line -> line.startsWith(AVAILABLE))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * KIBIBYTE)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }
}
