package org.jshmem.tck.history;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;

/** Whether the PEs read one clock, as PEs of one machine do. */
final class Clocks {
    private static final int ROUNDS = 5;

    private Clocks() {}

    /**
     * Whether what {@code System.nanoTime()} gives on all PEs fits the order of barriers; clocks of different machines
     * differ by the times since they were started. Collective.
     */
    static boolean agree() {
        boolean agree = true;
        try (SymmetricLongs mine = mallocLongs(1);
                SymmetricLongs latest = mallocLongs(1);
                SymmetricLongs earliest = mallocLongs(1)) {
            long before = System.nanoTime();
            for (int round = 0; round < ROUNDS; round++) {
                mine.set(0, before);
                maxReduce(TEAM_WORLD, latest, mine, 1);
                final long after = System.nanoTime();
                mine.set(0, after);
                minReduce(TEAM_WORLD, earliest, mine, 1);
                agree &= latest.get(0) <= earliest.get(0);
                before = System.nanoTime();
            }
            mine.set(0, agree ? 1 : 0);
            minReduce(TEAM_WORLD, earliest, mine, 1);
            return earliest.get(0) == 1;
        }
    }
}
