package org.jshmem.tck.misuse;

import static org.jshmem.Shmem.*;

import java.util.List;
import org.jshmem.SymmetricArray;

/** What has a form for each element type. */
final class EveryType {
    private EveryType() {}

    /** New arrays, one of each type; called by all PEs together. */
    static List<SymmetricArray> arrays(int length) {
        return List.of(
                mallocBytes(length),
                mallocShorts(length),
                mallocInts(length),
                mallocLongs(length),
                mallocFloats(length),
                mallocDoubles(length));
    }

    /** The array on a PE, as {@code ptr} shows it. */
    static SymmetricArray view(SymmetricArray array, int pe) {
        return switch (array) {
            case org.jshmem.SymmetricBytes typed -> ptr(typed, pe);
            case org.jshmem.SymmetricShorts typed -> ptr(typed, pe);
            case org.jshmem.SymmetricInts typed -> ptr(typed, pe);
            case org.jshmem.SymmetricLongs typed -> ptr(typed, pe);
            case org.jshmem.SymmetricFloats typed -> ptr(typed, pe);
            case org.jshmem.SymmetricDoubles typed -> ptr(typed, pe);
        };
    }
}
