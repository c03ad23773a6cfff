package org.jshmem.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The connection to the launcher that has started the shell. The launcher starts a job when the shell asks for one, and
 * tells when it has ended.
 *
 * <pre>
 * shell to launcher   J  start a job        E  end the job
 * launcher to shell   D  the job has ended
 * </pre>
 */
final class LauncherLink implements AutoCloseable {
    private static final byte START = 'J';
    private static final byte END = 'E';
    private static final int LAUNCHER_GONE = 1;

    /** How long PEs may take to shut down. */
    private static final long LIMIT_MS = 10_000;

    private final SocketChannel channel;
    private final Runnable ended;
    private boolean isRunning;

    /**
     * Waits for the launcher.
     *
     * @param socket where it connects
     * @param ended called when a job has ended, by another thread
     */
    LauncherLink(Path socket, Runnable ended) throws IOException {
        this.ended = ended;
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            channel = server.accept();
        }
        Thread.ofPlatform().daemon().name("shmem-shell-launcher").start(this::read);
    }

    private void read() {
        try {
            while (channel.read(ByteBuffer.allocate(1)) >= 0) {
                ended.run();
                synchronized (this) {
                    isRunning = false;
                    notifyAll();
                }
            }
        } catch (IOException e) {
            // As if it had ended.
        }
        if (channel.isOpen()) {
            System.exit(LAUNCHER_GONE);
        }
    }

    /** Has the launcher start a job. */
    synchronized void startJob() {
        isRunning = true;
        send(START);
    }

    /** Has the launcher end the job, however busy its PEs are, and waits for that. */
    synchronized void endJob() throws InterruptedException {
        if (isRunning) {
            send(END);
        }
        while (isRunning) {
            wait();
        }
    }

    /** Waits until the job has ended; ends it if that takes too long. */
    synchronized void awaitEnd() throws InterruptedException {
        final long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MS);
        long leftMs = LIMIT_MS;
        while (isRunning && leftMs > 0) {
            wait(leftMs);
            leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        }
        endJob();
    }

    private void send(byte what) {
        try {
            channel.write(ByteBuffer.wrap(new byte[] {what}));
        } catch (IOException e) {
            throw new UncheckedIOException("the launcher cannot be reached", e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
