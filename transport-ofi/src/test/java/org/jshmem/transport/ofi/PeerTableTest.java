package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
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

    private PublishedTable published(LongPredicate claim) {
        return new PublishedTable(memory.address(), BYTES, true, claim);
    }

    @Test
    void shouldTellWhatEachPeHasPublished() {
        final PeerAddress[] all = {peer(0, 16), peer(1, 13), peer(2, 5)};
        PeerTable.begin(published(bytes -> bytes <= BYTES), all.length, 16, 4711);
        for (int pe = 0; pe < all.length; pe++) {
            table.put(pe, all[pe]);
        }

        assertEquals(4711, table.secret());
        for (int pe = 0; pe < all.length; pe++) {
            shouldTell(all[pe], pe);
        }
    }

    private void shouldTell(PeerAddress published, int pe) {
        assertArrayEquals(published.name(), table.name(pe));
        assertEquals(published.base(), table.base(pe));
        assertEquals(published.key(), table.key(pe));
        assertEquals(published.sharedBase(), table.sharedBase(pe));
        assertEquals(published.heartbeatBase(), table.heartbeatBase(pe));
        assertEquals(published.heartbeatKey(), table.heartbeatKey(pe));
        assertEquals(published.hasProgressAgent(), table.hasProgressAgent(pe));
    }

    @Test
    void shouldTakeEntriesOfOtherTables() {
        PeerTable.begin(published(bytes -> true), 3, 13, 1);
        table.put(0, peer(7, 13));
        final MemorySegment message = Arena.ofAuto().allocate(table.entryBytes(), Long.BYTES);
        table.copyEntryTo(0, message.address());
        table.copyEntryFrom(message.address(), 2);

        shouldTell(peer(7, 13), 2);
    }

    @Test
    void shouldTellThatAddressesAreTooLong() {
        final ShmemException refused =
                assertThrows(ShmemException.class, () -> PeerTable.begin(published(bytes -> true), 2, 200, 1));

        assertTrue(refused.getMessage().contains("addresses have 200 bytes"), refused.getMessage());
    }

    @Test
    void shouldTellThatThereIsNoMemory() {
        final ShmemException refused =
                assertThrows(ShmemException.class, () -> PeerTable.begin(published(bytes -> false), 1, 16, 1));

        assertTrue(refused.getMessage().contains("no memory"), refused.getMessage());
    }
}
