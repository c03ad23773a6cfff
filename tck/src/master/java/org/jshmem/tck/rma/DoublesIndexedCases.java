package org.jshmem.tck.rma;

import static org.jshmem.Shmem.*;
import static org.jshmem.tck.data.DoublesValues.filled;
import static org.jshmem.tck.data.DoublesValues.sequence;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.jshmem.IndexedBlocks;
import org.jshmem.Shmem;
import org.jshmem.SymmetricDoubles;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Transport;
import org.jshmem.tck.data.RandomBlocks;

/** Transfers and messages of blocks of {@code double} at random places, against a model. */
final class DoublesIndexedCases {
    private static final int TAG = 3;

    /** Blocks on each side, elements of all, and of the array: also none, more than a table has, or a buffer. */
    private static final int[][] SHAPES = {
        {1, 1, 0, 10},
        {4, 2, 0, 10},
        {1, 1, 1, 1},
        {1, 7, 60, 200},
        {5, 1, 100, 100},
        {40, 9, 300, 1000},
        {3000, 1500, 9000, 20_000},
        {9, 3, 70_000, 100_000}
    };

    @Case(
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE},
            profile = Profile.JSHMEM)
    void indexedBlocks(Checks checks) {
        final SplittableRandom random = new SplittableRandom(7);
        for (int[] shape : SHAPES) {
            final IndexedBlocks remote = RandomBlocks.of(random, shape[0], shape[2], shape[3]);
            final IndexedBlocks local = RandomBlocks.of(random, shape[1], shape[2], shape[3]);
            transfers(checks, remote, local, shape[3]);
            messages(checks, remote, local, shape[3]);
        }
        errors(checks);
    }

    private static int next() {
        return (myPe() + 1) % nPes();
    }

    private static int previous() {
        return (myPe() + nPes() - 1) % nPes();
    }

    /** What scattering leaves: some elements of one array in another. */
    private static MemorySegment scattered(double[] into, IndexedBlocks to, double[] from, IndexedBlocks at) {
        final double[] result = into.clone();
        final int[] dest = RandomBlocks.places(to);
        final int[] source = RandomBlocks.places(at);
        for (int i = 0; i < dest.length; i++) {
            result[dest[i]] = from[source[i]];
        }
        return MemorySegment.ofArray(result);
    }

    private static void transfers(Checks checks, IndexedBlocks remote, IndexedBlocks local, int length) {
        final double[] before = sequence(99, length);
        final double[] mine = sequence(myPe(), length);
        final MemorySegment put = scattered(before, remote, sequence(previous(), length), local);
        final MemorySegment got = scattered(before, local, sequence(next(), length), remote);
        final String what = remote + " and " + local + ": ";
        try (SymmetricDoubles dest = mallocDoubles(length);
                SymmetricDoubles source = mallocDoubles(length);
                Arena arena = Arena.ofConfined()) {
            final MemorySegment segment = arena.allocate((long) length * Double.BYTES, Double.BYTES);
            for (int kind = 0; kind < 3; kind++) {
                source.segment().copyFrom(MemorySegment.ofArray(mine));
                dest.segment().copyFrom(MemorySegment.ofArray(before));
                segment.copyFrom(MemorySegment.ofArray(mine));
                barrierAll();
                switch (kind) {
                    case 0 -> Shmem.put(dest, remote, source, local, next());
                    case 1 -> Shmem.put(dest, remote, mine, local, next());
                    default -> CTX_DEFAULT.put(dest, remote, segment, local, next());
                }
                barrierAll();
                checks.same(put, dest.segment(), what + "put of kind " + kind);
                dest.segment().copyFrom(MemorySegment.ofArray(before));
                segment.copyFrom(MemorySegment.ofArray(before));
                final double[] array = before.clone();
                switch (kind) {
                    case 0 -> Shmem.get(dest, local, source, remote, next());
                    case 1 -> Shmem.get(array, local, source, remote, next());
                    default -> CTX_DEFAULT.get(segment, local, source, remote, next());
                }
                checks.same(
                        got,
                        kind == 0 ? dest.segment() : kind == 1 ? MemorySegment.ofArray(array) : segment,
                        what + "get of kind " + kind);
                barrierAll();
            }
        }
    }

    /** From and into each kind of memory, by calls that wait and by requests. */
    private static void messages(Checks checks, IndexedBlocks out, IndexedBlocks in, int length) {
        final MemorySegment before = MemorySegment.ofArray(sequence(99, length));
        final MemorySegment expected = scattered(sequence(99, length), in, sequence(previous(), length), out);
        final IndexedBlocks outBytes = RandomBlocks.times(out, Double.BYTES);
        final IndexedBlocks inBytes = RandomBlocks.times(in, Double.BYTES);
        final double[] mine = sequence(myPe(), length);
        final double[] array = new double[length];
        try (SymmetricDoubles dest = mallocDoubles(length);
                SymmetricDoubles source = mallocDoubles(length);
                Arena arena = Arena.ofConfined();
                Messages messages = Messages.on(TEAM_WORLD)) {
            final MemorySegment segment = arena.allocate((long) length * Double.BYTES, Double.BYTES);
            final MemorySegment[] received = {dest.segment(), MemorySegment.ofArray(array), segment};
            source.segment().copyFrom(MemorySegment.ofArray(mine));
            for (int way = 0; way < 18; way++) {
                final int to = way % 3;
                final String what = "message of " + out + " into " + in + " by way " + way + ": ";
                received[to].copyFrom(before);
                Request receive = null;
                Request send = null;
                if (way % 2 == 0) {
                    receive = switch (to) {
                        case 0 -> messages.irecv(dest, in, previous(), TAG);
                        case 1 -> messages.irecv(array, in, previous(), TAG);
                        default -> messages.irecv(segment, inBytes, previous(), TAG);
                    };
                    switch (way / 6) {
                        case 0 -> messages.send(source, out, next(), TAG);
                        case 1 -> messages.send(mine, out, next(), TAG);
                        default -> messages.send(MemorySegment.ofArray(mine), outBytes, next(), TAG);
                    }
                } else {
                    send = switch (way / 6) {
                        case 0 -> messages.isend(source, out, next(), TAG);
                        case 1 -> messages.isend(mine, out, next(), TAG);
                        default -> messages.isend(MemorySegment.ofArray(mine), outBytes, next(), TAG);
                    };
                    switch (to) {
                        case 0 -> checks.equal(in.nelems(), messages.recv(dest, in, previous(), TAG), "elements");
                        case 1 -> checks.equal(in.nelems(), messages.recv(array, in, previous(), TAG), "elements");
                        default ->
                            checks.equal(inBytes.nelems(), messages.recv(segment, inBytes, previous(), TAG), "bytes");
                    }
                }
                Request.awaitAll(receive, send);
                checks.same(expected, received[to], what);
            }
        }
    }

    private static void errors(Checks checks) {
        final SymmetricDoubles array = filled(1, 10);
        final IndexedBlocks two = IndexedBlocks.range(9, 2);
        final IndexedBlocks none = IndexedBlocks.range(3, 0);
        checks.thrown(
                IndexOutOfBoundsException.class,
                "dest",
                () -> Shmem.put(array, two, new double[99], two, next()),
                "dest");
        checks.thrown(
                IndexOutOfBoundsException.class,
                "source",
                () -> Shmem.get(new double[10], two, array, IndexedBlocks.range(0, 2), next()),
                "dest");
        checks.thrown(
                IllegalArgumentException.class,
                "other numbers of elements",
                () -> Shmem.put(array, two, new double[99], IndexedBlocks.range(0, 3), next()),
                "destBlocks=1 blocks of 2 elements");
        checks.thrown(
                IndexOutOfBoundsException.class,
                "a negative index",
                () -> IndexedBlocks.of(new long[] {0, -1}, 2),
                "indices[1]=-1");
        Shmem.put(array, none, new double[0], none, next());
        free(array);
    }
}
