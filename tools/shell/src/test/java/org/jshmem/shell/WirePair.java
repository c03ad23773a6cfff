package org.jshmem.shell;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Both ends of a connection. */
record WirePair(Wire one, Wire other) implements AutoCloseable {
    /** Connects two ends by a socket in a directory. */
    static WirePair in(Path directory) throws IOException {
        final UnixDomainSocketAddress address = UnixDomainSocketAddress.of(directory.resolve("socket"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            return new WirePair(new Wire(SocketChannel.open(address)), new Wire(server.accept()));
        }
    }

    @Override
    public void close() throws IOException {
        one.close();
        other.close();
    }
}
