package org.jshmem.transport.ofi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.heap.AddressWindow;
import org.jshmem.heap.BackingFile;
import org.jshmem.heap.ClaimProgress;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.internal.transport.PublishedTable;
import org.jshmem.internal.transport.Receiver;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;

/** A PE of a test: a heap, and the network alone, every PE on a node of its own. */
final class TestPe implements AutoCloseable {
    static final long HEAP_BYTES = 64 << 20;

    private static final long WAIT_POINT_BYTES = 4096;

    /** The table of PEs, as of a node that has this one alone. */
    private static final long PUBLISHED_BYTES = 1 << 16;

    final int me;
    final int pes;
    final SymmetricHeap heap;
    final Network network;
    final Transport transport;
    /** What is done with messages; to be changed. */
    AtomicReference<Receiver> receiver;

    /** This PE's own. */
    Random random;

    /** Sleeps as threads of the runtime do, without a look at the network. */
    final WaitStrategy waitStrategy;

    private final FileBootstrap job;
    private final MemorySegment published = Arena.ofAuto().allocate(PUBLISHED_BYTES, Long.BYTES);
    private final MemorySegment waitPoints = Arena.ofAuto().allocate(2 * WAIT_POINT_BYTES, WAIT_POINT_BYTES);

    TestPe(Path directory, int me, int pes, Receiver receiver) {
        this.me = me;
        this.pes = pes;
        this.job = new FileBootstrap(directory, me, pes);
        final BackingFile file = BackingFile.create(HEAP_BYTES);
        final AddressWindow window = AddressWindow.reserve(HEAP_BYTES, AddressWindow.freeCandidates(HEAP_BYTES));
        window.map(file, 0, HEAP_BYTES);
        this.heap = new SymmetricHeap(file, 0, window.base(), HEAP_BYTES, false);
        final byte[][] nodes = new byte[pes][];
        for (int pe = 0; pe < pes; pe++) {
            nodes[pe] = new byte[] {(byte) pe};
        }
        final long waitPoint = waitPoints.address() + WAIT_POINT_BYTES;
        final NetworkSetup place = new NetworkSetup(
                job,
                Topology.of(me, nodes),
                new byte[pes][],
                null,
                Configuration.of(System.getenv(), new Properties()),
                heap,
                heap.base(),
                0,
                new PublishedTable(published.address(), published.byteSize(), true, bytes -> true),
                new WaitPoints(waitPoints.address(), new long[] {waitPoint}),
                waitPoint,
                WaitPolicy.endless(pes > Runtime.getRuntime().availableProcessors()),
                receiver);
        final OfiProvider provider = new OfiProvider();
        provider.prepare(place.configuration());
        this.network = provider.attach(place);
        heap.claim(HEAP_BYTES, ClaimProgress.NONE);
        this.waitStrategy = new WaitStrategy(place.waitPoints(), waitPoint, place.waitPolicy());
        if (System.getenv("SHMEM_PROGRESS") != null) {
            job.whileWaiting(network::poll);
        }
        this.transport = network.transport();
    }

    /** All PEs have come here; not by the network. */
    void await() {
        job.allgather(new byte[0]);
    }

    /** The address of a place in this PE's heap. */
    long at(long offset) {
        return heap.base() + offset;
    }

    /** Memory that the PEs of a test share outside of the network, to tell one another what the network does not. */
    MemorySegment side() throws IOException {
        try (FileChannel file = FileChannel.open(
                job.directory().resolve("side"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return file.map(FileChannel.MapMode.READ_WRITE, 0, 4096, Arena.ofAuto());
        }
    }

    @Override
    public void close() {
        await();
        network.detach();
    }
}
