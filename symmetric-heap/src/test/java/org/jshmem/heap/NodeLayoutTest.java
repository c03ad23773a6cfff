package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeLayoutTest {
    @Test
    void shouldKeepControlPagesAndHeapsApart() {
        final NodeLayout layout = new NodeLayout(5000, 100);
        assertTrue(layout.controlEnd() <= layout.heapOffset(0));
        assertEquals(layout.heapOffset(0) + layout.stride(), layout.heapOffset(1));
        assertEquals(0, layout.heapOffset(7) % NodeLayout.HEAP_ALIGNMENT);
        assertEquals(layout.heapOffset(5000), layout.messagesOffset(0));
        assertTrue(layout.totalBytes() >= layout.messagesOffset(4999) + NodeLayout.MESSAGE_BYTES);
    }

    @Test
    void shouldKeepTheControlMemoryOfTeamsApart() {
        final NodeLayout layout = new NodeLayout(3, 100);
        assertEquals(NodeLayout.HEADER_BYTES, layout.worldOffset());
        assertTrue(layout.sharedTeamOffset(0) >= layout.worldOffset() + NodeLayout.teamBytes(3));
        assertTrue(layout.mailboxOffset(0, 0) >= layout.sharedTeamOffset(0) + NodeLayout.teamBytes(3));
        assertTrue(layout.mailboxOffset(0, 0) >= layout.sharedTeamOffset(2) + NodeLayout.teamBytes(1));
        assertTrue(layout.teamsOffset() >= layout.messagesOffset(2) + NodeLayout.MESSAGE_BYTES);
        assertTrue(layout.totalBytes() >= layout.teamsOffset() + layout.teamsBytes());
    }

    @Test
    void shouldSpreadTheLinesOfATeamOverTheSetsOfACache() {
        final long sets = LongStream.range(0, 64)
                .map(pe -> NodeLayout.teamBytes((int) pe) % 4096)
                .distinct()
                .count();
        assertEquals(32, sets, "lines of 128 bytes in a page");
    }

    /** Of each layout, the parts in the order of their places; none reaches into the next. */
    @ParameterizedTest
    @CsvSource({
        "1, 0, 0, 0",
        "1, 1, 1, 1",
        "2, 16777216, 16777216, 3",
        "3, 16777217, 16777217, 7",
        "9, 100000000, 300000000, 9",
        "130, 5000000000, 7000000000, 1",
    })
    void shouldKeepAllPartsApart(int pes, long heapBytes, long sharedBytes, int publishers) {
        final NodeLayout layout = new NodeLayout(pes, heapBytes, sharedBytes, publishers);
        long end = NodeLayout.HEADER_BYTES;
        end = follows(end, layout.worldOffset(), NodeLayout.teamBytes(pes), Long.BYTES);
        for (int pe = 0; pe < pes; pe++) {
            end = follows(end, layout.sharedTeamOffset(pe), NodeLayout.teamBytes(1), Long.BYTES);
        }
        for (int owner = 0; owner < pes; owner++) {
            for (int requester = 0; requester < pes; requester++) {
                end = follows(end, layout.mailboxOffset(owner, requester), NodeLayout.MAILBOX_BYTES, Long.BYTES);
            }
            assertEquals(layout.mailboxOffset(owner, owner), layout.waitPointOffset(owner), "no PE asks itself");
        }
        assertTrue(end <= layout.controlEnd() && layout.controlEnd() - end < NodeLayout.HEADER_BYTES);
        end = layout.controlEnd();
        for (int pe = 0; pe < pes; pe++) {
            end = follows(end, layout.heapOffset(pe), heapBytes, NodeLayout.HEAP_ALIGNMENT);
        }
        end = follows(end, layout.sharedOffset(), sharedBytes, NodeLayout.HEAP_ALIGNMENT);
        for (int pe = 0; pe < pes; pe++) {
            final long alignment = pe == 0 ? NodeLayout.HEAP_ALIGNMENT : Long.BYTES;
            end = follows(end, layout.messagesOffset(pe), NodeLayout.MESSAGE_BYTES, alignment);
        }
        end = follows(end, layout.teamsOffset(), layout.teamsBytes(), NodeLayout.HEADER_BYTES);
        end = follows(end, layout.publishedOffset(), layout.publishedBytes(), NodeLayout.HEADER_BYTES);
        assertEquals(0, layout.totalBytes() % NodeLayout.HEAP_ALIGNMENT);
        assertTrue(end <= layout.totalBytes() && layout.totalBytes() - end < NodeLayout.HEAP_ALIGNMENT);
    }

    /** Returns the end of a part that begins as soon as its alignment lets it. */
    private static long follows(long end, long offset, long bytes, long alignment) {
        assertEquals(0, offset % alignment);
        assertTrue(end <= offset && offset - end < alignment, end + " to " + offset);
        return offset + bytes;
    }

    /** A group of up to eight has a line, but not the one that is all of its level. */
    @ParameterizedTest
    @CsvSource({"1, 0", "8, 0", "9, 2", "16, 2", "17, 3", "64, 8", "65, 11", "72, 11", "73, 12", "512, 72", "513, 76"})
    void shouldHaveALineForEachGroupOfATeam(int members, int groups) {
        assertEquals(
                NodeLayout.TEAM_HEADER_BYTES
                        + members * NodeLayout.TEAM_SLOT_BYTES
                        + groups * NodeLayout.TEAM_GROUP_BYTES,
                NodeLayout.teamBytes(members));
    }

    /** The number of PEs of the job does not matter. */
    @Test
    void shouldNeedLittleControlMemory() {
        assertTrue(new NodeLayout(128, 100).controlEnd() < 3 << 20);
    }

    @Test
    void shouldRefuseWhatNoAddressSpaceHolds() {
        assertTrue(new NodeLayout(1, 1L << 40).fits());
        assertFalse(new NodeLayout(1, Long.MAX_VALUE).fits());
        assertFalse(new NodeLayout(64, 1L << 40).fits());
        assertTrue(new NodeLayout(40, 1L << 40).fits());
    }

    /** The largest heaps that fit beside all the rest, and a byte more. */
    @Test
    void shouldFillTheLargestWindow() {
        final long rest = new NodeLayout(1, 0).totalBytes();
        final long most = AddressWindow.MAX_BYTES - rest;
        assertTrue(new NodeLayout(1, most).fits());
        assertFalse(new NodeLayout(1, most + 1).fits());
        assertTrue(new NodeLayout(1, 0, most).fits());
        assertFalse(new NodeLayout(1, 0, most + 1).fits());
        assertFalse(new NodeLayout(1, 0, Long.MAX_VALUE - NodeLayout.HEAP_ALIGNMENT).fits());
        assertEquals(AddressWindow.MAX_BYTES, new NodeLayout(1, most).totalBytes());
    }

    /** More PEs than a node has: products of their numbers exceed 32 bits. */
    @Test
    void shouldCountInSixtyFourBits() {
        final int pes = 1 << 20;
        final NodeLayout layout = new NodeLayout(pes, 1, 1, 1 << 23);
        assertEquals((1L << 40) * NodeLayout.MAILBOX_BYTES, layout.mailboxOffset(pes, 0) - layout.mailboxOffset(0, 0));
        assertEquals(pes * NodeLayout.teamBytes(1), layout.sharedTeamOffset(pes) - layout.sharedTeamOffset(0));
        assertEquals(pes * NodeLayout.HEAP_ALIGNMENT, layout.heapOffset(pes) - layout.heapOffset(0));
        assertEquals(pes * NodeLayout.MESSAGE_BYTES, layout.messagesOffset(pes) - layout.messagesOffset(0));
        assertEquals(1L << 32, layout.publishedBytes());
        final long teams = new NodeLayout(1, 1).teamsBytes();
        assertEquals((pes - 1L) * (8 << 20), layout.teamsBytes() - teams);
        assertTrue(NodeLayout.teamBytes(1 << 23) > 3L << 30);
    }

    @Test
    void shouldHaveWholeLinesForWhatIsPublished() {
        assertEquals(0, new NodeLayout(2, 1, 1, 0).publishedBytes());
        assertEquals(0, new NodeLayout(2, 1, 1, 1).publishedBytes() % 128);
        assertTrue(NodeLayout.SHARED_IN_USE_OFFSET % 128 == 0 && NodeLayout.TEAM_BYTES_TAKEN_OFFSET % 128 == 0);
        assertTrue(NodeLayout.TEAM_BYTES_TAKEN_OFFSET + 128 <= NodeLayout.HEADER_BYTES);
    }
}
