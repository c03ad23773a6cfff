package org.jshmem.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * How many PEs this machine can hold at the very most, by its limits and by what the least PE needs: a larger job is
 * refused before its first PE starts. That there is room for a job by this measure is no promise, since others need
 * memory and processes too.
 *
 * @param memoryBytes that processes could be given, which includes what others use now and what can be swapped out
 * @param threads that there may be
 * @param openFiles that the launcher may open besides those that it has
 */
record Capacity(Limit memoryBytes, Limit threads, Limit openFiles) {
    /** What a JVM that has done nothing takes for itself alone, or less. */
    private static final long PE_BYTES = 16L << 20;

    private static final long PE_THREADS = 10;

    /** Two pipes and the control socket. */
    private static final long PE_FILES = 3;

    /** What starting a process takes for a moment, and what the launcher opens besides. */
    private static final long SPARE_FILES = 12;

    private static final int EAGAIN = 11;
    private static final int EMFILE = 24;
    private static final int EFBIG = 27;

    private static final long NONE = Long.MAX_VALUE;
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Path KERNEL = Path.of("/proc/sys/kernel");
    private static final Path CGROUP = Path.of("/sys/fs/cgroup");

    /**
     * A limit.
     *
     * @param most how much there can be; {@link #NONE} where nothing says so
     * @param source what says so
     */
    record Limit(long most, String source) {
        Limit orLower(long otherMost, String otherSource) {
            return otherMost < most ? new Limit(otherMost, otherSource) : this;
        }
    }

    /** That of this machine and this process, now. */
    static Capacity ofMachine() {
        return new Capacity(memoryLimit(), threadLimit(), openFileLimit());
    }

    /**
     * Refuses a job that cannot be.
     *
     * @throws UsageException naming what there is too little of
     */
    void require(int npes) {
        if (npes > openFiles.most / PE_FILES) {
            refuse(
                    npes,
                    openFiles,
                    "the launcher needs " + SPARE_FILES + " open files, and " + PE_FILES
                            + " for each PE, and can open " + (openFiles.most + SPARE_FILES)
                            + " more; raise ulimit -n, or start fewer");
        }
        if (npes > threads.most / PE_THREADS) {
            refuse(
                    npes,
                    threads,
                    "each is a JVM with " + PE_THREADS + " threads or more, and there may be " + threads.most
                            + " threads; start fewer");
        }
        if (npes > memoryBytes.most / PE_BYTES) {
            refuse(
                    npes,
                    memoryBytes,
                    "each is a JVM that takes " + (PE_BYTES >> 20) + " MiB or more, and there are "
                            + (memoryBytes.most >> 20) + " MiB; start fewer");
        }
    }

    private static void refuse(int npes, Limit limit, String reason) {
        throw new UsageException("-np=" + npes + " is more PEs than can run here (" + limit.source + "): " + reason);
    }

    /** What to do about an error that a limit has caused, to be appended to its message; empty for other errors. */
    static String remedy(Throwable cause) {
        final String text = cause.getCause() == null ? cause.toString() : cause + " " + cause.getCause();
        if (speaksOf(EMFILE, text) || text.contains("Too many open files")) {
            return "; raise ulimit -n, which bounds the open files of the launcher, or start fewer PEs";
        }
        if (speaksOf(EFBIG, text) || text.contains("File too large")) {
            return "; raise ulimit -f, which bounds the size of files";
        }
        if (speaksOf(EAGAIN, text) || text.contains("native thread")) {
            final Limit limit = threadLimit();
            return "; there may be " + limit.most + " threads (" + limit.source + "): raise that, or start fewer PEs";
        }
        return cause instanceof OutOfMemoryError
                ? "; give the launcher more memory, for instance JSHMEM_LAUNCHER_OPTIONS=-Xmx2g, or start fewer PEs"
                : "";
    }

    /**
     * Whether a message of the JDK names an error of the system; the words behind the number are those of the user's
     * language.
     */
    private static boolean speaksOf(int errno, String text) {
        return Pattern.compile("error[:=] ?" + errno + "\\b").matcher(text).find();
    }

    private static Limit memoryLimit() {
        return memoryLimit(Path.of("/proc/meminfo"), CGROUP, CGROUP.resolve(group()));
    }

    /**
     * All memory and swap space of the machine, or what a control group may have of both: what others use now they may
     * give back, as the kernel writes caches and idle pages out for who asks for more.
     *
     * @param meminfo as {@code /proc/meminfo}
     * @param root where the control groups are
     * @param group this process's
     */
    static Limit memoryLimit(Path meminfo, Path root, Path group) {
        final long memoryKib = number(meminfo, "MemTotal:");
        final long swapKib = number(meminfo, "SwapTotal:");
        if (memoryKib == NONE || swapKib == NONE) {
            return new Limit(NONE, "nothing");
        }
        Limit lowest = new Limit(memoryKib + swapKib << 10, "memory and swap space, see free");
        for (Path at = group; at.startsWith(root); at = at.getParent()) {
            final long memory = number(at.resolve("memory.max"), "");
            if (memory != NONE) {
                final long swap = Math.min(number(at.resolve("memory.swap.max"), ""), swapKib << 10);
                lowest = lowest.orLower(memory + swap, at.resolve("memory.max") + " and memory.swap.max");
            }
        }
        return lowest;
    }

    private static Limit threadLimit() {
        final long ofUser = isRoot() ? NONE : number(LIMITS, "Max processes");
        return ofGroup(
                "pids.max",
                new Limit(ofUser, "ulimit -u")
                        .orLower(number(KERNEL.resolve("threads-max"), ""), "/proc/sys/kernel/threads-max")
                        .orLower(number(KERNEL.resolve("pid_max"), ""), "/proc/sys/kernel/pid_max"));
    }

    /** The limit of a user's processes does not hold for root. */
    private static boolean isRoot() {
        try {
            return ProcFiles.uid() == 0;
        } catch (IOException e) {
            return true;
        }
    }

    private static Limit openFileLimit() {
        final String[] open = new File("/proc/self/fd").list();
        final long limit = number(LIMITS, "Max open files");
        return new Limit(limit - (open == null ? 0 : open.length) - SPARE_FILES, "ulimit -n, " + limit);
    }

    /** Lowered by this process's control group and those above it, of which a container shows the lower ones only. */
    private static Limit ofGroup(String file, Limit limit) {
        Limit lowest = limit;
        Path group = CGROUP.resolve(group());
        while (group.startsWith(CGROUP)) {
            lowest = lowest.orLower(
                    number(group.resolve(file), ""), group.resolve(file).toString());
            group = group.getParent();
        }
        return lowest;
    }

    /** This process's control group in the unified hierarchy, as a relative path. */
    private static String group() {
        final String line = line(Path.of("/proc/self/cgroup"), "0::/");
        return line == null ? "" : line;
    }

    /** The number behind these words in a file; {@link #NONE} where there is no such file, line or number. */
    private static long number(Path file, String words) {
        final String line = line(file, words);
        int end = 0;
        while (line != null && end < line.length() && Character.isDigit(line.charAt(end))) {
            end++;
        }
        return end == 0 || end > 18 ? NONE : Long.parseLong(line.substring(0, end));
    }

    /** What stands behind these words at the start of a line; null where there is no such line. */
    private static String line(Path file, String words) {
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
                if (line.startsWith(words)) {
                    return line.substring(words.length()).strip();
                }
            }
        } catch (IOException e) {
            // A limit that is not told is none.
        }
        return null;
    }
}
