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
    private static final List<Integer> ONE_LONG = List.of(8);
    private static final List<Integer> ALL_SIZES = List.of(8, 64, 512, 4 << 10, 64 << 10, 1 << 20, 16 << 20, 64 << 20);
    private static final List<Integer> MORE_SIZES =
            List.of(8, 64, 512, 4 << 10, 64 << 10, 1 << 20, 2 << 20, 4 << 20, 8 << 20, 16 << 20, 64 << 20);
    private static final List<Integer> SMALL_SIZES = List.of(8, 64, 512, 4 << 10, 64 << 10);

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
        symmetric = buffers.symmetric;
        symmetricBytes = buffers.symmetricBytes;
        symmetricSource = buffers.symmetricSource;
        source = buffers.privateSource;
        target = buffers.privateTarget;
        privateBytes = buffers.privateBytes;
        pe = buffers.pe;
    }

    List<Operation> operations() {
        return List.of(
                new Operation("p", PE_0_ALONE, ONE_LONG, this::pLoop),
                new Operation("g", PE_0_ALONE, ONE_LONG, this::gLoop),
                new Operation("put", PE_0_ALONE, MORE_SIZES, this::putLoop),
                new Operation("put + quiet", PE_0_ALONE, ALL_SIZES, this::putQuietLoop),
                new Operation("put, symmetric source", PE_0_ALONE, ALL_SIZES, this::putSymmetricLoop),
                new Operation("get", PE_0_ALONE, MORE_SIZES, this::getLoop),
                new Operation("put, bytes", PE_0_ALONE, SMALL_SIZES, this::putBytesLoop),
                new Operation("get, bytes", PE_0_ALONE, SMALL_SIZES, this::getBytesLoop),
                new Operation("64 put_nbi + quiet", PE_0_ALONE, SMALL_SIZES, this::putNbiStream),
                new Operation("64 get_nbi + quiet", PE_0_ALONE, SMALL_SIZES, this::getNbiStream));
    }

    private void pLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            p(symmetric, i * STEP & (ELEMENTS - 1), i, pe);
        }
        quiet();
    }

    private void gLoop(int iterations, int bytes) {
        long sum = 0;
        for (int i = 0; i < iterations; i++) {
            sum += g(symmetric, i * STEP & (ELEMENTS - 1), pe);
        }
        Sink.consume(sum);
    }

    private void putLoop(int iterations, int bytes) {
        final int nelems = bytes / Long.BYTES;
        final int mask = places(bytes) - 1;
        for (int i = 0; i < iterations; i++) {
            final int at = (i * STEP & mask) * nelems;
            put(symmetric, at, source, at, nelems, pe);
        }
        quiet();
    }

    private void putQuietLoop(int iterations, int bytes) {
        final int nelems = bytes / Long.BYTES;
        final int mask = places(bytes) - 1;
        for (int i = 0; i < iterations; i++) {
            final int at = (i * STEP & mask) * nelems;
            put(symmetric, at, source, at, nelems, pe);
            quiet();
        }
    }

    private void putSymmetricLoop(int iterations, int bytes) {
        final int nelems = bytes / Long.BYTES;
        final int mask = places(bytes) - 1;
        for (int i = 0; i < iterations; i++) {
            final int at = (i * STEP & mask) * nelems;
            put(symmetric, at, symmetricSource, at, nelems, pe);
        }
        quiet();
    }

    private void getLoop(int iterations, int bytes) {
        final int nelems = bytes / Long.BYTES;
        final int mask = places(bytes) - 1;
        for (int i = 0; i < iterations; i++) {
            final int at = (i * STEP & mask) * nelems;
            get(target, at, symmetric, at, nelems, pe);
        }
        Sink.consume(target[0]);
    }

    private void putBytesLoop(int iterations, int bytes) {
        final int mask = places(bytes) - 1;
        for (int i = 0; i < iterations; i++) {
            final int at = (i * STEP & mask) * bytes;
            put(symmetricBytes, at, privateBytes, at, bytes, pe);
        }
        quiet();
    }

    private void getBytesLoop(int iterations, int bytes) {
        final int mask = places(bytes) - 1;
        for (int i = 0; i < iterations; i++) {
            final int at = (i * STEP & mask) * bytes;
            get(privateBytes, at, symmetricBytes, at, bytes, pe);
        }
        Sink.consume(privateBytes[0]);
    }

    private void putNbiStream(int iterations, int bytes) {
        final int nelems = bytes / Long.BYTES;
        final int mask = places(bytes) - 1;
        for (int i = 0; i < iterations; i++) {
            for (int k = 0; k < STREAM; k++) {
                final int at = (k * STEP & mask) * nelems;
                putNbi(symmetric, at, source, at, nelems, pe);
            }
            quiet();
        }
    }

    private void getNbiStream(int iterations, int bytes) {
        final int nelems = bytes / Long.BYTES;
        final int mask = places(bytes) - 1;
        for (int i = 0; i < iterations; i++) {
            for (int k = 0; k < STREAM; k++) {
                final int at = (k * STEP & mask) * nelems;
                getNbi(target, at, symmetric, at, nelems, pe);
            }
            quiet();
        }
        Sink.consume(target[0]);
    }

    /** How many places of {@code bytes} lie in {@link #PLACES_BYTES}; at least one, and a power of two. */
    private static int places(int bytes) {
        return Math.max(1, PLACES_BYTES / bytes);
    }
}
