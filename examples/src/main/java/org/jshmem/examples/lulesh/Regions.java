package org.jshmem.examples.lulesh;

import java.util.Arrays;

/**
 * Materials, which differ in what their equation of state costs: the elements of each, and how often it is computed.
 * Runs of elements of random length belong to one material, and each PE has most of another one. So PEs have more and
 * less to do, as in a real simulation.
 */
final class Regions {
    private static final int COUNT = 11;

    /** Lengths of runs: up to how many of 1,000, the shortest, and how many lengths. */
    private static final int[][] LENGTHS = {
        {773, 1, 15}, {937, 16, 16}, {970, 32, 32}, {974, 64, 64}, {978, 128, 128}, {981, 256, 256}, {1000, 512, 1537}
    };

    private final AdditiveRandom random;
    private final int pe;
    private final int[][] elements = new int[COUNT][0];

    Regions(int count, int pe) {
        this.random = new AdditiveRandom(pe);
        this.pe = pe;
        int last = -1;
        int length;
        for (int first = 0; first < count; first += length) {
            last = regionAfter(last);
            length = Math.min(length(), count - first);
            append(last, first, length);
        }
    }

    private int regionAfter(int last) {
        int region = last;
        while (region == last) {
            region = (weighted() + pe) % COUNT;
        }
        return region;
    }

    /** Region i is taken i + 1 times as often as region 0. */
    private int weighted() {
        int left = random.next() % (COUNT * (COUNT + 1) / 2);
        int region = 0;
        while (left > region) {
            left -= region + 1;
            region++;
        }
        return region;
    }

    private int length() {
        final int choice = random.next() % 1000;
        int i = 0;
        while (choice >= LENGTHS[i][0]) {
            i++;
        }
        return random.next() % LENGTHS[i][2] + LENGTHS[i][1];
    }

    private void append(int region, int first, int length) {
        final int end = elements[region].length;
        elements[region] = Arrays.copyOf(elements[region], end + length);
        Arrays.setAll(elements[region], i -> i < end ? elements[region][i] : first + i - end);
    }

    int count() {
        return COUNT;
    }

    /** The elements of a region, in ascending order. */
    int[] elements(int region) {
        return elements[region];
    }

    /** How often the equation of state of a region is computed: once, twice, or in the last one 20 times. */
    int cost(int region) {
        if (region < COUNT / 2) {
            return 1;
        }
        return region < COUNT - 1 ? 2 : 20;
    }
}
