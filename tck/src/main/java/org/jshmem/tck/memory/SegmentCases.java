package org.jshmem.tck.memory;

import static org.jshmem.Shmem.*;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jshmem.ShmemException;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/** Segments whose memory goes away: their file is truncated, or another thread closes their arena. */
final class SegmentCases {
    private static final int MOST_LONGS = 1 << 20;
    private static final int BLOCK = 3;
    private static final int STRIDE = 5;

    /** A transfer between a segment and PE {@code pe}. */
    private interface Transfer {
        void run(MemorySegment segment, int nelems, int pe);
    }

    /** A transfer, and the argument that the segment is. */
    private record Form(String argument, Transfer transfer) {}

    private static List<Form> forms(SymmetricLongs written, SymmetricLongs read) {
        return List.of(
                new Form("source", (segment, nelems, pe) -> put(written, segment, nelems, pe)),
                new Form("dest", (segment, nelems, pe) -> get(segment, read, nelems, pe)),
                new Form("source", (segment, nelems, pe) -> {
                    putNbi(written, segment, nelems, pe);
                    quiet();
                }),
                new Form("dest", (segment, nelems, pe) -> {
                    getNbi(segment, read, nelems, pe);
                    quiet();
                }),
                new Form("source", (segment, nelems, pe) -> iput(written, segment, 1, STRIDE, nelems / STRIDE + 1, pe)),
                new Form("dest", (segment, nelems, pe) -> iget(segment, read, STRIDE, 2, nelems / STRIDE + 1, pe)),
                new Form(
                        "source",
                        (segment, nelems, pe) -> ibput(written, segment, BLOCK, STRIDE, BLOCK, nelems / STRIDE, pe)),
                new Form(
                        "dest",
                        (segment, nelems, pe) -> ibget(segment, read, STRIDE, BLOCK, BLOCK, nelems / STRIDE, pe)));
    }

    /**
     * There is a size for each way of copying: a word, a small copy, a copy by the C library, and a large one. A put
     * that fails may leave anything in its destination: the JVM skips the load that fails, and throws only later.
     */
    @Case(profile = Profile.JSHMEM)
    void aTruncatedFileIsAnException(Checks checks) throws IOException {
        final SymmetricLongs array = callocLongs(MOST_LONGS);
        barrierAll();
        final int pe = (myPe() + 1) % nPes();
        for (int nelems : new int[] {8, 1024, 4096, 16_384, 131_072, 262_144, MOST_LONGS}) {
            for (Form form : forms(array, array)) {
                final int times = nelems <= 1024 ? 20 : 2;
                truncated(nelems, segment -> {
                    for (int i = 0; i < times; i++) {
                        checks.thrown(
                                ShmemException.class,
                                nelems + " longs of a truncated file",
                                () -> form.transfer().run(segment, nelems, pe),
                                form.argument() + " is a MemorySegment over a mapped file",
                                "truncated");
                    }
                });
            }
            p(array, (long) nelems, pe);
            quiet();
            checks.equal(nelems, g(array, 0, pe), "the library goes on");
        }
        barrierAll();
        free(array);
    }

    private interface Body {
        void run(MemorySegment segment);
    }

    private static void truncated(int nelems, Body body) throws IOException {
        final Path file = Files.createTempFile("jshmem", null);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Arena arena = Arena.ofConfined()) {
            final MemorySegment segment = channel.map(MapMode.READ_WRITE, 0, (long) nelems * Long.BYTES, arena);
            channel.truncate(0);
            body.run(segment);
        } finally {
            Files.delete(file);
        }
    }

    /**
     * Another thread closes the arena of a segment that is being transferred, after which the memory is somebody
     * else's. The call is to be refused by then, or the close, and nobody is to write there.
     */
    @Case(profile = Profile.JSHMEM)
    void closingTheArenaOfASegmentInUseHarmsNothing(Checks checks) throws InterruptedException {
        final SymmetricLongs written = callocLongs(MOST_LONGS);
        final SymmetricLongs read = callocLongs(MOST_LONGS);
        read.segment().fill((byte) 0xff);
        barrierAll();
        if (myPe() == 0) {
            for (int nelems : new int[] {512, 16_384, MOST_LONGS}) {
                for (Form form : forms(written, read)) {
                    final ClosingThread other = new ClosingThread((long) nelems * Long.BYTES);
                    other.start();
                    final long end = System.nanoTime() + 40_000_000;
                    while (System.nanoTime() < end && other.failure == null) {
                        transferUntilRefused(checks, other, form, nelems);
                    }
                    other.end();
                    checks.equal(null, other.failure, nelems + " longs, " + form.argument());
                }
            }
        }
        checks.that(true, "took part");
        barrierAll();
        free(read);
        free(written);
    }

    private static void transferUntilRefused(Checks checks, ClosingThread other, Form form, int nelems) {
        final MemorySegment segment = other.next();
        checks.thrown(IllegalStateException.class, "a segment whose arena is closed", () -> {
            while (other.failure == null) {
                form.transfer().run(segment, nelems, nPes() - 1);
            }
            throw new IllegalStateException("the other thread has failed");
        });
        Thread.interrupted(); // the JVM interrupts a thread whose copy it ends
        other.refused();
    }

    /** Makes segments, and closes their arenas while they are used. */
    private static final class ClosingThread extends Thread {
        private static final int END_BYTES = 512;
        private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[END_BYTES]);
        private static final MemorySegment MEMORY = Arena.global().allocate((long) MOST_LONGS * Long.BYTES, Long.BYTES);

        volatile String failure;
        private final MemorySegment memory;

        /** What a transfer writes last. */
        private final MemorySegment end;

        private volatile MemorySegment offered;
        private volatile boolean isEnding;

        ClosingThread(long bytes) {
            memory = MEMORY.asSlice(0, bytes);
            end = memory.asSlice(bytes - END_BYTES);
            setDaemon(true);
        }

        MemorySegment next() {
            while (offered == null && failure == null) {
                Thread.yield();
            }
            return offered;
        }

        void refused() {
            offered = null;
        }

        void end() throws InterruptedException {
            isEnding = true;
            join(30_000);
        }

        @Override
        public void run() {
            try {
                while (!isEnding) {
                    once();
                }
            } catch (RuntimeException e) {
                failure = e.toString();
            }
        }

        private void once() {
            final Arena arena = Arena.ofShared();
            offered = lent(arena);
            final long moment = System.nanoTime() + (System.nanoTime() & 0x3ffff);
            while (System.nanoTime() < moment) {
                Thread.onSpinWait();
            }
            close(arena);
            end.fill((byte) 0);
            while (offered != null && !isEnding) {
                Thread.yield();
            }
            if (end.mismatch(NOTHING) >= 0) {
                failure = "a transfer wrote to memory after its arena was closed";
            }
        }

        /** Of an arena that can be closed, though the memory itself stays. */
        @SuppressWarnings({"restricted", "checkstyle:rawmemory"}) // of memory that is never freed
        private MemorySegment lent(Arena arena) {
            return memory.reinterpret(arena, null);
        }

        /** While a transfer holds the segment, its arena cannot be closed. */
        private static void close(Arena arena) {
            final long end = System.nanoTime() + 5_000_000_000L;
            while (arena.scope().isAlive()) {
                try {
                    arena.close();
                } catch (IllegalStateException e) {
                    if (System.nanoTime() > end) {
                        throw e;
                    }
                    Thread.yield();
                }
            }
        }
    }
}
