package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.posix.Libc;
import org.junit.jupiter.api.Test;

class BackingFileTest {
    private static final long MIB = 1L << 20;
    private static final long PAGE = 4096;
    private static final int ENOSPC = 28;

    /** A node of one PE, too: nothing else claims this memory. */
    @Test
    void shouldClaimFromTheStartWhatAllPesRead() throws IOException {
        final int ownersPages = 1;
        for (int pes = 1; pes <= 3; pes += 2) {
            final NodeLayout layout = new NodeLayout(pes, MIB, 64 * MIB);
            try (BackingFile file = BackingFile.create(layout)) {
                assertEquals(
                        layout.controlEnd() + pes * SharedLayout.HEADER_BYTES + ownersPages * PAGE,
                        FileBlocks.bytes(file));
            }
        }
        final NodeLayout without = new NodeLayout(2, MIB, 0);
        try (BackingFile file = BackingFile.create(without)) {
            assertEquals(without.controlEnd(), FileBlocks.bytes(file));
        }
    }

    /** As with a profiler that sends a signal in the time that a few pages take: no longer call succeeds. */
    @Test
    void shouldGoOnWhereASignalHasInterruptedIt() {
        final long[] calls = {0};
        final List<Long> done = new ArrayList<>();
        assertTrue(BackingFile.claim(
                (offset, bytes) -> {
                    assertTrue(++calls[0] < 1000, "it starts again and again");
                    if (bytes > 4 * PAGE) {
                        return -Libc.EINTR;
                    }
                    assertEquals(done.size() * PAGE, offset);
                    for (long page = offset; page < offset + bytes; page += PAGE) {
                        done.add(page);
                    }
                    return 0;
                },
                0,
                100 * PAGE,
                64 * PAGE));
        assertEquals(100, done.size());
    }

    @Test
    void shouldStopWhereThereIsNoMemory() {
        final List<Long> calls = new ArrayList<>();
        assertFalse(BackingFile.claim(
                (offset, bytes) -> {
                    calls.add(offset / PAGE);
                    return offset >= 2 * PAGE ? -ENOSPC : 0;
                },
                0,
                100 * PAGE,
                PAGE));
        assertEquals(List.of(0L, 1L, 2L), calls);
    }
}
