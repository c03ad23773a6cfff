package org.jshmem.examples.lulesh;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jshmem.messages.Messages;

/**
 * What a PE's cube has in common with a neighbour's: a face, an edge or a corner.
 *
 * @param direction its number, from 0; that of the opposite one is {@link #OPPOSITE} minus it
 * @param pe the neighbour
 * @param axes in how many the neighbour is somewhere else: 1 for a face, 2 for an edge, 3 for a corner
 * @param nodes those in common, as many for the neighbour, in the same order
 */
record Border(int direction, int pe, int axes, Strip nodes) {
    static final int DIRECTIONS = 27;

    static final int OPPOSITE = DIRECTIONS - 1;

    /** All borders of a PE: first faces, then edges, then corners. */
    static List<Border> all(Mesh mesh, Place place) {
        final List<Border> borders = new ArrayList<>();
        for (int number = 0; number < DIRECTIONS; number++) {
            final int[] steps = steps(number);
            final int pe = place.neighbour(steps);
            if (number != OPPOSITE - number && pe != Messages.PE_NONE) {
                borders.add(new Border(number, pe, axes(steps), Strip.side(mesh.edge, steps)));
            }
        }
        borders.sort(Comparator.comparingInt(Border::axes));
        return borders;
    }

    /** Where each direction's data begins in memory for one field of all of them, and where the last one's ends. */
    static int[] offsets(Mesh mesh) {
        final int[] offsets = new int[DIRECTIONS + 1];
        for (int number = 0; number < DIRECTIONS; number++) {
            final int nodes = number == OPPOSITE - number
                    ? 0
                    : Strip.side(mesh.edge, steps(number)).nelems();
            offsets[number + 1] = offsets[number] + nodes;
        }
        return offsets;
    }

    private static int[] steps(int number) {
        return new int[] {number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1};
    }

    private static int axes(int... steps) {
        int axes = 0;
        for (int step : steps) {
            axes += Math.abs(step);
        }
        return axes;
    }

    boolean isFace() {
        return axes == 1;
    }

    /** Whether the neighbour has a higher number; shared nodes are where the highest of their PEs says. */
    boolean isToHigher() {
        return direction > OPPOSITE / 2;
    }

    /** The elements at a face. */
    Strip elements(Mesh mesh) {
        return Strip.side(mesh.size, steps(direction));
    }

    /** Ghosts behind a face. */
    Strip ghosts(Mesh mesh) {
        final int[] steps = steps(direction);
        int axis = 0;
        while (steps[axis] == 0) {
            axis++;
        }
        final int face = 2 * axis + (steps[axis] > 0 ? 1 : 0);
        return new Strip(mesh.firstGhost(face), 1, 0, mesh.size * mesh.size, 1);
    }
}
