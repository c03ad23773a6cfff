package org.jshmem.launcher;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes to a pipe or terminal that another process, such as Node.js, has made non-blocking. Such a pipe refuses bytes
 * while it is full; this stream then tries again after a nap.
 */
final class NonblockingOutput extends OutputStream {
    private static final long NAP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final FileChannel channel;

    NonblockingOutput(FileDescriptor descriptor) {
        this.channel = new FileOutputStream(descriptor).getChannel();
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value});
    }

    @Override
    public void write(byte[] bytes, int start, int count) throws IOException {
        final ByteBuffer rest = ByteBuffer.wrap(bytes, start, count);
        while (rest.hasRemaining()) {
            if (channel.write(rest) == 0) {
                LockSupport.parkNanos(this, NAP_NS);
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
