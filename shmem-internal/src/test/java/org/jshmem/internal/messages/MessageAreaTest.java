package org.jshmem.internal.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where messages and what belongs to them are. */
@Timeout(60)
class MessageAreaTest {
    private static final long FAR = 5L << 40;
    private static final long GIB = 1 << 30;

    /** The end of some memory of which no two parts overlap. */
    private static long end(NavigableMap<Long, Long> sizes) {
        long end = sizes.firstKey();
        for (Map.Entry<Long, Long> part : sizes.entrySet()) {
            assertTrue(part.getKey() >= end, () -> part.getKey() + " is used twice");
            end = part.getKey() + part.getValue();
        }
        return end;
    }

    @Test
    void shouldGiveEachSlotAndRecordMemoryOfItsOwn() {
        final NavigableMap<Long, Long> sizes = new TreeMap<>();
        sizes.put(FAR + MessageArea.TAIL, 128L);
        sizes.put(FAR + MessageArea.HEAD, 128L);
        for (int slot = 0; slot < MessageArea.SLOTS; slot++) {
            sizes.put(MessageArea.slot(FAR, slot), (long) MessageArea.SLOT_BYTES);
            assertEquals(MessageArea.slot(FAR, slot), MessageArea.slot(FAR, slot + 3 * GIB * MessageArea.SLOTS));
        }
        for (int record = 0; record < MessageArea.RECORDS; record++) {
            sizes.put(MessageArea.record(FAR, record), (long) MessageArea.RECORD_BYTES);
        }
        assertEquals(2 + MessageArea.SLOTS + MessageArea.RECORDS, sizes.size());
        assertEquals(FAR + MessageArea.USED_BYTES, end(sizes));
    }

