package org.jshmem.tck.cases;

import java.lang.foreign.MemorySegment;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricArray;
import org.jshmem.SymmetricLongs;

/** The byte and sized operations of the API, as the cases call them by any {@link org.jshmem.tck.Route}. */
interface SizedRoutines {
    // sized:begin mem 8 16 32 64 128
    void put64(SymmetricArray dest, SymmetricArray source, long n, int pe);

    void put64(SymmetricArray dest, MemorySegment source, long n, int pe);

    void put64(MemorySegment dest, MemorySegment source, long n, int pe);

    void put64Nbi(SymmetricArray dest, SymmetricArray source, long n, int pe);

    void put64Nbi(SymmetricArray dest, MemorySegment source, long n, int pe);

    void put64Nbi(MemorySegment dest, MemorySegment source, long n, int pe);

    void get64(SymmetricArray dest, SymmetricArray source, long n, int pe);

    void get64(MemorySegment dest, SymmetricArray source, long n, int pe);

    void get64(MemorySegment dest, MemorySegment source, long n, int pe);

    void get64Nbi(SymmetricArray dest, SymmetricArray source, long n, int pe);

    void get64Nbi(MemorySegment dest, SymmetricArray source, long n, int pe);

    void get64Nbi(MemorySegment dest, MemorySegment source, long n, int pe);

    void put64Signal(
            SymmetricArray dest, SymmetricArray source, long n, SymmetricLongs sig, long signal, SignalOp op, int pe);

    void put64Signal(
            SymmetricArray dest, MemorySegment source, long n, SymmetricLongs sig, long signal, SignalOp op, int pe);

    void put64Signal(
            MemorySegment dest, MemorySegment source, long n, SymmetricLongs sig, long signal, SignalOp op, int pe);

    void put64SignalNbi(
            SymmetricArray dest, SymmetricArray source, long n, SymmetricLongs sig, long signal, SignalOp op, int pe);

    void put64SignalNbi(
            SymmetricArray dest, MemorySegment source, long n, SymmetricLongs sig, long signal, SignalOp op, int pe);

    void put64SignalNbi(
            MemorySegment dest, MemorySegment source, long n, SymmetricLongs sig, long signal, SignalOp op, int pe);

    // sized:end

    // sized:begin 8 16 32 64 128
    void iput64(SymmetricArray dest, SymmetricArray source, long dst, long sst, long nelems, int pe);

    void iput64(SymmetricArray dest, MemorySegment source, long dst, long sst, long nelems, int pe);

    void iput64(MemorySegment dest, MemorySegment source, long dst, long sst, long nelems, int pe);

    void iget64(SymmetricArray dest, SymmetricArray source, long dst, long sst, long nelems, int pe);

    void iget64(MemorySegment dest, SymmetricArray source, long dst, long sst, long nelems, int pe);

    void iget64(MemorySegment dest, MemorySegment source, long dst, long sst, long nelems, int pe);

    void ibput64(SymmetricArray dest, SymmetricArray source, long dst, long sst, long bsize, long nblocks, int pe);

    void ibput64(SymmetricArray dest, MemorySegment source, long dst, long sst, long bsize, long nblocks, int pe);

    void ibput64(MemorySegment dest, MemorySegment source, long dst, long sst, long bsize, long nblocks, int pe);

    void ibget64(SymmetricArray dest, SymmetricArray source, long dst, long sst, long bsize, long nblocks, int pe);

    void ibget64(MemorySegment dest, SymmetricArray source, long dst, long sst, long bsize, long nblocks, int pe);

    void ibget64(MemorySegment dest, MemorySegment source, long dst, long sst, long bsize, long nblocks, int pe);

    // sized:end
}
