package org.jshmem.tck.data;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jshmem.spi.ShmemProvider;

/**
 * Sizes around which lengths are chosen: those at which the runtime says that it changes its way, and powers of two.
 */
public final class SwitchPoints {
    private static final int MOST_BYTES = 1 << 20;

    /** Powers of two, which are all of them if the runtime names none. */
    public static final List<Integer> POWERS =
            IntStream.rangeClosed(3, 20).mapToObj(bit -> 1 << bit).toList();

    /** In bytes. */
    public static final List<Integer> ALL = LongStream.concat(
                    POWERS.stream().mapToLong(Integer::longValue),
                    ServiceLoader.load(ShmemProvider.class, ShmemProvider.class.getClassLoader()).stream()
                            .flatMapToLong(
                                    runtime -> LongStream.of(runtime.get().switchPoints())))
            .filter(bytes -> bytes <= MOST_BYTES)
            .sorted()
            .distinct()
            .mapToObj(bytes -> (int) bytes)
            .toList();

    private SwitchPoints() {}

    /** Numbers of elements that come to such a size, one less and one more, in ascending order. */
    public static int[] lengths(int elementBytes, int mostBytes) {
        return ALL.stream()
                .filter(bytes -> bytes <= mostBytes)
                .mapToInt(bytes -> bytes / elementBytes)
                .flatMap(nelems -> IntStream.of(nelems - 1, nelems, nelems + 1))
                .filter(nelems -> nelems > 0)
                .sorted()
                .distinct()
                .toArray();
    }
}