    /** 480 bytes in the first slot, and 504 in each other. */
    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "480, 1", "481, 2", "984, 2", "985, 3", "16104, 32", "16105, 33"})
    void shouldCountTheSlotsOfAMessage(long bytes, int slots) {
        assertEquals(slots, MessageArea.slots(bytes));
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 1, 0, 0", "2147483647, 255, 6, 512, 1099511627776", "7, 13, 2, 1, 2147483648"})
    void shouldReadTheHeaderOfASlot(int tag, int kind, int protocol, int record, long bytes) throws Exception {
        try (MessageJob job = new MessageJob(false, 0, 0);
                Arena arena = Arena.ofConfined()) {
            final MessageSpace[] opened = job.open();
            final Spaces spaces = new Spaces();
            spaces.add(opened[0]);
            final long slot = arena.allocate(MessageArea.SLOT_BYTES, 64).address();
            final Message message = new Message();
            SlotHeader.write(slot, opened[1], tag, kind, protocol, record, bytes);
            assertEquals(record, SlotHeader.read(slot, message, spaces));
            assertSame(opened[0], message.space);
            assertEquals(1, message.source);
            assertEquals(tag, message.tag);
            assertEquals(kind, message.kind);
            assertEquals(protocol, message.protocol);
            assertEquals(bytes, message.bytes);
            SlotHeader.writeNothing(slot);
            assertEquals(0, SlotHeader.read(slot, message, spaces));
            assertEquals(MessageArea.NOTHING, message.protocol);
            assertEquals(0, message.bytes);
        }
    }

    /** The next power of two, but no more than the largest size. */
    @ParameterizedTest
    @CsvSource({
        "0, 512, 16104",
        "480, 512, 16104",
        "512, 512, 16104",
        "513, 1024, 16104",
        "1024, 1024, 16104",
        "8192, 8192, 16104",
        "8193, 16104, 16104",
        "16104, 16104, 16104",
        "8193, 8600, 8600"
    })
    void shouldTakeBuffersThatDoNotOverlap(long bytes, long size, long most) {
        try (Arena arena = Arena.ofConfined()) {
            final PrivateBuffers buffers = new PrivateBuffers(arena, most);
            final NavigableMap<Long, Long> sizes = new TreeMap<>();
            PrivateBuffer last = null;
            for (int i = 0; i < 150; i++) {
                last = buffers.take(bytes);
                assertEquals(size, last.bytes());
                sizes.put(last.address(), size);
            }
            assertEquals(150, sizes.size());
            end(sizes);
            buffers.give(last);
            assertEquals(
                    size == 512 ? 1024 : 512,
                    buffers.take(size == 512 ? 513 : 512).bytes());
            assertSame(last, buffers.take(bytes));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 128, 129})
    void shouldKeepAValueForEachPe(int pes) {
        final ByPe<Integer> values = new ByPe<>(pes);
        values.forEach(value -> assertNull(value));
        final List<Integer> expected = new ArrayList<>();
        for (int pe = 0; pe < pes; pe++) {
            assertNull(values.get(pe));
            values.put(pe, 1000 + pe);
            expected.add(1000 + pe);
        }
        for (int pe = 0; pe < pes; pe++) {
            assertEquals(1000 + pe, values.get(pe));
        }
        final List<Integer> found = new ArrayList<>();
        values.forEach(found::add);
        assertEquals(expected, found);
        values.put(pes - 1, null);
        assertNull(values.get(pes - 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKnowWhatMemoryANodeShares(boolean heapsAreMapped) {
        final NodeLayout layout = new NodeLayout(2, 3 * GIB, 5 * GIB);
        final WaitPoints waitPoints = new WaitPoints(FAR, layout);
        final NodeWindow node = new NodeWindow(FAR, layout, Topology.of(0, new byte[2][1]), heapsAreMapped, waitPoints);
        final long start = FAR + layout.sharedOffset();
        final long end = FAR + layout.messagesOffset(0);
        assertEquals(start, node.sharedStart());
        assertEquals(end - start, node.sharedBytes());
        assertTrue(node.isShared(start) && node.isShared(end - 1));
        assertFalse(node.isShared(end) || node.isShared(FAR - 1));
        assertEquals(heapsAreMapped, node.isShared(FAR));
        assertEquals(heapsAreMapped, node.isShared(start - 1));
        assertEquals(layout.sharedOffset(), node.offset(start));
        assertEquals(start, node.address(layout.sharedOffset()));
        for (int pe = 0; pe < 2; pe++) {
            assertEquals(pe, node.index(pe));
            assertEquals(FAR + layout.messagesOffset(pe), node.area(pe));
            assertEquals(FAR + layout.waitPointOffset(pe), node.waitPoint(pe));
        }
    }

    @Test
    void shouldOfferTheHeapAndTheSharedHeap() {
        final OfferedMemory memory = new OfferedMemory(3, FAR, 5 * GIB, 2 * FAR, 6 * GIB);
        assertEquals(0, memory.offset(FAR));
        assertEquals(5 * GIB - 1, memory.offset(FAR + 5 * GIB - 1));
        assertEquals(SharedOffset.of(3, 0), memory.offset(2 * FAR));
        assertEquals(SharedOffset.of(3, 6 * GIB - 1), memory.offset(2 * FAR + 6 * GIB - 1));
        for (long elsewhere : new long[] {0, FAR - 1, FAR + 5 * GIB, 2 * FAR - 1, 2 * FAR + 6 * GIB}) {
            assertEquals(OfferedMemory.ELSEWHERE, memory.offset(elsewhere));
        }
    }

    /** Its number is in the header of each message. */
    @Test
    void shouldFindASpaceByItsNumber() throws Exception {
        try (MessageJob job = new MessageJob(false, 0)) {
            final Spaces spaces = new Spaces();
            final List<MessageSpace> opened = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                opened.add(job.open()[0]);
                spaces.add(opened.get(i));
                assertEquals(i + 1, spaces.count());
            }
            for (int i = 0; i < 8; i++) {
                assertSame(opened.get(i % 4), spaces.find(opened.get(i % 4).id()));
            }
            final MessageSpace removed = opened.get(2);
            assertNotNull(spaces.find(removed.id()));
            spaces.remove(removed);
            assertNull(spaces.find(removed.id()));
            assertEquals(3, spaces.count());
            assertSame(opened.get(3), spaces.find(opened.get(3).id()));
            spaces.leave(opened.get(0));
            assertEquals(2, spaces.count());
            for (int left = 1; left <= 64; left++) {
                assertSame(opened.get(0), spaces.find(opened.get(0).id()), "a PE may still send to it");
                spaces.leave(opened.get(1));
            }
            assertNull(spaces.find(opened.get(0).id()));
            assertSame(opened.get(1), spaces.find(opened.get(1).id()));
            assertEquals(1, spaces.count());
        }
    }
}
