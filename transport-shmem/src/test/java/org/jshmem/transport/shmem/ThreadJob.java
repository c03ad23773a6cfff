package org.jshmem.transport.shmem;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.internal.transport.Receiver;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.oshmem.OpenShmem;
import org.jshmem.testing.PeThreads;
import org.jshmem.testing.Requirement;
import org.jshmem.testing.ThreadShmem;

/** A job of threads over a C library whose PEs are threads: PEs 0 and 1 of one node, and PE 2 of another. */
final class ThreadJob {
    static final int PES = 3;

    /** The PE of the other node. */
    static final int REMOTE = 2;

    static final int HEAP_BYTES = 4 << 20;
    static final int SHARED_BYTES = 4 << 20;

    private static final byte[][] NODES = {{0}, {0}, {1}};
    private static final long LIBRARY_BYTES = 1 << 20;
    private static final long BARRIER_SECONDS = 60;
    private static final long WAIT_POINT_BYTES = 4096;

    private final CyclicBarrier barrier = new CyclicBarrier(PES);
    private final String progress;

    private ThreadJob(String progress) {
        this.progress = progress;
    }

    /** The library of this process, loaded. */
    private static final class Loaded {
        static final OpenShmem LIBRARY;
        static final MethodHandle BECOME;

        static {
            try {
                final Path directory = Files.createTempDirectory("jshmem-test");
                try {
                    final Path file = ThreadShmem.compile(directory, PES);
                    LIBRARY = OpenShmem.ofProcess(file.toString(), LIBRARY_BYTES);
                    BECOME = become(file);
                } finally {
                    delete(directory);
                }
            } catch (Throwable t) {
                throw new ExceptionInInitializerError(t);
            }
        }

        @SuppressWarnings("restricted") // calling C is its purpose
        private static MethodHandle become(Path file) {
            return Linker.nativeLinker()
                    .downcallHandle(
                            SymbolLookup.libraryLookup(file, Arena.global()).findOrThrow("thread_shmem_become"),
                            FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));
        }

        private static void delete(Path directory) throws Exception {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(directory);
        }
    }

    static OpenShmem library() {
        Requirement.C_COMPILER.need();
        return Loaded.LIBRARY;
    }

    /** Makes the calling thread a PE. */
    static void become(int pe) {
        try {
            Loaded.BECOME.invokeExact(pe);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    /** What a PE does. */
    @FunctionalInterface
    interface Body {
        void run(Pe pe) throws Exception;
    }

    /**
     * Runs a job.
     *
     * @param progress the setting {@code SHMEM_PROGRESS}
     */
    static void run(String progress, Body body) throws Exception {
        library();
        final ThreadJob job = new ThreadJob(progress);
        PeThreads.run(PES, pe -> job.run(pe, body));
    }

    private void run(int number, Body body) throws Exception {
        become(number);
        final Pe pe = new Pe(number);
        body.run(pe);
        pe.end();
    }

    /** A PE, of its own thread. */
    final class Pe {
        final int me;

        /** Addresses of this PE's own memory. */
        final long heap;

        final long shared;
        final ShmemNetwork network;
        private Receiver receiver = (address, bytes) -> {};
        private final MemorySegment sharedMemory = Arena.ofAuto().allocate(SHARED_BYTES, Long.BYTES);
        private final MemorySegment waitPoints = Arena.ofAuto().allocate(2 * WAIT_POINT_BYTES, WAIT_POINT_BYTES);

        private Pe(int me) {
            this.me = me;
            heap = library().align(Long.BYTES, HEAP_BYTES);
            shared = sharedMemory.address();
            memory(heap, HEAP_BYTES).fill((byte) 0);
            final long waitPoint = waitPoints.address() + WAIT_POINT_BYTES;
            network = new ShmemNetwork(
                    library(),
                    new NetworkSetup(
                            new Job(),
                            Topology.of(me, NODES),
                            null,
                            null,
                            Configuration.of(Map.of("SHMEM_PROGRESS", progress), new Properties()),
                            SymmetricHeap.ofMemory(heap, HEAP_BYTES),
                            shared,
                            SHARED_BYTES,
                            null,
                            new WaitPoints(waitPoints.address(), new long[] {waitPoint}),
                            waitPoint,
                            WaitPolicy.endless(true),
                            (address, bytes) -> receiver.receive(address, bytes)));
        }

        void receive(Receiver taker) {
            receiver = taker;
        }

        /** Waits for the other PEs. */
        void await() {
            new Job().barrier();
        }

        private void end() {
            network.detach();
            library().free(heap);
        }

        private final class Job extends Bootstrap {
            @Override
            public int pe() {
                return me;
            }

            @Override
            public int nPes() {
                return PES;
            }

            @Override
            public byte[][] allgather(byte[] mine) {
                try {
                    barrier.await(BARRIER_SECONDS, TimeUnit.SECONDS);
                } catch (Exception e) {
                    throw new AssertionError("PE " + me + " waits alone", e);
                }
                return new byte[PES][0];
            }

            @Override
            public String describe() {
                return "threads";
            }

            @Override
            public void finish() {}

            @Override
            public void leaveEarly(Supplier<String> reason) {}

            @Override
            public void globalExit(int status) {
                throw new AssertionError("globalExit(" + status + ")");
            }

            @Override
            public void abort(int status, String message) {
                throw new AssertionError(message);
            }
        }
    }

    /** Memory of any PE. */
    @SuppressWarnings("restricted") // of this process
    static MemorySegment memory(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }
}
