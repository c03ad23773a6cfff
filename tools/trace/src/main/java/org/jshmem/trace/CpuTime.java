package org.jshmem.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The CPU time of this process, as Linux tells it in {@code /proc/self/stat}. One thread may call. */
final class CpuTime implements AutoCloseable {
    private static final int ROOM = 1024;

    /** Words behind the name of the program, which is in parentheses: times in user mode and in the kernel. */
    private static final int USER = 11;

    private static final int KERNEL = 12;

    /** The kernel counts in hundredths of a second. */
    private static final long NS = 10_000_000;

    private final FileChannel file;
    private final ByteBuffer bytes = ByteBuffer.allocate(ROOM);

    CpuTime() throws IOException {
        file = FileChannel.open(Path.of("/proc/self/stat"), StandardOpenOption.READ);
    }

    /** Nanoseconds since the start of the process. */
    long usedNs() throws IOException {
        bytes.clear();
        file.read(bytes, 0);
        final String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
        final String[] words = text.substring(text.lastIndexOf(')') + 2).split(" ", KERNEL + 2);
        return (Long.parseLong(words[USER]) + Long.parseLong(words[KERNEL])) * NS;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
