// types: byte short int long float double
package org.jshmem.flow;

import java.util.Arrays;
import org.jshmem.ShmemTeam;

/**
 * Sorts a {@link DistDoubles} by samples: each PE gets the elements of one range of values, sorts them, and puts them
 * to their places.
 */
final class DoubleSort {
    private final DistDoubles array;
    private final ShmemTeam team;

    DoubleSort(DistDoubles array) {
        this.array = array;
        this.team = array.team;
    }

    /** Sorts; collective. */
    void run() {
        final double[] sorted = exchange();
        final long start = team.sumExscan((long) sorted.length);
        try (DistDoubles.Updates puts = array.updates()) {
            for (int i = 0; i < sorted.length; i++) {
                puts.put(start + i, sorted[i]);
            }
        }
    }

    /** Sends each element to the PE for its range; returns those that have come, sorted. */
    private double[] exchange() {
        final int pes = team.nPes();
        final double[] own = array.local().toArray();
        Arrays.sort(own);
        final double[] splitters = new DoubleSplitters(team, array.length()).of(own);
        final DoubleCollector received = new DoubleCollector(own.length);
        try (LongFlow flow = LongFlow.of(team, (from, bits) -> received.add(Raw.doubleOf(bits)))) {
            int pe = 0;
            for (double value : own) {
                while (pe < pes - 1 && Double.compare(value, splitters[pe]) >= 0) {
                    pe++;
                }
                flow.send(pe, Raw.bits(value));
            }
        }
        return received.sorted();
    }
}
