package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.jshmem.ShmemException;
import org.jshmem.testing.ThreadShmem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Over a C library that has one PE. */
@Timeout(60)
class OpenShmemManagerTest {
    private static final int BOARD_BYTES = 1 << 20;

    @TempDir
    private static Path directory;

    @Test
    void shouldPublishValuesUntilTheFenceAfterTheNext() throws Exception {
        final OpenShmemManager manager = OpenShmemManager.connect(
                Map.of(), ThreadShmem.compile(directory, 1).toString(), BOARD_BYTES);
        assertEquals(0, manager.pe());
        assertEquals(1, manager.nPes());
        assertArrayEquals(new int[] {0}, manager.nodes());
        assertEquals("all of this node are there", manager.join().describe());
        assertTrue(manager.describe().startsWith("OpenSHMEM library "), manager.describe());
        final Random random = new Random(1);
        for (int round = 0; round < 4; round++) {
            final byte[] one = new byte[random.nextInt(100_000)];
            final byte[] other = new byte[round];
            random.nextBytes(one);
            manager.put("one" + round, one);
            manager.put("other", other);
            manager.fence();
            assertArrayEquals(one, manager.get(0, "one" + round));
            assertArrayEquals(other, manager.get(0, "other"));
            final String earlier = "one" + (round - 1);
            final var error = assertThrows(ShmemException.class, () -> manager.get(0, earlier));
            assertTrue(error.getMessage().startsWith("PE 0 has published nothing as " + earlier), error.getMessage());
            manager.put("next" + round, other); // what is read now stays
            manager.barrier();
            assertArrayEquals(one, manager.get(0, "one" + round));
            manager.fence();
        }
        shouldTakeAsMuchAsThereIsRoomFor(manager);
    }

    private static void shouldTakeAsMuchAsThereIsRoomFor(OpenShmemManager manager) {
        final int room = BOARD_BYTES - 3 * Integer.BYTES - "k".length();
        assertThrows(ShmemException.class, () -> manager.put("k", new byte[room + 1]));
        final byte[] value = new byte[room];
        new Random(2).nextBytes(value);
        manager.put("k", value);
        assertThrows(ShmemException.class, () -> manager.put("", new byte[0]));
        manager.fence();
        assertArrayEquals(value, manager.get(0, "k"));
    }
}
