package org.jshmem.internal.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.SplittableRandom;
import org.jshmem.IndexedBlocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pieces of blocks of any size: nothing is transferred, so blocks and heap may be larger than any machine. */
@Timeout(60)
class PieceTableTest {
    private static final long ADDRESS = 1L << 40;
    private static final long OFFSET = 1L << 36;

    private final PieceTable pieces = new PieceTable(Arena.ofAuto());
    private final SplittableRandom random = new SplittableRandom(17);

    private IndexedBlocks blocks(long nelems, int count) {
        final long[] indices = new long[count];
        final long[] lengths = new long[count];
        long at = random.nextLong(5);
        long left = nelems;
        for (int i = 0; i < count; i++) {
            lengths[i] = i == count - 1 ? left : random.nextInt(4) == 0 ? 0 : random.nextLong(2 * left / count + 1);
            indices[i] = at;
            left -= lengths[i];
            at += lengths[i] + random.nextLong(3);
        }
        return IndexedBlocks.of(indices, lengths);
    }

    /** The first byte that a transfer's byte comes after, and how many from there on lie side by side. */
    private static long[] place(IndexedBlocks blocks, long at, int unit) {
        int block = 0;
        while (blocks.start(block + 1) * unit <= at) {
            block++;
        }
        final long within = at - blocks.start(block) * unit;
        return new long[] {blocks.index(block) * unit + within, blocks.length(block) * unit - within};
    }

    /** Each piece is as long as both sides allow; returns how many there are. */
    private int check(IndexedBlocks local, IndexedBlocks remote, long begin, long end, int unit) {
        long done = begin;
        int all = 0;
        while (pieces.next()) {
            assertTrue(pieces.count() <= PieceTable.MOST);
            for (int i = 0; i < pieces.count(); i++) {
                final long[] there = place(remote, done, unit);
                final long[] here = local == null ? new long[] {done - begin, end - done} : place(local, done, unit);
                final String what = "piece " + all + " at " + done;
                assertEquals(ADDRESS + here[0], pieces.address(i), what);
                assertEquals(OFFSET + there[0], pieces.offset(i), what);
                assertEquals(Math.min(Math.min(here[1], there[1]), end - done), pieces.bytes(i), what);
                done += pieces.bytes(i);
                all++;
            }
        }
        assertEquals(end, done);
        assertFalse(pieces.next());
        return all;
    }

    @Test
    void shouldDivideATransferWhereABlockOfEitherSideEnds() {
        for (long nelems : new long[] {1, 100, 5000, 1L << 34}) {
            for (int count : new int[] {1, 3, 40, 1500}) {
                final IndexedBlocks local = blocks(nelems, count);
                final IndexedBlocks remote = blocks(nelems, (int) Math.min(2L * count, 1000));
                for (int unit : new int[] {1, 8}) {
                    pieces.begin(ADDRESS, local, OFFSET, remote, unit);
                    check(local, remote, 0, nelems * unit, unit);
                }
            }
        }
    }

    @Test
    void shouldDividePartsOfATransferFromContiguousMemory() {
        for (long nelems : new long[] {100, 5000, 1L << 34}) {
            final IndexedBlocks remote = blocks(nelems, 30);
            for (int unit : new int[] {1, 4}) {
                final long part = Math.max(unit, nelems * unit / 7 / unit * unit);
                for (long begin = 0; begin < nelems * unit; begin += part) {
                    final long end = Math.min(begin + part, nelems * unit);
                    pieces.begin(ADDRESS, OFFSET, remote, begin, end - begin, unit);
                    check(null, remote, begin, end, unit);
                }
            }
        }
    }

    @Test
    void shouldHaveNoPieceOfNothing() {
        final IndexedBlocks none = IndexedBlocks.of(new long[] {3}, 0);
        pieces.begin(ADDRESS, none, OFFSET, none, 8);
        assertFalse(pieces.next());
        pieces.begin(ADDRESS, OFFSET, none, 0, 0, 8);
        assertFalse(pieces.next());
    }

    @Test
    void shouldFillTheTableAgainAndAgain() {
        final int count = 2 * PieceTable.MOST + 7;
        final long[] indices = new long[count];
        for (int i = 0; i < count; i++) {
            indices[i] = 2L * i;
        }
        final IndexedBlocks single = IndexedBlocks.of(indices, 1);
        pieces.begin(ADDRESS, IndexedBlocks.range(0, count), OFFSET, single, 8);
        assertEquals(count, check(IndexedBlocks.range(0, count), single, 0, 8L * count, 8));
    }
}
