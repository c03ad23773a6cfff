package org.jshmem.tck.rma;

import org.jshmem.SymmetricDoubles;

/** The operations of the API on {@code double}, as the cases call them by any {@link org.jshmem.tck.Route}. */
public interface DoublesRmaRoutines {
    // forms:begin source
    void put(SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe);

    void putNbi(SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe);

    void iput(
            SymmetricDoubles dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long nelems,
            int pe);

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

    // forms:end
    // forms:begin dest
    void get(SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe);

    void getNbi(SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems, int pe);

    void iget(
            SymmetricDoubles dest,
            long destIndex,
            SymmetricDoubles source,
            long sourceIndex,
            long dst,
            long sst,
            long nelems,
            int pe);

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

    // forms:end
    // forms:begin
    void p(SymmetricDoubles dest, long index, double value, int pe);

    double g(SymmetricDoubles source, long index, int pe);
    // forms:end
}
