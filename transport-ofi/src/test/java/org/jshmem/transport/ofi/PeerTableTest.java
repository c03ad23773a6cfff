package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongPredicate;
import org.jshmem.ShmemException;
import org.jshmem.internal.transport.PublishedTable;
import org.junit.jupiter.api.Test;

class PeerTableTest {
    private static final long BYTES = 300;

    private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, Long.BYTES);
    private final PeerTable table = new PeerTable(memory.address());

    private static PeerAddress peer(int number, int nameBytes) {
        final byte[] name = new byte[nameBytes];
        Arrays.fill(name, (byte) number);
        final long base = 100L * number;
        return new PeerAddress("tcp", name, base, base + 1, base + 2, base + 3, base + 4, number, number % 2 == 1);
    }

    private PublishedTable published(boolean isWriter, LongPredicate claim) {
        return new PublishedTable(memory.address(), BYTES, isWriter, claim);
    }

    @Test
    void shouldTellWhatEachPeHasPublished() {
        final PeerAddress[] all = {peer(0, 16), peer(1, 13), peer(2, 5)};
        PeerTable.write(published(true, bytes -> bytes <= BYTES), all);

        for (int pe = 0; pe < all.length; pe++) {
            assertArrayEquals(all[pe].name(), table.name(pe));
            assertEquals(all[pe].base(), table.base(pe));
            assertEquals(all[pe].key(), table.key(pe));
            assertEquals(all[pe].sharedBase(), table.sharedBase(pe));
            assertEquals(all[pe].heartbeatBase(), table.heartbeatBase(pe));
            assertEquals(all[pe].heartbeatKey(), table.heartbeatKey(pe));
            assertNotEquals(0, table.secret());
            assertEquals(all[pe].hasProgressAgent(), table.hasProgressAgent(pe));
        }
    }

    @Test
    void shouldBeWrittenByOnePeOfANode() {
        PeerTable.write(published(false, bytes -> true), new PeerAddress[] {peer(1, 16)});

        assertEquals(-1, memory.mismatch(MemorySegment.ofArray(new byte[(int) BYTES])));
    }

    @Test
    void shouldTellThatAddressesAreTooLong() {
        final PeerAddress[] all = {peer(0, 16), peer(1, 200)};
        final ShmemException refused =
                assertThrows(ShmemException.class, () -> PeerTable.write(published(true, bytes -> true), all));

        assertTrue(refused.getMessage().contains("addresses have 200 bytes"), refused.getMessage());
    }

    @Test
    void shouldTellThatThereIsNoMemory() {
        final PeerAddress[] all = {peer(0, 16)};
        final ShmemException refused =
                assertThrows(ShmemException.class, () -> PeerTable.write(published(true, bytes -> false), all));

        assertTrue(refused.getMessage().contains("no memory"), refused.getMessage());
    }
}
