package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    /** An entry has 48 bytes and the name, in whole words; the table begins with 16. */
    @Test
    void shouldClaimWhatItNeeds() {
        final List<Long> claimed = new ArrayList<>();
        for (int longest : new int[] {0, 1, 8, 9}) {
            PeerTable.begin(published(bytes -> claimed.add(bytes)), 2, longest, 1);
        }
        assertEquals(List.of(16L + 2 * 48, 16L + 2 * 56, 16L + 2 * 56, 16L + 2 * 64), claimed);
        assertEquals(64, table.entryBytes());
    }

    /** Of 300 bytes. */
    @Test
    void shouldUseTheMemoryToItsEnd() {
        PeerTable.begin(published(bytes -> true), 2, 88, 1);
        assertEquals(136, table.entryBytes());
        assertEquals(
                "the provider's addresses have 97 bytes, too many for a table of 300 bytes; choose another by"
                        + " SHMEM_OFI_PROVIDER",
                assertThrows(ShmemException.class, () -> PeerTable.begin(published(bytes -> true), 2, 97, 1))
                        .getMessage());
        final PublishedTable exact = new PublishedTable(memory.address(), 128, true, bytes -> true);
        PeerTable.begin(exact, 2, 8, 1);
        assertThrows(ShmemException.class, () -> PeerTable.begin(exact, 2, 9, 1));
        final String none = assertThrows(
                        ShmemException.class, () -> PeerTable.begin(published(bytes -> false), 2, 8, 1))
                .getMessage();
        assertTrue(none.startsWith("no memory for the addresses of the job's PEs, 128 bytes, as"), none);
    }

    /** A table of more than 2 GiB is only refused. */
    @Test
    void shouldNotOverflowInLargeJobs() {
        final long bytes = 16 + 64L * (1 << 26);
        final List<Long> claimed = new ArrayList<>();
        final PublishedTable large = new PublishedTable(memory.address(), bytes, true, claim -> {
            claimed.add(claim);
            return false;
        });
        assertThrows(ShmemException.class, () -> PeerTable.begin(large, 1 << 26, 16, 1));
        assertEquals(List.of(bytes), claimed);
    }

    /** One after the other, as in a message. */
    @Test
    void shouldEncodeAndDecodeAddresses() {
        final PeerAddress first = new PeerAddress("tcp é", new byte[] {1, 2, 3}, 1L << 40, -2, 3, 4, 5, 6, true);
        final PeerAddress second = new PeerAddress("", new byte[0], 11, 12, 13, 14, 15, 16, false);
        final byte[] one = first.encode();
        final byte[] two = second.encode();
        assertEquals(6 * 8 + 1 + 4 + 6 + 4 + 3, one.length);
        assertEquals(6 * 8 + 1 + 4 + 4, two.length);
        final ByteBuffer both =
                ByteBuffer.allocate(one.length + two.length).put(one).put(two).flip();
        assertSame(first, PeerAddress.decode(both));
        assertEquals(two.length, both.remaining());
        assertSame(second, PeerAddress.decode(both));
        assertEquals(0, both.remaining());
    }

    private static void assertSame(PeerAddress expected, PeerAddress actual) {
        assertArrayEquals(expected.name(), actual.name());
        assertEquals(withoutName(expected), withoutName(actual));
    }

    private static PeerAddress withoutName(PeerAddress peer) {
        return new PeerAddress(
                peer.provider(),
                null,
                peer.base(),
                peer.key(),
                peer.sharedBase(),
                peer.heartbeatBase(),
                peer.heartbeatKey(),
                peer.secret(),
                peer.hasProgressAgent());
    }
}
