// types: byte short int long float double
package org.jshmem.flow;

import org.jshmem.ShmemTeam;

/**
 * Finds values that divide the elements of a distributed array into about equal parts, one for each PE: each PE sends
 * some of its elements to the first one, which sorts them, takes every so many of them, and sends these down a tree.
 */
final class DoubleSplitters {
    private static final int SAMPLES = 64;
    private static final int FAN_OUT = 4;

    private final ShmemTeam team;
    private final long length;

    DoubleSplitters(ShmemTeam team, long length) {
        this.team = team;
        this.length = length;
    }

    /**
     * The splitters; collective.
     *
     * @param sorted this PE's elements in ascending order
     * @return the least values of all parts but the first; the same on all PEs
     */
    double[] of(double[] sorted) {
        final int pes = team.nPes();
        final double[] splitters = new double[pes - 1];
        final int[] next = new int[1];
        final DoubleCollector samples = new DoubleCollector(SAMPLES);
        // As many samples of a PE as befits its share of the elements.
        final int mine = (int) Math.min(sorted.length, (long) SAMPLES * pes * sorted.length / Math.max(1, length));
        try (LongFlow flow = LongFlow.of(team, (from, bits) -> samples.add(Raw.doubleOf(bits)))) {
            for (int i = 0; i < mine; i++) {
                flow.send(0, Raw.bits(sorted[(int) ((i + 0.5) * sorted.length / mine)]));
            }
        }
        final LongFlow[] down = new LongFlow[1];
        try (LongFlow flow = LongFlow.of(team, (from, bits) -> {
            splitters[next[0]++] = Raw.doubleOf(bits);
            sendToChildren(down[0], bits);
        })) {
            down[0] = flow;
            if (team.myPe() == 0) {
                final double[] all = samples.sorted();
                for (int part = 1; part < pes; part++) {
                    final double splitter = all.length == 0 ? 0 : all[(int) ((long) part * all.length / pes)];
                    splitters[part - 1] = splitter;
                    sendToChildren(flow, Raw.bits(splitter));
                }
            }
        }
        return splitters;
    }

    private void sendToChildren(LongFlow flow, long bits) {
        for (long child = (long) FAN_OUT * team.myPe() + 1; child <= (long) FAN_OUT * (team.myPe() + 1); child++) {
            if (child < team.nPes()) {
                flow.send((int) child, bits);
            }
        }
    }
}
