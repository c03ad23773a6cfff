package org.jshmem.tck.cases;

import java.lang.foreign.MemorySegment;
import org.jshmem.SymmetricDoubles;

/** The operations of the API on {@code double}, as the cases call them by any {@link org.jshmem.tck.Route}. */
interface DoublesRoutines {
    void put(SymmetricDoubles dest, SymmetricDoubles source, long nelems, int pe);

    void put(SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe);

    void put(SymmetricDoubles dest, double[] source, long nelems, int pe);

    void put(SymmetricDoubles dest, long destIndex, double[] source, long sourceIndex, long nelems, int pe);

    void put(SymmetricDoubles dest, MemorySegment source, long nelems, int pe);

    void put(SymmetricDoubles dest, long destIndex, MemorySegment source, long sourceIndex, long nelems, int pe);

    void putNbi(SymmetricDoubles dest, SymmetricDoubles source, long nelems, int pe);

    void putNbi(SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe);

    void putNbi(SymmetricDoubles dest, double[] source, long nelems, int pe);

    void putNbi(SymmetricDoubles dest, long destIndex, double[] source, long sourceIndex, long nelems, int pe);

    void putNbi(SymmetricDoubles dest, MemorySegment source, long nelems, int pe);

    void putNbi(SymmetricDoubles dest, long destIndex, MemorySegment source, long sourceIndex, long nelems, int pe);

    void get(SymmetricDoubles dest, SymmetricDoubles source, long nelems, int pe);

    void get(SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe);

    void get(double[] dest, SymmetricDoubles source, long nelems, int pe);

    void get(double[] dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe);

    void get(MemorySegment dest, SymmetricDoubles source, long nelems, int pe);

    void get(MemorySegment dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe);

    void getNbi(SymmetricDoubles dest, SymmetricDoubles source, long nelems, int pe);

    void getNbi(SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe);

    void getNbi(double[] dest, SymmetricDoubles source, long nelems, int pe);

    void getNbi(double[] dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe);

    void getNbi(MemorySegment dest, SymmetricDoubles source, long nelems, int pe);

    void getNbi(MemorySegment dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe);

    void p(SymmetricDoubles dest, double value, int pe);

    void p(SymmetricDoubles dest, long index, double value, int pe);

    double g(SymmetricDoubles source, int pe);

    double g(SymmetricDoubles source, long index, int pe);

    void iput(SymmetricDoubles dest, SymmetricDoubles source, long dst, long sst, long nelems, int pe);

    void iput(
            SymmetricDoubles dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long nelems,
            int pe);

    void iput(SymmetricDoubles dest, double[] source, long dst, long sst, long nelems, int pe);

    void iput(
            SymmetricDoubles dest,
            long destIndex,
            double[] source,
            long sourceIndex,
            long dst,
            long sst,
            long nelems,
            int pe);

    void iput(SymmetricDoubles dest, MemorySegment source, long dst, long sst, long nelems, int pe);

    void iput(
            SymmetricDoubles dest,
            long destIndex,
            MemorySegment source,
            long sourceIndex,
            long dst,
            long sst,
            long nelems,
            int pe);

    void ibput(SymmetricDoubles dest, SymmetricDoubles source, long dst, long sst, long bsize, long nblocks, int pe);

    void ibput(
            SymmetricDoubles dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long bsize,
            long nblocks,
            int pe);

    void ibput(SymmetricDoubles dest, double[] source, long dst, long sst, long bsize, long nblocks, int pe);

    void ibput(
            SymmetricDoubles dest,
            long destIndex,
            double[] source,
            long sourceIndex,
            long dst,
            long sst,
            long bsize,
            long nblocks,
            int pe);

    void ibput(SymmetricDoubles dest, MemorySegment source, long dst, long sst, long bsize, long nblocks, int pe);

    void ibput(
            SymmetricDoubles dest,
            long destIndex,
            MemorySegment source,
            long sourceIndex,
            long dst,
            long sst,
            long bsize,
            long nblocks,
            int pe);

    void iget(SymmetricDoubles dest, SymmetricDoubles source, long dst, long sst, long nelems, int pe);

    void iget(
            SymmetricDoubles dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long nelems,
            int pe);

    void iget(double[] dest, SymmetricDoubles source, long dst, long sst, long nelems, int pe);

    void iget(
            double[] dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long nelems,
            int pe);

    void iget(MemorySegment dest, SymmetricDoubles source, long dst, long sst, long nelems, int pe);

    void iget(
            MemorySegment dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long nelems,
            int pe);

    void ibget(SymmetricDoubles dest, SymmetricDoubles source, long dst, long sst, long bsize, long nblocks, int pe);

    void ibget(
            SymmetricDoubles dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long bsize,
            long nblocks,
            int pe);

    void ibget(double[] dest, SymmetricDoubles source, long dst, long sst, long bsize, long nblocks, int pe);

    void ibget(
            double[] dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long bsize,
            long nblocks,
            int pe);

    void ibget(MemorySegment dest, SymmetricDoubles source, long dst, long sst, long bsize, long nblocks, int pe);

    void ibget(
            MemorySegment dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long bsize,
            long nblocks,
            int pe);
}
