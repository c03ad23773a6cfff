package org.jshmem.transport.shr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jshmem.IndexedBlocks;
import org.jshmem.bootstrap.Locality;
import org.jshmem.heap.AddressWindow;
import org.jshmem.heap.BackingFile;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.IndexedMemory;
import org.jshmem.internal.transport.IndexedTransfers;
import org.jshmem.testing.PeThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The other process does not exist, so only what goes through a view arrives. */
@Timeout(60)
class HeapViewsTest {
    private static final int PES = 2;
    private static final int OTHER = 1;
    private static final int HEAP_BYTES = 6 << 20;
    private static final long VIEW_BYTES = 1 << 20;
    private static final int LONGS = 70_000;
    private static final long START = 24;
    private static final int NO_PROCESS = 0x3fff_ffff;

    private final NodeLayout layout = new NodeLayout(PES, HEAP_BYTES);
    private final BackingFile file = BackingFile.create(layout.totalBytes());
    private final AddressWindow window =
            AddressWindow.reserve(layout.totalBytes(), AddressWindow.freeCandidates(layout.totalBytes()));
    private final MemorySegment local = Arena.ofAuto().allocate(HEAP_BYTES, Long.BYTES);
    private final long here = local.address();
    private final long heap = window.base() + layout.heapOffset(OTHER);
    private boolean hasHugePages;
    private final HeapViews views = new HeapViews(file, layout, () -> hasHugePages, VIEW_BYTES);
    private final CmaTransport transport = transport();

    HeapViewsTest() {
        window.map(file, 0, layout.totalBytes());
    }

    private CmaTransport transport() {
        final long process = Locality.process() & 0xffff_ffffL << Integer.SIZE | NO_PROCESS;
        final Peer peer = new Peer(0, process, HEAP_BYTES, 0, 0, 1, false, new byte[0]);
        return new CmaTransport(new CrossMemoryAttach(new Peer[] {peer, peer}, window, layout, null), views, null);
    }

    @AfterEach
    void detach() {
        window.retire();
        file.close();
    }

    @Test
    void shouldPutManyBlocksWithoutTheKernel() {
        for (int i = 0; i < LONGS; i++) {
            Memory.put64(here + 3L * i * Long.BYTES, i + 1);
        }
        transport.putBlocks(OTHER, START, 2 * Long.BYTES, here, 3 * Long.BYTES, Long.BYTES, LONGS);
        for (int i = 0; i < LONGS; i++) {
            assertEquals(i + 1, Memory.get64(heap + START + 2L * i * Long.BYTES));
            assertEquals(0, Memory.get64(heap + START + (2L * i + 1) * Long.BYTES));
        }
    }

    @Test
    void shouldGetManyBlocksWithoutTheKernel() {
        final int count = HEAP_BYTES / 1024 - 1;
        for (long i = 0; i < count; i++) {
            Memory.put64(heap + START + i * 1024, i + 1);
        }
        transport.getBlocks(OTHER, here, 2 * Long.BYTES, START, 1024, Long.BYTES, count);
        for (int i = 0; i < count; i++) {
            assertEquals(i + 1, Memory.get64(here + 2L * i * Long.BYTES));
            assertEquals(0, Memory.get64(here + (2L * i + 1) * Long.BYTES));
        }
    }

    @Test
    void shouldMoveManyPiecesWithoutTheKernel() {
        final long[] places = new long[3000];
        for (int i = 0; i < places.length; i++) {
            places[i] = (i * 7L + 5) % places.length * 3;
            Memory.put64(here + (long) i * Long.BYTES, i + 1);
        }
        final IndexedBlocks scattered = IndexedBlocks.of(places, 1);
        final IndexedBlocks row = IndexedBlocks.range(0, places.length);
        final IndexedMemory source = new IndexedMemory(null, here, row, Long.BYTES);
        IndexedTransfers.put(transport, OTHER, START, scattered, source);
        for (int i = 0; i < places.length; i++) {
            assertEquals(i + 1, Memory.get64(heap + START + places[i] * Long.BYTES));
            assertEquals(0, Memory.get64(heap + START + (places[i] + 1) * Long.BYTES));
        }
        final long dest = here + HEAP_BYTES / 2;
        IndexedTransfers.get(transport, OTHER, new IndexedMemory(null, dest, row, Long.BYTES), START, scattered);
        assertEquals(-1, local.asSlice(0, 24_000).mismatch(local.asSlice(HEAP_BYTES / 2, 24_000)));
    }

