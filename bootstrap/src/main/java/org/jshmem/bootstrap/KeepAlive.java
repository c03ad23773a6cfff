package org.jshmem.bootstrap;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;

/**
 * Lets the kernel probe idle connections, so that a host is noticed that vanishes without closing them: its power is
 * off, or its cable pulled. Such a connection ends {@value #NOTICED_SECONDS} seconds after the last sign of life. The
 * kernel of the other host answers, so a process that is stopped, as by a debugger, does not end its connection.
 *
 * <p>While bytes are unacknowledged, the kernel repeats them in place of probes, and gives up much later. The waits in
 * which this may happen have limits of their own ({@code SHMEM_INIT_TIMEOUT}, and that of the network's silence).
 *
 * <p>Any thread may call.
 */
final class KeepAlive {
    private static final int IDLE_SECONDS = 20;
    private static final int INTERVAL_SECONDS = 5;
    private static final int PROBES = 6;

    /** After how many seconds of silence a connection ends. */
    static final int NOTICED_SECONDS = IDLE_SECONDS + INTERVAL_SECONDS * PROBES;

    private static final Map<SocketOption<Integer>, Integer> TIMES = Map.of(
            ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS,
            ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS,
            ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);

    private KeepAlive() {}

    static void on(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        for (var time : TIMES.entrySet()) {
            channel.setOption(time.getKey(), time.getValue());
        }
    }

    static void on(Socket socket) throws IOException {
        socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        for (var time : TIMES.entrySet()) {
            socket.setOption(time.getKey(), time.getValue());
        }
    }
}
