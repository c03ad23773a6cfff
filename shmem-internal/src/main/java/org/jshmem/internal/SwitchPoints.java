package org.jshmem.internal;

import java.util.ServiceLoader;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jshmem.heap.Memory;
import org.jshmem.internal.collective.Collectives;
import org.jshmem.internal.transport.BouncedTransfers;
import org.jshmem.internal.transport.LocalMemory;
import org.jshmem.internal.transport.NetworkProvider;
import org.jshmem.internal.transport.NodeMemoryProvider;

/** Sizes at which operations change their way, on all transports that are there. */
final class SwitchPoints {
    private SwitchPoints() {}

    /** In bytes, in ascending order. */
    static long[] all() {
        final ClassLoader loader = SwitchPoints.class.getClassLoader();
        final LongStream nodes = ServiceLoader.load(NodeMemoryProvider.class, loader).stream()
                .flatMapToLong(provider -> LongStream.of(provider.get().switchPoints()));
        final LongStream networks = ServiceLoader.load(NetworkProvider.class, loader).stream()
                .flatMapToLong(provider -> LongStream.of(provider.get().switchPoints()));
        final LongStream copies =
                LongStream.of(LocalMemory.FEW_BYTES, Memory.MEMCPY_LEAST_BYTES, BouncedTransfers.SCRATCH_BYTES);
        return Stream.of(copies, LongStream.of(Collectives.switchPoints()), nodes, networks)
                .flatMapToLong(sizes -> sizes)
                .sorted()
                .distinct()
                .toArray();
    }
}
