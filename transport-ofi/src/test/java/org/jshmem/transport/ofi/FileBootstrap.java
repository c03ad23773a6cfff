package org.jshmem.transport.ofi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jshmem.bootstrap.Bootstrap;

/** The PEs of a test, processes that exchange files in a directory. */
final class FileBootstrap extends Bootstrap {
    private static final long LIMIT_NS = 60_000_000_000L;

    private final Path directory;
    private final int me;
    private final int pes;
    private int exchange;
    private Runnable whileWaiting = () -> {};

    FileBootstrap(Path directory, int me, int pes) {
        this.directory = directory;
        this.me = me;
        this.pes = pes;
    }

    Path directory() {
        return directory;
    }

    /** What to do for others meanwhile. */
    void whileWaiting(Runnable action) {
        this.whileWaiting = action;
    }

    @Override
    public int pe() {
        return me;
    }

    @Override
    public int nPes() {
        return pes;
    }

    @Override
    public byte[][] allgather(byte[] mine) {
        final int number = exchange++;
        try {
            final Path temporary = directory.resolve("writing." + number + "." + me);
            Files.write(temporary, mine);
            Files.move(temporary, file(number, me), StandardCopyOption.ATOMIC_MOVE);
            final byte[][] all = new byte[pes][];
            for (int pe = 0; pe < pes; pe++) {
                all[pe] = read(number, pe);
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(int number, int pe) {
        return directory.resolve("said." + number + "." + pe);
    }

    private byte[] read(int number, int pe) throws IOException {
        final long start = System.nanoTime();
        while (!Files.exists(file(number, pe))) {
            if (System.nanoTime() - start > LIMIT_NS) {
                throw new IOException("PE " + pe + " does not come to exchange " + number);
            }
            whileWaiting.run();
            LockSupport.parkNanos(200_000);
        }
        return Files.readAllBytes(file(number, pe));
    }

    @Override
    public String describe() {
        return "files";
    }

    @Override
    public void finish() {}

    @Override
    public void leaveEarly(Supplier<String> reason) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void globalExit(int status) {
        Runtime.getRuntime().halt(status);
    }

    @Override
    public void abort(int status, String message) {
        System.err.println("PE " + me + ": " + message);
    }
}
