package org.jshmem.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What /proc says about processes, for questions that are asked before jnr is there, or that it has no call for. */
final class ProcFiles {
    /** Places in {@link #statFields}. */
    private static final int PARENT = 1;

    private static final int GROUP = 2;
    private static final int TERMINAL = 4;
    private static final int FOREGROUND_GROUP = 5;

    private static final long NO_TERMINAL = 0;

    /** Device number of {@code /dev/tty}, by which every process opens the terminal that controls it. */
    private static final long DEV_TTY = 5 << 8;

    private ProcFiles() {}

    /** Effective user id of this process, of 32 bits without a sign. */
    static int uid() throws IOException {
        return uid(statusValue("self", "Uid:"));
    }

    /** The second of the user ids in a status file. */
    static int uid(String ids) {
        return Integer.parseUnsignedInt(ids.split("\\s+")[1]);
    }

    /** Whether this process ignores a signal. */
    static boolean ignores(int signal) {
        return isInMask("self", "SigIgn:", signal);
    }

    /** Whether a process has a handler for a signal. */
    static boolean handles(long pid, int signal) {
        return isInMask(Long.toString(pid), "SigCgt:", signal);
    }

    private static boolean isInMask(String process, String name, int signal) {
        try {
            final String mask = statusValue(process, name);
            return ((Long.parseUnsignedLong(mask, 16) >>> (signal - 1)) & 1) != 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** What follows a name in a status file. */
    private static String statusValue(String process, String name) throws IOException {
        final Path file = Path.of("/proc", process, "status");
        for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
            if (line.startsWith(name)) {
                return line.substring(name.length()).strip();
            }
        }
        throw new IOException(file + " has no line " + name + "; is /proc mounted?");
    }

    /** Parent of a process, or 0 when there is no such process. */
    static long parent(long pid) {
        try {
            return Long.parseLong(statFields(Path.of("/proc", Long.toString(pid), "stat"))[PARENT]);
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

    /**
     * Whether standard input is the terminal that controls this process, and that only its foreground group may read.
     * Any process may read another terminal, such as the one that {@code su -c} leaves to a session of its own.
     */
    static boolean stdinIsControllingTerminal() {
        try {
            final long terminal = Long.parseLong(ownStatFields()[TERMINAL]);
            if (terminal == NO_TERMINAL) {
                return false;
            }
            final long stdin = (long) Files.getAttribute(Path.of("/proc/self/fd/0"), "unix:rdev");
            return stdin == terminal || stdin == DEV_TTY;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether the shell runs this process in the background of its terminal, which it then may not read. */
    static boolean inBackground() throws IOException {
        final String[] fields = ownStatFields();
        return Long.parseLong(fields[TERMINAL]) != NO_TERMINAL && !fields[GROUP].equals(fields[FOREGROUND_GROUP]);
    }

    private static String[] ownStatFields() throws IOException {
        return statFields(Path.of("/proc/self/stat"));
    }

    /** The fields of a stat file from the third (state) on; the second, the command, may hold anything. */
    private static String[] statFields(Path file) throws IOException {
        final String stat = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    }
}