    /** The owner's stores between the blocks are never undone. */
    @Test
    void shouldNotWriteBetweenBlocks() throws Exception {
        final int count = 1024;
        final AtomicBoolean done = new AtomicBoolean();
        PeThreads.run(PES, pe -> {
            if (pe == 0) {
                try {
                    for (int i = 0; i < 3000; i++) {
                        transport.putBlocks(OTHER, 0, 2 * Long.BYTES, here, Long.BYTES, Long.BYTES, count);
                    }
                } finally {
                    done.set(true);
                }
                return;
            }
            for (long round = 1; !done.get(); round++) {
                final long word = heap + (2 * (round % count) + 1) * Long.BYTES;
                Memory.put64Volatile(word, round);
                for (int look = 0; look < 100; look++) {
                    assertEquals(round, Memory.get64Volatile(word));
                }
            }
        });
    }

    @ParameterizedTest
    @CsvSource({
        "8, 1024, 63, false, 0",
        "8, 1024, 64, false, 64",
        "8, 4096, 64, false, 0",
        "8, 4096, 64, true, 64",
        "8, 2048, 64, false, 64",
        "8, 2056, 64, false, 0",
        "8, 65536, 64, true, 64",
        "8, 65544, 64, true, 0",
        "8192, 16384, 64, true, 64",
        "8200, 16384, 64, true, 0",
        "16384, 32768, 64, true, 0",
        "512, 512, 64, false, 0",
    })
    void shouldCopyOnlyWhatPays(long blockBytes, long stride, long nblocks, boolean huge, long copied) {
        hasHugePages = huge;
        assertEquals(copied, views.putBlocks(OTHER, 0, stride, here, blockBytes, blockBytes, nblocks));
        assertEquals(copied, views.getBlocks(OTHER, here, blockBytes, 0, stride, blockBytes, nblocks));
    }

    @Test
    void shouldLeaveToTheCallerWhatCannotBeMapped() {
        final BackingFile none = BackingFile.of(-1);
        final HeapViews unmapped = new HeapViews(none, layout, () -> true, VIEW_BYTES);
        assertEquals(0, unmapped.putBlocks(OTHER, 0, 1024, here, Long.BYTES, Long.BYTES, 1000));
        assertEquals(0, unmapped.getBlocks(OTHER, here, Long.BYTES, 0, 1024, Long.BYTES, 1000));
        assertTrue(views.putBlocks(OTHER, 0, 1024, here, Long.BYTES, Long.BYTES, 1000) > 0);
        final Peer peer = new Peer(0, Locality.process(), HEAP_BYTES, 0, 0, 1, false, new byte[0]);
        moveRow(new CmaTransport(new CrossMemoryAttach(new Peer[] {peer, peer}, window, layout, null), unmapped, null));
    }

    /** Moves many pieces there and back. */
    private void moveRow(CmaTransport by) {
        final long[] places = new long[100];
        for (int i = 0; i < places.length; i++) {
            places[i] = 2L * i;
            Memory.put64(here + (long) i * Long.BYTES, i + 1);
        }
        final IndexedBlocks apart = IndexedBlocks.of(places, 1);
        final IndexedBlocks row = IndexedBlocks.range(0, places.length);
        final long dest = here + HEAP_BYTES / 2;
        IndexedTransfers.put(by, OTHER, START, apart, new IndexedMemory(null, here, row, Long.BYTES));
        IndexedTransfers.get(by, OTHER, new IndexedMemory(null, dest, row, Long.BYTES), START, apart);
        assertEquals(-1, local.asSlice(0, 800).mismatch(local.asSlice(HEAP_BYTES / 2, 800)));
    }

