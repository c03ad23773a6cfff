package org.jshmem.internal.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.Memory;
import org.jshmem.spi.Allocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The records of a PE whose targets do what the test has them do. */
@Timeout(60)
class SendRecordsTest {
    private static final int MOVED_BYTES = 4096;

    private final MemorySegment area = Arena.ofAuto().allocate(MessageArea.USED_BYTES, 128);
    private final List<Allocation> blocks = new ArrayList<>();
    private boolean isFull;
    private final SendRecords records = new SendRecords(area.address(), new Blocks(), MOVED_BYTES, 2);
    private final Neighbour busy = new Neighbour(new SlotRing(area.address()), 0);
    private final Neighbour other = new Neighbour(new SlotRing(area.address()), 0);

    private final class Blocks implements SendRecords.SharedMemory {
        @Override
        public Allocation allocate(long bytes) {
            if (isFull) {
                throw new ShmemOutOfMemoryException("full");
            }
            blocks.add(new Allocation(0, bytes, blocks.size() + 1L, 0, 0, 0));
            return blocks.getLast();
        }

        @Override
        public void free(Allocation block) {
            assertTrue(blocks.remove(block), "freed twice");
        }
    }

    @AfterEach
    void shouldFreeItsMemoryAtTheEnd() {
        records.end();
        assertEquals(List.of(), blocks);
    }

    private static MessageRequest begin(SendRecord record) {
        final MessageRequest request = new MessageRequest(null, false).begin();
        record.begin(request);
        request.record = record;
        return request;
    }

    private static void receive(SendRecord record) {
        Memory.put64Release(record.address + MessageArea.STATE, MessageArea.DONE);
    }

    /** Takes records until there are no more. */
    private List<SendRecord> takeAll(Neighbour target) {
        final List<SendRecord> taken = new ArrayList<>();
        for (SendRecord next = records.take(target, false); next != null; next = records.take(target, false)) {
            begin(next);
            taken.add(next);
        }
        return taken;
    }

    @Test
    void shouldTakeBackTheRecordsOfMessagesThatWereReceived() {
        for (int round = 0; round < 3; round++) {
            final List<SendRecord> taken = takeAll(busy);
            assertEquals(MessageArea.RECORDS - 2, taken.size(), "round " + round);
            final Set<Long> addresses = new HashSet<>();
            taken.forEach(record -> addresses.add(record.address));
            assertEquals(taken.size(), addresses.size(), "different records");
            assertNotNull(begin(records.take(other, false)), "a PE that has none gets one of the last");
            assertNull(records.take(other, false), "but not another one");
            final List<MessageRequest> sends = new ArrayList<>();
            taken.forEach(record -> sends.add(record.user));
            taken.forEach(SendRecordsTest::receive);
            records.take(busy, false);
            for (MessageRequest send : sends) {
                assertTrue(send.isDone, "the send of a message that was received");
                assertNull(send.record, "its record is used for others");
            }
            receiveAll();
        }
    }

    private void receiveAll() {
        for (int index = 0; index < MessageArea.RECORDS; index++) {
            Memory.put64(MessageArea.record(area.address(), index) + MessageArea.STATE, MessageArea.DONE);
        }
    }

    @Test
    void shouldCountTheRecordsOfEachTarget() {
        final SendRecord first = records.take(busy, false);
        final SendRecord second = records.take(busy, true);
        assertEquals(Pipe.BYTES, second.memory.bytes);
        records.give(first);
        assertEquals(1, busy.records);
        records.give(second);
        assertEquals(0, busy.records);
        assertEquals(second.memory, null);
        assertNotNull(records.take(busy, true).memory);
        assertEquals(1, blocks.size(), "the memory of a pipe is used again");
    }

    /** Such messages are sent by value while many records are in use. */
    @Test
    void shouldGiveRecordsToSmallMessagesAgainWhenOthersWereReceived() {
        final List<SendRecord> taken = new ArrayList<>();
        for (SendRecord next = records.takeForSmall(busy); next != null; next = records.takeForSmall(busy)) {
            begin(next);
            taken.add(next);
        }
        assertEquals(MessageArea.RECORDS / 2, taken.size());
        taken.forEach(SendRecordsTest::receive);
        SendRecord again = null;
        for (int message = 0; message < 100 && again == null; message++) {
            again = records.takeForSmall(busy);
        }
        assertNotNull(again, "none for a hundred small messages");
    }

