package org.jshmem.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What /proc says about processes, for questions that are asked before jnr is there, or that it has no call for. */
final class ProcFiles {
    private ProcFiles() {}

    /** Effective user id of this process. */
    static int uid() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1)) {
            if (line.startsWith("Uid:")) {
                return Integer.parseInt(line.split("\\s+")[2]);
            }
        }
        throw new IOException("/proc/self/status has no Uid line; is /proc mounted?");
    }

    /** Parent of a process, or 0 when there is no such process. */
    static long parent(long pid) {
        try {
            return Long.parseLong(statFields(Path.of("/proc", Long.toString(pid), "stat"))[1]);
        } catch (IOException e) {
            return 0;
        }
    }

    /**
     * Whether a process has memory, which the kernel takes from it before it closes its files and before it is to be
     * waited for.
     */
    static boolean hasMemory(long pid) {
        try {
            return !Files.readString(Path.of("/proc", Long.toString(pid), "statm"), StandardCharsets.ISO_8859_1)
                    .startsWith("0 ");
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether standard input is a terminal. */
    static boolean stdinIsTerminal() {
        try {
            final String target =
                    Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether the shell runs this process in the foreground of its terminal, so that it may read from it. */
    static boolean inForeground() throws IOException {
        final String[] fields = statFields(Path.of("/proc/self/stat"));
        return fields[2].equals(fields[5]);
    }

    /** The fields of a stat file from the third (state) on; the second, the command, may hold anything. */
    private static String[] statFields(Path file) throws IOException {
        final String stat = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    }
}