    /**
     * The heap lies at the end of the largest file that there can be, so the kernel refuses a view of its last bytes.
     * These bytes are then copied to another heap.
     */
    @Test
    void shouldCopyTheRestByTheKernelIfAViewIsRefused() {
        final long alignment = NodeLayout.HEAP_ALIGNMENT;
        final long control = new NodeLayout(PES, alignment).heapOffset(0);
        final NodeLayout last = new NodeLayout(PES, Long.MAX_VALUE - 2 * alignment + 1 - control);
        final long start = Long.MAX_VALUE - 3 * VIEW_BYTES + 1 - last.heapOffset(OTHER);
        final Peer peer = new Peer(0, Locality.process(), HEAP_BYTES, 0, 0, 1, false, new byte[0]);
        final NodeLayout near = new NodeLayout(PES, start + HEAP_BYTES);
        final AddressWindow heaps =
                AddressWindow.reserve(near.totalBytes(), AddressWindow.freeCandidates(near.totalBytes()));
        try (BackingFile kernel = BackingFile.create(near.totalBytes());
                BackingFile full = BackingFile.create(Long.MAX_VALUE)) {
            heaps.map(kernel, 0, near.totalBytes());
            final CmaTransport by = new CmaTransport(
                    new CrossMemoryAttach(new Peer[] {peer, peer}, heaps, near, null),
                    new HeapViews(full, last, () -> false, VIEW_BYTES),
                    null);
            final long stride = 1024;
            final long whole = VIEW_BYTES / stride;
            final long rest = 200;
            for (long i = 0; i <= whole + rest; i++) {
                Memory.put64(here + i * 3 * Long.BYTES, i + 1);
            }
            by.putBlocks(OTHER, start, stride, here, 3 * Long.BYTES, Long.BYTES, whole + rest);
            final long there = heaps.base() + near.heapOffset(OTHER) + start;
            for (long i = 0; i < whole + rest; i++) {
                assertEquals(i < whole ? 0 : i + 1, Memory.get64(there + i * stride), "block " + i);
                Memory.put64(there + i * stride, -i);
            }
            final long behind = there + (whole + rest) * stride;
            assertEquals(0, Memory.get64(behind));
            Memory.put64(behind, -1);
            final long dest = here + HEAP_BYTES / 2;
            by.getBlocks(OTHER, dest, 2 * Long.BYTES, start, stride, Long.BYTES, whole + rest);
            for (long i = 0; i < whole + rest; i++) {
                assertEquals(i < whole ? i + 1 : -i, Memory.get64(dest + i * 2 * Long.BYTES), "block " + i);
            }
            assertEquals(0, Memory.get64(dest + (whole + rest) * 2 * Long.BYTES));
        } finally {
            heaps.retire();
        }
    }

    private static long mappings() throws IOException {
        try (Stream<String> all = Files.lines(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1)) {
            return all.filter(mapping -> mapping.contains("(deleted)") && mapping.contains(" rw-s "))
                    .count();
        }
    }

    @Test
    void shouldUnmapEachView() throws IOException {
        views.putBlocks(OTHER, 0, 1024, here, Long.BYTES, Long.BYTES, 1000);
        final long before = mappings();
        assertTrue(before > 0);
        for (int i = 0; i < 5; i++) {
            assertEquals(1000, views.putBlocks(OTHER, 0, 1024, here, Long.BYTES, Long.BYTES, 1000));
            assertEquals(1000, views.getBlocks(OTHER, here, Long.BYTES, 0, 1024, Long.BYTES, 1000));
            moveRow(transport);
        }
        assertEquals(before, mappings());
    }

    /** Of words, all but the last of which are side by side; the last one ends at this offset. */
    @ParameterizedTest
    @CsvSource({
        "63, 4096, false, false",
        "64, 4096, false, true",
        "64, 131072, false, true",
        "64, 131080, false, false",
        "64, 131080, true, true",
        "64, 1048576, true, true",
        "64, 1048584, true, false",
    })
    void shouldMovePiecesThroughAViewOnlyIfThatPays(int count, long end, boolean huge, boolean views) {
        hasHugePages = huge;
        final int[] calls = {0};
        final Peer peer = new Peer(0, Locality.process(), HEAP_BYTES, 0, 0, 1, false, new byte[0]);
        final CrossMemoryAttach.Call call = (_, _, _, _, pieces) -> {
            calls[0]++;
            return (long) pieces * Long.BYTES;
        };
        final CmaTransport by = new CmaTransport(
                new CrossMemoryAttach(new Peer[] {peer, peer}, window, layout, null, call, HEAP_BYTES),
                this.views,
                null);
        final long[] places = new long[count];
        for (int i = 0; i < count; i++) {
            places[i] = i + 1 < count ? 2L * i : end / Long.BYTES - 1;
        }
        final IndexedBlocks apart = IndexedBlocks.of(places, 1);
        final IndexedBlocks row = IndexedBlocks.range(0, count);
        IndexedTransfers.put(by, OTHER, 0, apart, new IndexedMemory(null, here, row, Long.BYTES));
        assertEquals(views, calls[0] == 0);
        calls[0] = 0;
        IndexedTransfers.get(by, OTHER, new IndexedMemory(null, here, row, Long.BYTES), 0, apart);
        assertEquals(views, calls[0] == 0);
    }
}