    @Test
    void shouldKnowWhetherASendIsUnderWay() {
        assertFalse(records.isInUse());
        final SendRecord record = records.take(busy, false);
        begin(record);
        assertTrue(records.isInUse());
        records.give(record);
        assertFalse(records.isInUse());
        final SendRecord copy = records.takeForCopy(busy);
        begin(copy);
        records.keepCopied(copy);
        assertFalse(records.isInUse(), "the send of a copy is done");
    }

    /** It keeps its memory, until another kind of message needs the record. */
    @Test
    void shouldUseTheRecordOfACopyAgain() {
        final SendRecord copy = records.takeForCopy(busy);
        begin(copy);
        records.keepCopied(copy);
        receive(copy);
        assertEquals(copy, records.takeForCopy(other));
        assertEquals(0, busy.records);
        assertEquals(1, other.records);
        records.keepCopied(copy);
        takeAll(busy);
        assertEquals(0, other.records, "taken back");
    }

    @Test
    void shouldKeepNoRecordOfACopyForWhichThereIsNoMemory() {
        isFull = true;
        assertNull(records.takeForCopy(busy));
        assertEquals(0, busy.records);
        assertFalse(records.isInUse());
        isFull = false;
        assertEquals(MOVED_BYTES, records.takeForCopy(busy).memory.bytes);
    }

    @Test
    void shouldKeepTheMemoryOfAMessageThatNeedsItNoLonger() {
        final SendRecord record = records.takeForCopy(busy);
        records.give(record);
        assertEquals(MOVED_BYTES, records.memoryToMove().bytes);
        assertEquals(1, blocks.size());
        blocks.clear(); // the caller has it
    }

    /** So that PEs that have none always get one. */
    @Test
    void shouldKeepAQuarterOfTheRecordsForOtherTargetsAtMost() {
        final SendRecords ofMany = new SendRecords(area.address(), new Blocks(), MOVED_BYTES, 10_000);
        int taken = 0;
        for (SendRecord next = ofMany.take(busy, false); next != null; next = ofMany.take(busy, false)) {
            begin(next);
            taken++;
        }
        assertEquals(MessageArea.RECORDS * 3 / 4, taken);
    }

    /** The sends have ended, but what the receivers have not taken yet stays. */
    @Test
    void shouldLookAtEachCopyInTurnWhileManyRecordsAreInUse() {
        final List<SendRecord> copies = new ArrayList<>();
        for (int i = 0; i < MessageArea.RECORDS / 2; i++) {
            copies.add(records.takeForCopy(busy));
            begin(copies.get(i));
            records.keepCopied(copies.get(i));
        }
        assertNull(records.takeForCopy(other));
        receive(copies.get(2));
        SendRecord found = null;
        for (int looks = 0; looks < 3 && found == null; looks++) {
            found = records.takeForCopy(other);
        }
        assertEquals(copies.get(2), found);
        assertEquals(1, other.records);
        assertEquals(copies.size() - 1, busy.records);
    }

    @Test
    void shouldWithdrawTheMessagesOfASpaceThatHasEnded() throws Exception {
        try (MessageJob job = new MessageJob(false, 0)) {
            final MessageSpace ended = job.open()[0];
            final MessageSpace open = job.open()[0];
            final List<MessageRequest> sends = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                sends.add(begin(records.take(busy, false)));
                sends.get(i).space = i == 1 ? open : ended;
            }
            final SendRecord taken = sends.get(2).record;
            Memory.put64(taken.address + MessageArea.STATE, MessageArea.TAKEN);
            final SendRecord posted = sends.get(0).record;
            records.leaveAllOf(ended);
            for (int i = 0; i < 3; i++) {
                assertEquals(i != 1, sends.get(i).isDone);
                assertEquals(i != 1, sends.get(i).failure instanceof IllegalStateException);
            }
            assertEquals(MessageArea.WITHDRAWN, posted.state());
            assertEquals(MessageArea.TAKEN, taken.state(), "the receiver copies");
            assertEquals(MessageArea.POSTED, sends.get(1).record.state());
            assertNull(taken.user);
            receive(sends.get(1).record);
        }
    }
}
