package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** The launcher, as a test plays it. */
final class FakeLauncher implements AutoCloseable {
    private final SocketChannel channel;

    private FakeLauncher(SocketChannel channel) {
        this.channel = channel;
    }

    /** Connects to the shell as soon as it listens. */
    static FakeLauncher connect(Path socket) throws InterruptedException {
        while (true) {
            try {
                return new FakeLauncher(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
            } catch (IOException e) {
                Thread.sleep(5); // it does not listen yet
            }
        }
    }

    /** Waits for what the shell says next. */
    char heard() throws IOException {
        final ByteBuffer one = ByteBuffer.allocate(1);
        assertEquals(1, channel.read(one));
        return (char) one.get(0);
    }

    /** What the shell has said but was not heard; 0 for nothing. */
    int rest() throws IOException {
        channel.configureBlocking(false);
        final int count = channel.read(ByteBuffer.allocate(1));
        channel.configureBlocking(true);
        return count;
    }

    void sayEnded() throws IOException {
        channel.write(ByteBuffer.wrap(new byte[] {'D'}));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
