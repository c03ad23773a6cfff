package org.jshmem.shell;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What a PE publishes with the tool {@code monitor}: an open file of this process. */
final class PublishedPe implements AutoCloseable {
    private static final int BYTES = 64 << 10;
    private static final int TEXT = 8;

    private final FileChannel file;

    /** Publishes lines of a PE whose process has a number. */
    PublishedPe(Path directory, int pe, long pid, String... lines) throws IOException {
        final long now = System.currentTimeMillis();
        final byte[] text = ("job of a test\nprogram Main\nhost here\npe " + pe + "\npes 2\npid " + pid + "\nstarted "
                        + (now - 1000) + "\nwritten " + (now + 100_000) + "\nheld -1\nmemory 0 0 0\n"
                        + String.join("\n", lines))
                .getBytes(StandardCharsets.UTF_8);
        file = FileChannel.open(
                directory.resolve("jshmem-monitor-" + pid), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        file.write(ByteBuffer.allocate(BYTES)
                .order(ByteOrder.nativeOrder())
                .putInt(Integer.BYTES, text.length)
                .put(TEXT, text));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
