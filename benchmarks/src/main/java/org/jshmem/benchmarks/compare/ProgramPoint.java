package org.jshmem.benchmarks.compare;

import java.util.List;
import java.util.OptionalDouble;

/**
 * A program at a size.
 *
 * @param name with its size, for people
 * @param command the program's name and its arguments, the same for both sides
 * @param firstBar the largest good ratio of the first pass
 * @param large whether {@code --quick} takes it in
 */
record ProgramPoint(String name, List<String> command, OptionalDouble firstBar, boolean large) {
    /** Of the five kernels and the exchange. */
    private static final OptionalDouble KERNEL = OptionalDouble.of(2);

    /** Of the programs that run for longer. */
    private static final OptionalDouble LONGER = OptionalDouble.of(1.3);

    private static final OptionalDouble NONE = OptionalDouble.empty();

    static List<ProgramPoint> all() {
        return List.of(
                of("heat, 128², 1,000 steps", NONE, "heat 128 1000"),
                of("heat, 384², 1,000 steps", KERNEL, "heat 384 1000"),
                of("stencil, 300², 50 iterations", NONE, "stencil 300 50"),
                of("stencil, 1000², 50 iterations", KERNEL, "stencil 1000 50"),
                of("transpose, 300², 20 iterations", NONE, "transpose 300 20"),
                of("transpose, 1000², 20 iterations", KERNEL, "transpose 1000 20"),
                of("bucket sort, 100,000 keys a PE", NONE, "bucket-sort 100000"),
                of("bucket sort, 1,000,000 keys a PE", KERNEL, "bucket-sort 1000000"),
                of("atomic GUPS, 2¹⁴ words", NONE, "gups 14"),
                of("atomic GUPS, 2¹⁸ words", KERNEL, "gups 18"),
                of("exchange, 100,000 items a PE", NONE, "exstack 100000"),
                of("exchange, 1,000,000 items a PE, some 3,000 barriers", KERNEL, "exstack 1000000"),
                of("integer sort, class A", NONE, "is 23 19"),
                of("integer sort, class B", LONGER, "is 25 21"),
                of("pipeline, 1,000 rows of 1,000", NONE, "pipeline 1000 1000"),
                of("pipeline, 4,000 rows of 4,000", LONGER, "pipeline 4000 4000"));
    }

    private static ProgramPoint of(String name, OptionalDouble firstBar, String command) {
        return new ProgramPoint(name, List.of(command.split(" ")), firstBar, firstBar.isPresent());
    }
}
