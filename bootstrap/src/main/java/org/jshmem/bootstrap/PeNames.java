package org.jshmem.bootstrap;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Names PEs in messages. */
final class PeNames {
    /** Most PEs that a message names. */
    private static final int NAMED = 16;

    private PeNames() {}

    /** {@code PE 3}, or {@code PEs 3, 5}; beyond {@value #NAMED} PEs, the first of them and their number. */
    static String of(int[] pes) {
        return Arrays.stream(pes)
                .limit(NAMED)
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(
                        ", ", pes.length == 1 ? "PE " : "PEs ", pes.length > NAMED ? ", … (" + pes.length + ")" : ""));
    }
}
