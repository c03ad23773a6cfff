package org.jshmem.tck.programs;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jshmem.spi.ShmemProvider;

/** Sizes around which a third of all lengths are drawn: what the runtime says, and powers of two. */
final class SwitchPoints {
    private static final int MOST_BYTES = 1 << 20;

    /** In bytes. */
    static final List<Integer> ALL = LongStream.concat(
                    IntStream.rangeClosed(3, 20).mapToLong(bit -> 1L << bit),
                    ServiceLoader.load(ShmemProvider.class, ShmemProvider.class.getClassLoader()).stream()
                            .flatMapToLong(
                                    runtime -> LongStream.of(runtime.get().switchPoints())))
            .filter(bytes -> bytes <= MOST_BYTES)
            .sorted()
            .distinct()
            .mapToObj(bytes -> (int) bytes)
            .toList();

    private SwitchPoints() {}
}
