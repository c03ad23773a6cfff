package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.PE_0_ALONE;

import java.util.List;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricLongs;

/**
 * Puts and gets of contiguous memory; twin of {@code rma.c}.
 *
 * <p>The place of iteration <i>i</i> wanders, so that no compiler can turn the loop into one block copy, and the places
 * together stay in the first-level cache while the sizes are small.
 */
final class RmaLoops {
    private static final int[] ONE_LONG = {8};
    private static final int[] ALL_SIZES = {8, 64, 512, 4 << 10, 64 << 10, 1 << 20, 16 << 20, 64 << 20};
    private static final int[] SMALL_SIZES = {8, 64, 512, 4 << 10, 64 << 10};

    /** Puts or gets between two quiets. */
    private static final int STREAM = 64;

    /** Elements that p and g visit: 8 KiB. */
    private static final int ELEMENTS = 1024;

    /** Odd, to visit all places of a power of two. */
    private static final int STEP = 7;

    private static final int PLACES_BYTES = 16 << 10;

    private final SymmetricLongs symmetric;
    private final SymmetricBytes symmetricBytes;
    private final SymmetricLongs symmetricSource;
    private final long[] source;
    private final long[] target;
    private final byte[] privateBytes;
    private final int pe;

    RmaLoops(Buffers buffers) {
        symmetric = buffers.symmetric();
        symmetricBytes = buffers.symmetricBytes();
        symmetricSource = buffers.symmetricSource();
        source = buffers.privateSource();
        target = buffers.privateTarget();
        privateBytes = buffers.privateBytes();
        pe = buffers.pe();
    }

    List<Operation> operations() {
        return List.of(
                new Operation("p", PE_0_ALONE, ONE_LONG, this::p),
                new Operation("g", PE_0_ALONE, ONE_LONG, this::g),
                new Operation("put", PE_0_ALONE, ALL_SIZES, this::putLoop),
                new Operation("put + quiet", PE_0_ALONE, ALL_SIZES, this::putQuiet),
                new Operation("put, symmetric source", PE_0_ALONE, ALL_SIZES, this::putFromSymmetric),
                new Operation("get", PE_0_ALONE, ALL_SIZES, this::getLoop),
                new Operation("put, bytes", PE_0_ALONE, SMALL_SIZES, this::putBytes),
                new Operation("get, bytes", PE_0_ALONE, SMALL_SIZES, this::getBytes),
                new Operation("64 put_nbi + quiet", PE_0_ALONE, SMALL_SIZES, this::putNbiStream),
                new Operation("64 get_nbi + quiet", PE_0_ALONE, SMALL_SIZES, this::getNbiStream));
    }

    private void p(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            Shmem_p(i);
        }
        quiet();
    }

    private void Shmem_p(int i) {
        org.jshmem.Shmem.p(symmetric, i * STEP & (ELEMENTS - 1), i, pe);
    }
}
