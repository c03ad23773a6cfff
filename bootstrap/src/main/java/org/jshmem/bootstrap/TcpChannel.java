package org.jshmem.bootstrap;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import org.jshmem.ShmemException;

/** Exchanges lines over a TCP connection to a launcher. */
final class TcpChannel extends LineChannel {
    private final String address;
    private final InputStream in;
    private final OutputStream out;

    private TcpChannel(String address, Socket socket) throws IOException {
        this.address = address;
        socket.setTcpNoDelay(true);
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    /** Connects to the value of a variable, {@code host:port}. */
    @SuppressWarnings("AddressSelection") // only the address that the launcher names is right
    static TcpChannel of(String variable, String address) {
        final int colon = address.lastIndexOf(':');
        try {
            final int port = Integer.parseInt(address.substring(colon + 1));
            return new TcpChannel(address, new Socket(address.substring(0, Math.max(0, colon)), port));
        } catch (IOException | IllegalArgumentException e) {
            throw new ShmemException(
                    "cannot reach the launcher at " + variable + "=" + address + " (" + e.getMessage()
                            + "); PEs must run where their launcher's host can be reached; or "
                            + ProcessClaim.REMEDY,
                    e);
        }
    }

    @Override
    void write(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    @Override
    int read(byte[] into) throws IOException {
        return in.read(into);
    }

    @Override
    String describe() {
        return "TCP " + address;
    }
}
