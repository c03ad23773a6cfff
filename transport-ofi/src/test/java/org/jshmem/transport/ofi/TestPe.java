package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Properties;
import org.jshmem.heap.AddressWindow;
import org.jshmem.heap.BackingFile;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.sync.Patience;
import org.jshmem.internal.sync.Spots;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.Place;
import org.jshmem.internal.transport.Receiver;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.transport.Transport;

/** A PE of a test: a heap, and the network alone, every PE on a node of its own. */
final class TestPe implements AutoCloseable {
    static final long HEAP_BYTES = 64 << 20;

    private static final long SPOT_BYTES = 4096;

    final int me;
    final int pes;
    final SymmetricHeap heap;
    final Network network;
    final Transport transport;
    private final FileBootstrap job;
    private final MemorySegment spots = Arena.ofAuto().allocate(2 * SPOT_BYTES, SPOT_BYTES);

    TestPe(Path directory, int me, int pes, Receiver receiver) {
        this.me = me;
        this.pes = pes;
        this.job = new FileBootstrap(directory, me, pes);
        final BackingFile file = BackingFile.create(HEAP_BYTES);
        final AddressWindow window =
                AddressWindow.reserve(HEAP_BYTES, AddressWindow.freeCandidates(HEAP_BYTES));
        window.map(file, 0, HEAP_BYTES);
        this.heap = new SymmetricHeap(file, 0, window.base(), HEAP_BYTES, false);
        heap.claim(HEAP_BYTES);
        final byte[][] nodes = new byte[pes][];
        for (int pe = 0; pe < pes; pe++) {
            nodes[pe] = new byte[] {(byte) pe};
        }
        final long spot = spots.address() + SPOT_BYTES;
        final Place place = new Place(
                job,
                Topology.of(me, nodes),
                Configuration.of(System.getenv(), new Properties()),
                heap,
                new Spots(spots.address(), new long[] {spot}),
                spot,
                Patience.endless(pes > Runtime.getRuntime().availableProcessors()),
                receiver);
        this.network = new OfiProvider().attach(place);
        this.transport = network.transport();
    }

    /** All PEs have come here; the network is polled meanwhile. */
    void meet() {
        job.allgather(new byte[0]);
    }

    /** The address of a place in this PE's heap. */
    long at(long offset) {
        return heap.base() + offset;
    }

    @Override
    public void close() {
        meet();
        network.detach();
    }
}
