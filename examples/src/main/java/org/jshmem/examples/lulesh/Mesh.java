package org.jshmem.examples.lulesh;

/**
 * How the elements of a PE's cube hang together: each has eight nodes at its corners, and an element behind each of its
 * six faces. The loops find both by tables, as they would in a mesh of any form.
 *
 * <p>Corners 0 to 3 are around the lower face along the slowest axis, 4 to 7 above them. Elements behind faces to other
 * PEs are ghosts, which have the numbers after the PE's own.
 */
final class Mesh {
    static final int CORNERS = 8;
    static final int FACES = 2 * Place.AXES;

    /** Its elements are still counted by an int, with room for their corners. */
    static final int LARGEST = 500;

    /** Elements and nodes in each direction. */
    final int size;

    final int edge;

    /** All of them. */
    final int elements;

    final int nodes;

    /** Those, an element for each place on the six faces, and one that is nowhere. */
    final int elementsWithGhosts;

    /** Node at a corner of an element. */
    final int[][] corners = new int[CORNERS][];

    /**
     * The element behind a face, of axis {@code face / 2} and there below or above, of an element. Behind a plane of
     * symmetry it is the element itself, and behind a free surface the one that is nowhere.
     */
    final int[][] behind = new int[FACES][];

    Mesh(int size, Place place) {
        this.size = size;
        this.edge = size + 1;
        this.elements = size * size * size;
        this.nodes = edge * edge * edge;
        this.elementsWithGhosts = elements + FACES * size * size + 1;
        for (int corner = 0; corner < CORNERS; corner++) {
            corners[corner] = nodesAt(corner);
        }
        for (int face = 0; face < FACES; face++) {
            behind[face] = elementsBehind(face, place);
        }
    }

    private int[] nodesAt(int corner) {
        final int column = corner % 4 == 1 || corner % 4 == 2 ? 1 : 0;
        final int row = corner % 4 / 2;
        final int plane = corner / 4;
        final int[] places = new int[elements];
        for (int element = 0; element < elements; element++) {
            places[element] = ((coordinate(element, 2) + plane) * edge + coordinate(element, 1) + row) * edge
                    + coordinate(element, 0)
                    + column;
        }
        return places;
    }

    private int[] elementsBehind(int face, Place place) {
        final int axis = face / 2;
        final boolean isLower = face % 2 == 0;
        final int step = isLower ? -stride(axis) : stride(axis);
        final int[] places = new int[elements];
        for (int element = 0; element < elements; element++) {
            final boolean isInside = coordinate(element, axis) != (isLower ? 0 : size - 1);
            places[element] = isInside ? element + step : beyond(element, face, place);
        }
        return places;
    }

    private int beyond(int element, int face, Place place) {
        final int axis = face / 2;
        if (face % 2 == 0 && place.coordinate(axis) == 0) {
            return element;
        }
        if (face % 2 == 1 && place.coordinate(axis) == place.side() - 1) {
            return elementsWithGhosts - 1;
        }
        final int slow = coordinate(element, axis == 2 ? 1 : 2);
        final int fast = coordinate(element, axis == 0 ? 1 : 0);
        return firstGhost(face) + slow * size + fast;
    }

    /** The first ghost behind a face; the others follow as the elements at the face do. */
    int firstGhost(int face) {
        return elements + face * size * size;
    }

    private int coordinate(int element, int axis) {
        return element / stride(axis) % size;
    }

    private int stride(int axis) {
        return axis == 2 ? size * size : axis == 1 ? size : 1;
    }
}
