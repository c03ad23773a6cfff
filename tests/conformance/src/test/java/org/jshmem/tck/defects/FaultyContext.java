package org.jshmem.tck.defects;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.IndexedBlocks;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SignalOp;
import org.jshmem.spi.FetchingAtomic;
import org.jshmem.spi.ShmemProvider;

/** A context that moves the wrong bytes, or computes wrongly, as is planted. */
final class FaultyContext extends LateContext {
    FaultyContext(ShmemContext target, ShmemTeam team) {
        super(target, team);
    }

    @Override
    public ShmemTeam getTeam() {
        final ShmemTeam team = super.getTeam();
        return Planted.is(Defect.CONTEXTS_FORGET_THEIR_TEAM) ? Shmem.TEAM_WORLD : team;
    }

    @Override
    protected void store16(long destOffset, short bits, int pe) {
        if (Planted.is(Defect.P_OF_THE_WRONG_WIDTH)) {
            super.store32(destOffset, bits, pe);
        } else {
            super.store16(destOffset, bits, pe);
        }
    }

    /** Sets the quiet bit of a float that is no number, as a trip through a floating-point register may. */
    @Override
    protected void store32(long destOffset, int bits, int pe) {
        super.store32(
                destOffset,
                Planted.is(Defect.P_CHANGES_NANS) ? Float.floatToIntBits(Float.intBitsToFloat(bits)) : bits,
                pe);
    }

    @Override
    protected byte load8(long sourceOffset, int pe) {
        final byte bits = super.load8(sourceOffset, pe);
        return Planted.is(Defect.G_LOSES_THE_SIGN) ? (byte) (bits & Byte.MAX_VALUE) : bits;
    }

    @Override
    protected void copyTo(long destOffset, long[] source, int start, int nelems, int pe) {
        final boolean loses = Planted.is(Defect.PUT_LOSES_THE_LAST_ELEMENT) && nelems > 1
                || Planted.is(Defect.PUT_OF_SOME_LENGTHS_LOSES_THE_LAST_ELEMENT) && nelems >= 512 && nelems <= 8192;
        super.copyTo(destOffset, source, start, loses ? nelems - 1 : nelems, pe);
    }

    @Override
    protected void copyFrom(long[] dest, int start, long sourceOffset, int nelems, int pe) {
        super.copyFrom(dest, start, sourceOffset, nelems, Planted.is(Defect.GET_READS_ITS_OWN_PE) ? Shmem.myPe() : pe);
    }

    @Override
    protected void blocksTo(
            long destOffset,
            long destStride,
            long[] source,
            int start,
            int sourceStride,
            int bsize,
            int nblocks,
            int pe) {
        final long stride = Planted.is(Defect.IPUT_IGNORES_THE_STRIDE_OF_DEST) ? (long) bsize * Long.BYTES : destStride;
        final int block = Planted.is(Defect.IBPUT_IGNORES_THE_BLOCK_SIZE) ? 1 : bsize;
        super.blocksTo(destOffset, stride, source, start, sourceStride, block, nblocks, pe);
    }

    @Override
    protected void indexedTo(
            long destOffset,
            IndexedBlocks destBlocks,
            Object source,
            long start,
            IndexedBlocks sourceBlocks,
            int elementBytes,
            long bytes,
            int pe) {
        final IndexedBlocks from = Planted.is(Defect.INDEXED_PUT_SWAPS_THE_SIDES) ? destBlocks : sourceBlocks;
        super.indexedTo(destOffset, destBlocks, source, start, from, elementBytes, bytes, pe);
    }

    @Override
    protected void blocksFrom(
            long[] dest,
            int start,
            int destStride,
            long sourceOffset,
            long sourceStride,
            int bsize,
            int nblocks,
            int pe) {
        final long off = Planted.is(Defect.IGET_STARTS_ONE_TOO_FAR) ? Long.BYTES : 0;
        final int stride = Planted.is(Defect.IBGET_IGNORES_THE_STRIDE_OF_DEST) ? bsize : destStride;
        super.blocksFrom(dest, start, stride, sourceOffset + off, sourceStride, bsize, nblocks, pe);
    }

    @Override
    protected long fetchAdd64(long offset, long delta, int pe) {
        if (!Planted.is(Defect.ADD_IS_NOT_ATOMIC)) {
            return super.fetchAdd64(offset, delta, pe);
        }
        final long before = super.atomicLoad64(offset, pe);
        Thread.yield();
        super.updateSet64(offset, before + delta, pe);
        return before;
    }

    @Override
    protected int fetchAdd32(long offset, int delta, int pe) {
        if (Planted.is(Defect.ADD_OF_32_BITS_CARRIES_INTO_ITS_NEIGHBOUR) && offset % Long.BYTES == 0) {
            return (int) super.fetchAdd64(offset, delta, pe);
        }
        return super.fetchAdd32(offset, delta, pe);
    }

    @Override
    protected void fetchNbi(
            FetchingAtomic operation, int bytes, long destAddress, long offset, long operand, long expected, int pe) {
        final long before = fetch(operation, bytes, offset, operand, expected, pe);
        final MemorySegment memory = ShmemProvider.current().memory();
        if (bytes == Integer.BYTES) {
            memory.set(ValueLayout.JAVA_INT, destAddress, (int) before);
        } else {
            memory.set(ValueLayout.JAVA_LONG, destAddress, before);
        }
    }

    @Override
    protected void updateAdd64(long offset, long delta, int pe) {
        fetchAdd64(offset, delta, pe);
    }

    @Override
    protected void updateAdd32(long offset, int delta, int pe) {
        fetchAdd32(offset, delta, pe);
    }

    @Override
    protected int fetchXor32(long offset, int bits, int pe) {
        return Planted.is(Defect.XOR_IS_OR) ? super.fetchOr32(offset, bits, pe) : super.fetchXor32(offset, bits, pe);
    }

    @Override
    protected long compareSwap64(long offset, long expected, long bits, int pe) {
        if (Planted.is(Defect.COMPARE_SWAP_ALWAYS_STORES)) {
            return super.fetchSet64(offset, bits, pe);
        }
        final long before = super.compareSwap64(offset, expected, bits, pe);
        return Planted.is(Defect.COMPARE_SWAP_RETURNS_THE_NEW_VALUE) && before == expected ? bits : before;
    }

    @Override
    protected long fetchSet64(long offset, long bits, int pe) {
        final long before = super.fetchSet64(offset, bits, pe);
        return Planted.is(Defect.SWAP_RETURNS_THE_NEW_VALUE) ? bits : before;
    }

    @Override
    protected void signal(long offset, long signal, SignalOp op, int pe) {
        final boolean sets = Planted.is(Defect.SIGNAL_ADD_SETS);
        final boolean adds = Planted.is(Defect.SIGNAL_SET_ADDS);
        super.signal(offset, signal, sets ? SignalOp.SET : adds ? SignalOp.ADD : op, pe);
    }
}
