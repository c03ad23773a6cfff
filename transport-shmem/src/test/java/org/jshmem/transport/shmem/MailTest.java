package org.jshmem.transport.shmem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.jshmem.heap.Memory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two PEs whose network delivers words in any order, as far as no fence is between them, and some of them again before
 * a later put arrives.
 */
@Timeout(60)
class MailTest {
    private static final int PES = 2;
    private static final int MOST_RING_BYTES = 1 << 13;
    private static final int STEPS = 100_000;
    private static final int KINDS = 4;

    /** A message, or what was received. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Letter(int kind, byte[] payload) {}

    /** A word, or a byte of one, under way. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Piece(int put, long dest, byte[] bytes, int from) {
        void store(int end) {
            for (int i = from; i < end; i++) {
                Memory.put8(dest + i, bytes[i]);
            }
        }
    }

    private final Random random = new Random();
    private final MailLayout[] layouts = new MailLayout[PES];
    private final Mail[] mails = new Mail[PES];
    private final Wire[] wires = new Wire[PES];

    /** By receiver, what was sent and has not been received yet. */
    private final List<Queue<Letter>> expected = List.of(new ArrayDeque<>(), new ArrayDeque<>());

    private final Arena arena = Arena.ofShared();
    private final MemorySegment source = arena.allocate(MOST_RING_BYTES, Long.BYTES);

    @AfterEach
    void free() {
        arena.close();
    }

    private void prepare(long seed, int ringBytes) {
        random.setSeed(seed);
        for (int pe = 0; pe < PES; pe++) {
            final MemorySegment memory = arena.allocate(MailLayout.bytes(PES, ringBytes), 64);
            memory.fill((byte) -1);
            layouts[pe] = new MailLayout(memory.address(), PES, ringBytes);
        }
        for (int pe = 0; pe < PES; pe++) {
            wires[pe] = new Wire(layouts[1 - pe].base() - layouts[pe].base());
            mails[pe] = new Mail(wires[pe], layouts[pe], pe, new int[] {1 - pe});
        }
    }

    /** The network from a PE to the other one. */
    private final class Wire implements Mail.Puts {
        /** From an address of the sender to that of the receiver. */
        private final long distance;

        /** Separated by fences. */
        private final Queue<List<Piece>> underWay = new ArrayDeque<>();

        private List<Piece> last = new ArrayList<>();
        private int puts;

        /** Words of the latest put of which any has arrived. */
        private final List<Piece> delivered = new ArrayList<>();

        Wire(long distance) {
            this.distance = distance;
            underWay.add(last);
        }

        @Override
        public void putmem(long dest, long from, long bytes, int pe) {
            puts++;
            for (long i = 0; i < bytes; i += Long.BYTES) {
                final byte[] word = new byte[Long.BYTES];
                MemorySegment.copy(Memory.ALL, from + i, MemorySegment.ofArray(word), 0, word.length);
                last.add(new Piece(puts, distance + dest + i, word, 0));
            }
        }

        @Override
        public void longP(long dest, long value, int pe) {
            final MemorySegment word = MemorySegment.ofArray(new byte[Long.BYTES]);
            word.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, value);
            last.add(new Piece(++puts, distance + dest, word.toArray(ValueLayout.JAVA_BYTE), 0));
        }

        @Override
        public void fence() {
            if (!last.isEmpty()) {
                last = new ArrayList<>();
                underWay.add(last);
            }
        }

        /** Delivers any word that may come next: whole, or its first bytes. Returns false if there is none. */
        boolean deliver() {
            while (underWay.size() > 1 && underWay.element().isEmpty()) {
                underWay.remove();
            }
            final List<Piece> candidates = underWay.element();
            if (candidates.isEmpty()) {
                return false;
            }
            final int chosen = random.nextInt(candidates.size());
            final Piece piece = candidates.get(chosen);
            final boolean isCounter = piece.dest < layouts[0].ring(0) && piece.dest >= layouts[0].base()
                    || piece.dest < layouts[1].ring(0) && piece.dest >= layouts[1].base();
            final int end = isCounter || random.nextBoolean()
                    ? Long.BYTES
                    : piece.from + random.nextInt(Long.BYTES - piece.from);
            piece.store(end);
            if (end == Long.BYTES) {
                keep(piece);
                candidates.set(chosen, candidates.getLast());
                candidates.removeLast();
            } else {
                candidates.set(chosen, new Piece(piece.put, piece.dest, piece.bytes, end));
            }
            return true;
        }

        private void keep(Piece piece) {
            if (!delivered.isEmpty() && delivered.getLast().put < piece.put) {
                delivered.clear();
            }
            if (delivered.isEmpty() || delivered.getLast().put == piece.put) {
                delivered.add(new Piece(piece.put, piece.dest, piece.bytes, 0));
            }
        }

        void deliverAgain() {
            if (!delivered.isEmpty()) {
                delivered.get(random.nextInt(delivered.size())).store(Long.BYTES);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1024", "2, 1024", "3, 8192", "4, 8192"})
    void shouldDeliverAllInOrder(long seed, int ringBytes) {
        prepare(seed, ringBytes);
        int refused = 0;
        for (int step = 0; step < STEPS; step++) {
            final int pe = random.nextInt(PES);
            switch (random.nextInt(8)) {
                case 0, 1 -> refused += send(pe) ? 0 : 1;
                case 2 -> receive(pe);
                case 3 -> wires[pe].deliverAgain();
                default -> wires[pe].deliver();
            }
        }
        assertTrue(refused > 0, "a ring was never full");
        drain();
        for (int pe = 0; pe < PES; pe++) {
            assertTrue(expected.get(pe).isEmpty());
        }
        for (int pe = 0; pe < PES; pe++) {
            assertTrue(trySend(pe, layouts[pe].mostPayload()), "at rest, the largest message has no room");
        }
        drain();
        assertTrue(expected.stream().allMatch(Queue::isEmpty));
    }

    private void drain() {
        for (boolean moves = true; moves; ) {
            moves = false;
            for (int pe = 0; pe < PES; pe++) {
                while (wires[pe].deliver()) {
                    moves = true;
                }
                moves |= receive(pe);
            }
        }
    }

    private boolean send(int pe) {
        final int most = layouts[pe].mostPayload();
        return trySend(pe, random.nextInt(4) == 0 ? most - random.nextInt(9) : random.nextInt(64));
    }

    private boolean trySend(int pe, int bytes) {
        final byte[] payload = new byte[bytes];
        random.nextBytes(payload);
        if (random.nextInt(4) == 0) {
            Arrays.fill(payload, (byte) (random.nextBoolean() ? 0 : -1));
        }
        final int kind = random.nextInt(KINDS);
        final int fields = random.nextBoolean() ? 0 : bytes / 2 & -Long.BYTES;
        MemorySegment.copy(MemorySegment.ofArray(payload), 0, source, 0, bytes);
        final boolean isSent =
                mails[pe].trySend(kind, 1 - pe, source.address(), fields, source.address() + fields, bytes - fields);
        if (isSent) {
            expected.get(1 - pe).add(new Letter(kind, payload));
        }
        return isSent;
    }

    private boolean receive(int pe) {
        return mails[pe].poll((kind, from, address, bytes) -> {
            assertEquals(1 - pe, from);
            assertFalse(expected.get(pe).isEmpty());
            final Letter letter = expected.get(pe).remove();
            assertEquals(letter.kind, kind);
            final byte[] payload = new byte[bytes];
            MemorySegment.copy(Memory.ALL, address, MemorySegment.ofArray(payload), 0, bytes);
            assertArrayEquals(letter.payload, payload);
            return kind == 0;
        });
    }
}
