package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;

/**
 * Collects blocks of different sizes on one PE: an exclusive scan of the sizes is where each block begins; ported from
 * {@code collect_at} of {@code shmem_scan_example.c} of the specification.
 */
public final class CollectAt {
    private static final int ROOT = 0;

    private CollectAt() {}

    public static void main(String[] args) {
        try (var _ = init()) {
            final int mine = myPe() + 1;
            final int all = nPes() * (nPes() + 1) / 2;
            try (SymmetricInts source = mallocInts(nPes());
                    SymmetricInts dest = callocInts(all)) {
                for (int i = 0; i < mine; i++) {
                    source.set(i, myPe());
                }
                collectAt(dest, source, mine, ROOT);
                if (myPe() == ROOT) {
                    final StringBuilder text = new StringBuilder("PE 0 has");
                    for (int i = 0; i < all; i++) {
                        text.append(' ').append(dest.get(i));
                    }
                    System.out.println(text);
                }
            }
        }
    }

    /** Collective. */
    private static void collectAt(SymmetricInts dest, SymmetricInts source, long nelems, int root) {
        try (SymmetricLongs size = mallocLongs(1);
                SymmetricLongs start = mallocLongs(1)) {
            size.set(nelems);
            sumExscan(TEAM_WORLD, start, size, 1);
            put(dest, start.get(), source, 0, nelems, root);
            barrierAll();
        }
    }
}
