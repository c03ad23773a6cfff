package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymmetricHeapTest {
    private static final long MIB = 1L << 20;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldClaimWhatIsAskedForAndNoMoreThanAUnit(boolean hugePages) throws IOException {
        final NodeLayout layout = new NodeLayout(2, 64 * MIB);
        try (BackingFile file = BackingFile.create(layout.totalBytes())) {
            final AddressWindow window =
                    AddressWindow.reserve(layout.totalBytes(), AddressWindow.freeCandidates(layout.totalBytes()));
            window.map(file, 0, layout.totalBytes());
            final long base = window.base() + layout.heapOffset(1);
            final SymmetricHeap heap =
                    new SymmetricHeap(file, layout.heapOffset(1), base, layout.heapBytes(), hugePages);
            assertEquals(0, FileBlocks.bytes(file));
            assertEquals(6 * MIB, heap.unclaimed(5 * MIB));
            assertTrue(heap.claim(5 * MIB, ClaimProgress.NONE));
            assertEquals(6 * MIB, FileBlocks.bytes(file));
            assertEquals(0, heap.unclaimed(6 * MIB));
            Memory.put64(base + 6 * MIB - 8, 42);
            assertEquals(42, Memory.get64(base + 6 * MIB - 8));
            heap.unclaim(MIB);
            assertEquals(2 * MIB, FileBlocks.bytes(file));
            heap.settle();
            heap.unclaim(0);
            assertEquals(0, FileBlocks.bytes(file), "only what is observed can settle");
            window.retire();
            assertEquals(0, Memory.get64(base), "the range must stay readable after the heap is gone");
        }
    }

    /** Claims by units of 4 MiB; the last one has only 2 MiB. */
    @Test
    void shouldTellItsObserverAndKeepWhatIsSettled() throws IOException {
        try (BackingFile file = BackingFile.create(16 * MIB)) {
            final AddressWindow window = AddressWindow.reserve(16 * MIB, AddressWindow.freeCandidates(16 * MIB));
            window.map(file, 0, 16 * MIB);
            final SymmetricHeap heap = new SymmetricHeap(file, 0, window.base(), 9 * MIB, false);
            final Recorder recorder = new Recorder();
            heap.observe(recorder, end -> Math.ceilDiv(end, 4 * MIB) * 4 * MIB);
            assertTrue(heap.claim(MIB, ClaimProgress.NONE));
            heap.settle();
            assertTrue(heap.claim(9 * MIB, ClaimProgress.NONE));
            assertEquals(10 * MIB, FileBlocks.bytes(file));
            heap.unclaim(0);
            assertEquals(List.of("claimed 0 4", "claimed 4 6", "releases 4 6"), recorder.calls);
            assertEquals(4 * MIB, FileBlocks.bytes(file));
            heap.unclaim(0);
            assertEquals(3, recorder.calls.size(), "what is settled stays");
            assertEquals(4 * MIB, FileBlocks.bytes(file));
            recorder.refuses = true;
            assertThrows(HeapException.class, () -> heap.claim(5 * MIB, ClaimProgress.NONE));
            assertEquals(4 * MIB, FileBlocks.bytes(file), "what the observer cannot use goes back");
            assertEquals(4 * MIB, heap.unclaimed(5 * MIB));
            window.retire();
        }
    }

    @Test
    void shouldNotBeObservedTooLate() {
        try (BackingFile file = BackingFile.create(2 * MIB)) {
            final SymmetricHeap heap = new SymmetricHeap(file, 0, 0, 2 * MIB, false);
            assertTrue(heap.claim(MIB, ClaimProgress.NONE));
            assertThrows(IllegalStateException.class, () -> heap.observe(new Recorder(), end -> 2 * MIB));
        }
    }

    @Test
    void shouldClaimNothingWhereThereIsNoMemory() {
        final SymmetricHeap heap = new SymmetricHeap(BackingFile.of(-1), 0, 0, 9 * MIB, false);
        assertFalse(heap.claim(MIB, ClaimProgress.NONE));
        assertEquals(2 * MIB, heap.unclaimed(MIB));
        assertTrue(heap.claim(0, ClaimProgress.NONE), "nothing needs no memory");
        assertEquals(10 * MIB, heap.unclaimed(9 * MIB));
        assertEquals(10 * MIB, heap.unclaimed(1L << 40), "no more than the heap has");
    }

    @Test
    void shouldClaimNothingOfMemoryThatIsThere() {
        final SymmetricHeap heap = SymmetricHeap.ofMemory(1L << 40, 9 * MIB);
        assertEquals(0, heap.spare(0));
        assertEquals(1L << 40, heap.base());
        assertEquals(9 * MIB, heap.bytes());
        assertEquals(0, heap.unclaimed(9 * MIB));
        assertTrue(heap.claim(9 * MIB, ClaimProgress.NONE));
        heap.unclaim(0);
        assertEquals(0, heap.unclaimed(9 * MIB));
        assertThrows(IllegalStateException.class, () -> heap.observe(new Recorder(), end -> end));
    }

    @Test
    void shouldKnowWhetherItIsObservedAndHasSmallPages() {
        try (BackingFile file = BackingFile.create(4 * MIB)) {
            final SymmetricHeap heap = new SymmetricHeap(file, 0, 0, 4 * MIB, false);
            assertFalse(heap.isObserved());
            assertTrue(heap.isInHugePages(), "no memory yet");
            assertTrue(heap.claim(MIB, ClaimProgress.NONE));
            assertFalse(heap.isInHugePages());
            assertEquals(
                    AvailableMemory.of(file).bytes() == Long.MAX_VALUE,
                    heap.available().bytes() == Long.MAX_VALUE);
            final SymmetricHeap other = new SymmetricHeap(file, 0, 0, 4 * MIB, false);
            other.observe(new Recorder(), end -> 2 * MIB);
            assertTrue(other.isObserved());
        }
    }

    /** As memory that a network keeps registered. */
    @Test
    void shouldKeepWhatItsObserverDoesNotRelease() throws IOException {
        try (BackingFile file = BackingFile.create(8 * MIB)) {
            final SymmetricHeap heap = new SymmetricHeap(file, 0, 0, 8 * MIB, false);
            final Recorder recorder = new Recorder();
            recorder.keeps = true;
            heap.observe(recorder, end -> Math.ceilDiv(end, 2 * MIB) * 2 * MIB);
            assertTrue(heap.claim(6 * MIB, ClaimProgress.NONE));
            heap.unclaim(MIB);
            assertEquals(6 * MIB, FileBlocks.bytes(file));
            assertEquals(0, heap.unclaimed(6 * MIB));
            recorder.keeps = false;
            heap.unclaim(MIB);
            assertEquals(2 * MIB, FileBlocks.bytes(file));
            assertEquals(4 * MIB, heap.unclaimed(6 * MIB));
            assertEquals(List.of("claimed 0 6", "releases 2 4", "releases 2 4"), recorder.calls);
        }
    }

    /** Notes what it is told, in MiB. */
    private static final class Recorder implements ClaimObserver {
        final List<String> calls = new ArrayList<>();
        boolean refuses;
        boolean keeps;

        @Override
        public void claimed(long offset, long bytes) {
            if (refuses) {
                throw new HeapException("refused");
            }
            calls.add("claimed " + offset / MIB + " " + bytes / MIB);
        }

        @Override
        public boolean releases(long offset, long bytes) {
            calls.add("releases " + offset / MIB + " " + bytes / MIB);
            return !keeps;
        }
    }

    @Test
    void shouldLeaveNoNameBehind() throws IOException {
        try (BackingFile file = BackingFile.create(MIB)) {
            final String name = Files.readSymbolicLink(Path.of("/proc/self/fd/" + file.fd()))
                    .toString();
            assertTrue(name.endsWith(" (deleted)"), name);
        }
    }

    @Test
    void shouldUseAMemoryFileWhereSharedMemoryHasNoRoom() {
        try (BackingFile file = BackingFile.create(1L << 42)) {
            assertEquals("memfd", file.kind());
        }
    }
}
