package org.jshmem.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.SplittableRandom;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemException;
import org.jshmem.SignalOp;
import org.jshmem.heap.Memory;
import org.jshmem.spi.FlowFigures;
import org.jshmem.spi.ForwardingContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sending end of a lane, whose receiver takes records by hand. */
class LaneTest {
    private static final int STRIDE = 8;
    private static final int CAPACITY = 8 * STRIDE;
    private static final long PUBLISHED = 0;
    private static final long TAKEN = 64;
    private static final long RING = 128;

    private final long[] cursors = new long[2];
    private long memory;
    private long taken;
    private long next;

    /** @param hasBuffer whether records are written into a buffer, and copied to the ring when they are published */
    private Lane lane(Arena arena, int batch, boolean hasBuffer) {
        return lane(arena, batch, hasBuffer, null);
    }

    private Lane lane(Arena arena, int batch, boolean hasBuffer, ShmemContext context) {
        memory = arena.allocate(RING + CAPACITY + batch, 64).address();
        return new Lane(
                1,
                STRIDE,
                cursors,
                0,
                hasBuffer ? memory + RING + CAPACITY : 0,
                memory + RING,
                CAPACITY,
                batch,
                memory + PUBLISHED,
                memory + TAKEN,
                context == null ? null : new Wire(context, 1, memory + RING, memory + PUBLISHED));
    }

    /** A network that fails, in puts or in signals. */
    private static final class Failing extends ForwardingContext {
        private String failing = "";

        Failing() {
            super(null, null);
        }

        private void begin(String operation) {
            if (operation.equals(failing)) {
                failing = "";
                throw new ShmemException("no network");
            }
        }

        @Override
        protected void copyToNbi(long destOffset, long sourceAddress, long bytes, int pe) {
            begin("put");
            if (destOffset != sourceAddress) {
                Memory.copy(sourceAddress, destOffset, bytes);
            }
        }

        @Override
        protected void signal(long offset, long value, SignalOp op, int pe) {
            begin("signal");
            Memory.put64(offset, value);
        }
    }

    /** What could not be published is published the next time, once. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldPublishNothingIfTheNetworkFails(boolean hasBuffer) {
        try (Arena arena = Arena.ofConfined()) {
            final Failing network = new Failing();
            final Lane lane = lane(arena, 2 * STRIDE, hasBuffer, network);
            for (int i = 0; i < 40; i++) {
                assertTrue(cursors[0] < cursors[1] || lane.makeRoom());
                write(i);
                network.failing = i % 3 == 0 ? "put" : "signal";
                assertThrows(ShmemException.class, lane::publish);
                assertEquals(0, take(2));
                assertTrue(lane.publish());
                assertEquals(1, take(2));
            }
        }
    }

    private void write(long value) {
        assertTrue(cursors[0] < cursors[1]);
        Memory.put64(cursors[0], value);
        cursors[0] += STRIDE;
    }

    /** Takes at most so many records, which have to be the next ones. */
    private int take(int most) {
        int count = 0;
        while (count < most && Memory.get64(memory + PUBLISHED) > taken) {
            assertEquals(next++, Memory.get64(memory + RING + taken % CAPACITY));
            taken += STRIDE;
            count++;
        }
        Memory.put64(memory + TAKEN, taken);
        return count;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldHaveNoRoomInAFullRing(boolean hasBuffer) {
        try (Arena arena = Arena.ofConfined()) {
            final Lane lane = lane(arena, 2 * STRIDE, hasBuffer);
            for (int i = 0; i < CAPACITY / STRIDE; i++) {
                assertTrue(cursors[0] < cursors[1] || lane.makeRoom());
                write(i);
            }
            assertFalse(lane.makeRoom());
            assertFalse(lane.hasRoom());
            assertEquals(CAPACITY, lane.waiting());
            assertEquals(1, take(1));
            assertTrue(lane.hasRoom());
            write(CAPACITY / STRIDE);
            assertFalse(lane.hasRoom());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCountForTools(boolean hasBuffer) {
        final FlowFigures figures = new FlowFigures("long", "");
        try (Arena arena = Arena.ofConfined()) {
            final Lane lane = lane(arena, 4 * STRIDE, hasBuffer);
            lane.countIn(figures);
            for (int i = 0; i < 5; i++) {
                assertTrue(cursors[0] < cursors[1] || lane.makeRoom());
                write(i);
            }
            assertEquals(4, figures.sent());
            assertEquals(0, figures.buffersNotFull());
            lane.publish();
            lane.publish();
            assertEquals(5, figures.sent());
            assertEquals(2, figures.buffers());
            assertEquals(1, figures.buffersNotFull());
            assertEquals(5.0 / 8, figures.fill());
            for (int i = 5; i < 20; i++) {
                if (cursors[0] == cursors[1]) {
                    lane.makeRoomAnywhere();
                }
                write(i);
            }
            assertEquals(8, figures.sent(), "what the ring holds");
            assertTrue(figures.memoryBytes() >= 12 * STRIDE);
            while (next < 20) {
                take(Integer.MAX_VALUE);
                lane.publish();
            }
            assertEquals(20, figures.sent());
            assertEquals(20 * STRIDE, figures.bytes());
            assertEquals(12, figures.overflowed());
            lane.end();
        }
    }

    /** With few long bursts, records leave the overflow about as fast as they come; with many it grows. */
    @ParameterizedTest
    @CsvSource({"50, false", "400, false", "50, true", "400, true"})
    void shouldKeepTheOrderThroughTheOverflow(int stepsOfABurst, boolean hasBuffer) {
        final SplittableRandom random = new SplittableRandom(1);
        for (int batch = STRIDE; batch <= CAPACITY; batch *= 2) {
            taken = 0;
            next = 0;
            try (Arena arena = Arena.ofConfined()) {
                final Lane lane = lane(arena, batch, hasBuffer);
                long sent = 0;
                for (int step = 0; step < 20_000; step++) {
                    final int burst = random.nextInt(random.nextInt(stepsOfABurst) == 0 ? 3000 : 4);
                    for (int i = 0; i < burst; i++) {
                        if (cursors[0] == cursors[1]) {
                            lane.makeRoomAnywhere();
                        }
                        write(sent++);
                    }
                    assertEquals(sent * STRIDE, lane.sent());
                    if (random.nextInt(8) > 0) {
                        lane.publish();
                    }
                    take(random.nextInt(20));
                }
                while (next < sent) {
                    lane.publish();
                    assertTrue(take(Integer.MAX_VALUE) > 0);
                }
                assertTrue(lane.publish());
                assertEquals(0, lane.waiting());
                lane.end();
            }
        }
    }
}
