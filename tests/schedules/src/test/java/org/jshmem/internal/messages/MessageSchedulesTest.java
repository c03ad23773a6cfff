package org.jshmem.internal.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.heap.Memory;
import org.jshmem.schedules.Schedules;
import org.jshmem.schedules.Steps;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ring by which messages reach a PE, and a copy that sender and receiver share. */
class MessageSchedulesTest {
    private static final int MESSAGES = 5;
    private static final int BLOCKS = 3;
    private static final long BYTES = BLOCKS * (32L << 10) - 8;

    private final Arena arena = Arena.ofAuto();

    /** How often a sender has finished a message. */
    private int sent;

    /** Messages take many slots, so that a few go round the ring several times. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldReceiveEachMessageWholeAndThoseOfASenderInOrder(int senders) {
        final long area = arena.allocate(MessageArea.USED_BYTES, 4096).address();
        Schedules.explore(senders + 1, () -> {
            Memory.clear(area, MessageArea.USED_BYTES);
            sent = 0;
            final List<Schedules.Body> tasks = new ArrayList<>();
            for (int i = 0; i < senders; i++) {
                final int sender = i;
                tasks.add(() -> {
                    final SlotRing ring = new SlotRing(area);
                    for (int message = 0; message < MESSAGES; message++) {
                        send(ring, sender, message, 1 + Steps.choose(MessageArea.MOST_SLOTS));
                    }
                });
            }
            tasks.add(() -> receive(new SlotRing(area), senders));
            return tasks;
        });
    }

    private void send(SlotRing ring, int sender, int message, int slots) {
        long first = ring.take(slots);
        while (first < 0) {
            final int before = sent;
            Steps.await(() -> sent != before);
            first = ring.take(slots);
        }
        for (int i = 0; i < slots; i++) {
            Memory.put64(ring.slot(first + i) + MessageArea.MORE, label(sender, message, i, slots));
            ring.publish(first + i);
        }
        moved();
    }

    private static long label(int sender, int message, int slot, int slots) {
        return (long) sender << 24 | (long) message << 16 | (long) slot << 8 | slots;
    }

    /** What this task has stored is visible, and others look again. */
    private void moved() {
        Steps.fence();
        sent++;
    }

    private void receive(SlotRing ring, int senders) {
        final int[] next = new int[senders];
        for (int received = 0; received < senders * MESSAGES; received++) {
            final long start = label(ring);
            final int sender = (int) (start >>> 24);
            final int slots = (int) (start & 0xff);
            assertEquals(label(sender, next[sender], 0, slots), start, "the next message of sender " + sender);
            for (int i = 1; i < slots; i++) {
                assertEquals(label(sender, next[sender], i, slots), label(ring), "slot " + i);
            }
            next[sender]++;
        }
    }

    /** Of the next slot, once it is published. */
    private long label(SlotRing ring) {
        while (!ring.isReady()) {
            final int before = sent;
            if (!ring.isReady()) {
                Steps.await(() -> sent != before);
            }
        }
        final long label = Memory.get64(ring.nextSlot() + MessageArea.MORE);
        ring.advance();
        moved();
        return label;
    }

    /** The receiver opens the copying; the sender helps if it comes in time, and may come as often as it likes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldCopyEachBlockBeforeTheReceiverGoesOn(int looks) {
        final long record = arena.allocate(MessageArea.RECORD_BYTES, 256).address();
        final long from = arena.allocate(BYTES, 64).address();
        final long to = arena.allocate(BYTES, 64).address();
        for (long offset = 0; offset < BYTES; offset += Long.BYTES) {
            Memory.ALL.set(ValueLayout.JAVA_LONG, from + offset, offset + 1);
        }
        Schedules.explore(2, () -> {
            Memory.clear(record, MessageArea.RECORD_BYTES);
            Memory.clear(to, BYTES);
            return List.of(
                    () -> {
                        for (int i = 0; i < looks; i++) {
                            if (Memory.get64Acquire(record + MessageArea.STATE) == MessageArea.OPEN) {
                                BlockCopy.some(record, from, to, BYTES);
                            }
                        }
                    },
                    () -> {
                        BlockCopy.all(record, from, to, 0, BYTES);
                        Memory.put64Release(record + MessageArea.STATE, MessageArea.DONE);
                        assertEquals(
                                -1,
                                Memory.ALL.asSlice(from, BYTES).mismatch(Memory.ALL.asSlice(to, BYTES)),
                                "bytes that are copied");
                    });
        });
    }
}
