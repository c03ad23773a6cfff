package org.jshmem.tck.rma;

import org.jshmem.SignalOp;
import org.jshmem.SymmetricArray;
import org.jshmem.SymmetricLongs;

/** The byte and sized operations of the API, as the cases call them by any {@link org.jshmem.tck.Route}. */
public interface SizedRmaRoutines {
    // sized:begin mem 8 16 32 64 128
    // forms:begin source dest
    // named:begin put64 put64Nbi
    void put64(SymmetricArray dest, SymmetricArray source, long n, int pe);

    // named:end
    // named:begin put64Signal put64SignalNbi
    void put64Signal(
            SymmetricArray dest, SymmetricArray source, long n, SymmetricLongs sig, long signal, SignalOp op, int pe);

    // named:end
    // forms:end
    // forms:begin dest source
    // named:begin get64 get64Nbi
    void get64(SymmetricArray dest, SymmetricArray source, long n, int pe);

    // named:end
    // forms:end
    // sized:end
    // sized:begin 8 16 32 64 128
    // forms:begin source dest
    void iput64(SymmetricArray dest, SymmetricArray source, long dst, long sst, long nelems, int pe);

    void ibput64(SymmetricArray dest, SymmetricArray source, long dst, long sst, long bsize, long nblocks, int pe);

    // forms:end
    // forms:begin dest source
    void iget64(SymmetricArray dest, SymmetricArray source, long dst, long sst, long nelems, int pe);

    void ibget64(SymmetricArray dest, SymmetricArray source, long dst, long sst, long bsize, long nblocks, int pe);

    // forms:end
    // sized:end
}
