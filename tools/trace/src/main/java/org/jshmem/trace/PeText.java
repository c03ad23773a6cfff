package org.jshmem.trace;

import java.util.List;
import java.util.stream.Collectors;

/** PEs as text. */
final class PeText {
    private static final int MOST = 8;

    private PeText() {}

    static String count(int pes) {
        return pes == 1 ? "1 PE" : pes + " PEs";
    }

    static String of(List<Integer> pes) {
        return pes.size() > MOST
                ? count(pes.size())
                : (pes.size() == 1 ? "PE " : "PEs ")
                        + pes.stream().map(pe -> Integer.toString(pe)).collect(Collectors.joining(", "));
    }
}
