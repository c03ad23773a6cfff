package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.heap.Memory;
import org.junit.jupiter.api.Test;

/** A provider that now and then has no room. */
class ReplyQueueTest {
    private static final int PES = 5;

    private final SplittableRandom random = new SplittableRandom(11);
    private final MemorySegment message = Arena.ofAuto().allocate(MessageDescriptor.MOST_SMALL_BYTES, Long.BYTES);

    /** By PE, what was sent: the first word of each message. */
    private final List<List<Long>> sent = new ArrayList<>();

    private boolean hasRoom;

    private boolean send(int pe, long address, long bytes) {
        final boolean isSent = hasRoom || random.nextInt(3) == 0;
        if (isSent) {
            assertEquals(Memory.get64(address), Memory.get64(address + bytes - Long.BYTES), "one message");
            sent.get(pe).add(Memory.get64(address));
        }
        return isSent;
    }

    /** More than there is room for at first; to each PE in the order of their coming. */
    @Test
    void shouldSendEachReplyOnceAndInOrder() {
        final ReplyQueue queue = new ReplyQueue(PES);
        final long[] added = new long[PES];
        for (int pe = 0; pe < PES; pe++) {
            sent.add(new ArrayList<>());
        }
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 40; i++) {
                final int pe = random.nextInt(PES);
                final int bytes = Long.BYTES * (1 + random.nextInt(MessageDescriptor.MOST_SMALL_BYTES / Long.BYTES));
                Memory.put64(message.address(), ++added[pe]);
                Memory.put64(message.address() + bytes - Long.BYTES, added[pe]);
                queue.add(pe, message.address(), bytes);
            }
            hasRoom = round % 7 == 6;
            queue.flush(this::send);
            assertTrue(!hasRoom || queue.isEmpty());
        }
        hasRoom = true;
        queue.flush(this::send);
        assertTrue(queue.isEmpty());
        for (int pe = 0; pe < PES; pe++) {
            assertEquals(added[pe], sent.get(pe).size(), "replies to PE " + pe);
            for (int i = 0; i < added[pe]; i++) {
                assertEquals(i + 1, sent.get(pe).get(i), "reply to PE " + pe);
            }
        }
    }

    /** What was counted for a transport of a PE is told to it, and to no other. */
    @Test
    void shouldAcknowledgeEachUpdateOnce() {
        final long[][] told = new long[PES][3];
        final long[][] counted = new long[PES][3];
        final MessageChannel channel = (pe, address, bytes) -> {
            final boolean isSent = hasRoom || random.nextInt(3) == 0;
            if (isSent) {
                told[pe][(int) Memory.get64(address + MessageDescriptor.ID)] +=
                        Memory.get64(address + MessageDescriptor.COUNT);
            }
            return isSent;
        };
        final Acknowledgements acknowledgements = new Acknowledgements(message.address());
        for (int round = 0; round < 200; round++) {
            for (int i = 0; i < 10; i++) {
                final int pe = random.nextInt(PES);
                final int id = random.nextInt(3);
                assertTrue(acknowledgements.add(pe, id));
                counted[pe][id]++;
            }
            hasRoom = round == 199;
            acknowledgements.flush(channel);
        }
        assertTrue(acknowledgements.isEmpty());
        for (int pe = 0; pe < PES; pe++) {
            for (int id = 0; id < 3; id++) {
                assertEquals(counted[pe][id], told[pe][id], "updates of transport " + id + " of PE " + pe);
            }
        }
    }
}
