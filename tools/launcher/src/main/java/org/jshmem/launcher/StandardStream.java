package org.jshmem.launcher;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the launcher writes what PEs have written. */
enum StandardStream {
    OUTPUT("standard output", 1),
    ERROR("standard error", 2);

    private static final int FILE_TYPE = 0xf000;
    private static final int FIFO = 0x1000;
    private static final int SOCKET = 0xc000;

    private static final String FLAGS = "flags:";
    private static final int OCTAL = 8;
    private static final int NONBLOCKING = 0x800;

    private final String title;
    private final int number;

    StandardStream(String title, int number) {
        this.title = title;
        this.number = number;
    }

    OutputStream open() {
        final FileDescriptor descriptor = this == OUTPUT ? FileDescriptor.out : FileDescriptor.err;
        return isNonblocking() ? new NonblockingOutput(descriptor) : new FileOutputStream(descriptor);
    }

    private boolean isNonblocking() {
        try {
            return Files.readAllLines(Path.of("/proc/self/fdinfo", Integer.toString(number))).stream()
                    .filter(line -> line.startsWith(FLAGS))
                    .mapToInt(line ->
                            Integer.parseInt(line.substring(FLAGS.length()).strip(), OCTAL))
                    .anyMatch(flags -> (flags & NONBLOCKING) != 0);
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether another process reads what is written here: a failure then says only that it reads no more. */
    boolean hasReader() {
        try {
            final Path file = Path.of("/proc/self/fd", Integer.toString(number));
            final int type = (int) Files.getAttribute(file, "unix:mode") & FILE_TYPE;
            return type == FIFO || type == SOCKET;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return title;
    }
}
