package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the kernel is told; HostsTest has a host that vanishes. */
@Timeout(10)
class KeepAliveTest {
    @Test
    void shouldProbeFromBothSides() throws Exception {
        try (Socket socket = new Socket();
                SocketChannel channel = SocketChannel.open()) {
            KeepAlive.on(socket);
            KeepAlive.on(channel);
            expectProbes(
                    socket.getOption(StandardSocketOptions.SO_KEEPALIVE),
                    socket.getOption(ExtendedSocketOptions.TCP_KEEPIDLE),
                    socket.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL),
                    socket.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT));
            expectProbes(
                    channel.getOption(StandardSocketOptions.SO_KEEPALIVE),
                    channel.getOption(ExtendedSocketOptions.TCP_KEEPIDLE),
                    channel.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL),
                    channel.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT));
        }
    }

    private static void expectProbes(boolean isOn, int idleSeconds, int intervalSeconds, int probes) {
        assertTrue(isOn);
        final int seconds = idleSeconds + intervalSeconds * probes;
        assertEquals(KeepAlive.NOTICED_SECONDS, seconds);
        assertTrue(seconds <= 60, seconds + " seconds");
    }
}
