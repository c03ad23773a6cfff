package org.jshmem.launcher;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.CRC32;

/**
 * Tells the content of a jar apart from that of another, for the price of a read of its end: the central directory
 * holds the name, the size and the CRC of every entry. Neither the name nor the times of the file count, so a copy has
 * the same fingerprint.
 */
final class JarFingerprint {
    private static final int END_SIGNATURE = 0x06054b50;
    private static final int END_BYTES = 22;
    private static final int MAX_COMMENT_BYTES = 0xffff;
    private static final int SIZE_OFFSET = 12;
    private static final int START_OFFSET = 16;

    private JarFingerprint() {}

    /**
     * The fingerprint of a jar.
     *
     * @param jar a file; one that is no jar has a fingerprint too, of its last 64 KiB
     * @return 16 hexadecimal digits
     * @throws IOException when it cannot be read
     */
    static String of(Path jar) throws IOException {
        try (FileChannel file = FileChannel.open(jar)) {
            final long size = file.size();
            final int tailBytes = (int) Math.min(size, END_BYTES + MAX_COMMENT_BYTES);
            final ByteBuffer tail = read(file, size - tailBytes, tailBytes);
            final CRC32 crc = new CRC32();
            crc.update(centralDirectory(file, size, tail));
            return HexFormat.of().toHexDigits(crc.getValue() << Integer.SIZE | size & 0xffff_ffffL);
        }
    }

    private static ByteBuffer centralDirectory(FileChannel file, long size, ByteBuffer tail) throws IOException {
        for (int end = tail.limit() - END_BYTES; end >= 0; end--) {
            if (tail.getInt(end) == END_SIGNATURE) {
                final long start = Integer.toUnsignedLong(tail.getInt(end + START_OFFSET));
                final long bytes = Integer.toUnsignedLong(tail.getInt(end + SIZE_OFFSET));
                return start + bytes <= size && bytes <= Integer.MAX_VALUE ? read(file, start, (int) bytes) : tail;
            }
        }
        return tail;
    }

    private static ByteBuffer read(FileChannel file, long position, int bytes) throws IOException {
        final ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (file.read(buffer, position + buffer.position()) < 0) {
                throw new IOException("the file ends at " + (position + buffer.position()));
            }
        }
        return buffer.flip();
    }
}
