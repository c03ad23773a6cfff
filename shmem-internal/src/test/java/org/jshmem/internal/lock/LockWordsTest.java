package org.jshmem.internal.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.util.List;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.RecordingTransport;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The words of PEs 0 and 1, which are mapped, and of PE 2, which is on another node. */
@Timeout(60)
class LockWordsTest {
    private static final int ME = 1;
    private static final long HEAP_BYTES = 4096;

    private final NodeLayout layout = new NodeLayout(2, 0);
    private final WaitPoints waitPoints =
            new WaitPoints(Arena.global().allocate(layout.controlEnd(), 4096).address(), layout);
    private final RecordingTransport network = new RecordingTransport();
    private final long[] bases = {heap(), heap(), 0};
    private final LockWords words = new LockWords(
            bases, Routes.of(Topology.of(ME, new byte[][] {{0}, {0}, {1}}), null, network), ME, waitPoints);

    private static long heap() {
        return Arena.global().allocate(HEAP_BYTES, 64).address();
    }

    /** A lock whose tail a PE keeps. */
    private long lockOf(int home) {
        long offset = 64;
        while (words.home(offset) != home) {
            offset += Long.BYTES;
        }
        return offset;
    }

    @Test
    void shouldChangeTheWordsOfAMappedHeap() {
        final long lock = lockOf(0);
        final long word = bases[0] + lock;
        assertEquals(0, words.swapTail(lock));
        assertEquals(ME + 1, words.replaceTail(lock, 7, 8), "another tail");
        assertEquals(ME + 1, words.replaceTail(lock, ME + 1, -5));
        assertEquals(-5L << Integer.SIZE, Memory.get64(word));
        words.linkBehind(0, lock);
        words.grant(0, lock);
        assertEquals(-5L << Integer.SIZE | (ME + 1 << 1) | 1, Memory.get64(word));
        assertEquals(Memory.get64(word), words.value(0, lock));
        assertEquals(0, words.node(lock), "that of this PE");
        Memory.put64(bases[ME] + lock, 6L << Integer.SIZE | 9);
        assertEquals(9, words.node(lock));
        words.clearNode(lock);
        assertEquals(6L << Integer.SIZE, words.value(ME, lock));
        assertEquals(List.of(), network.calls());
    }

    @Test
    void shouldReachTheWordsOfAnotherNodeByTheNetwork() {
        final long lock = lockOf(2);
        network.before = 5L << Integer.SIZE | 3;
        assertEquals(3, words.swapTail(lock));
        assertEquals(3, words.replaceTail(lock, 8, 9));
        assertEquals(network.before, words.value(2, lock));
        words.linkBehind(2, lock);
        words.grant(2, lock);
        final long tail = lock + Integer.BYTES;
        assertEquals(
                List.of(
                        "atomic 2 SET 4 " + tail + " " + (ME + 1) + " 0",
                        "atomic 2 COMPARE_SWAP 4 " + tail + " 9 8",
                        "atomic 2 LOAD 8 " + lock + " 0 0",
                        "atomic 2 OR 4 " + lock + " " + (ME + 1 << 1) + " 0",
                        "atomic 2 OR 4 " + lock + " 1 0"),
                network.calls());
    }

    @Test
    void shouldTellTheNextPeFromTheGrant() {
        assertEquals(3, words.pes());
        for (int pe : new int[] {0, 1, 1 << 20}) {
            final int link = pe + 1 << 1;
            assertEquals(pe, LockWords.next(link));
            assertEquals(pe, LockWords.next(link | LockWords.GRANTED));
            assertEquals(link, (link | LockWords.GRANTED) & LockWords.NEXT);
        }
        assertEquals(-1, LockWords.next(LockWords.GRANTED));
    }
}
