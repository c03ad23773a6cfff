package org.jshmem.examples.lulesh;

import java.nio.DoubleBuffer;

/**
 * Places in a field on a cube: rows that are equally far from each other, of places that are equally far. The loops
 * with an int index over a {@link DoubleBuffer} are the fastest over memory that is no Java array.
 */
record Strip(int first, int rows, int rowStride, int columns, int stride) {
    /**
     * The side of a cube in a direction.
     *
     * @param edge places in each direction of the cube
     * @param direction for each axis -1, 0 or 1, at least one of them not 0
     */
    static Strip side(int edge, int... direction) {
        int first = 0;
        int rows = 1;
        int rowStride = 0;
        int columns = 1;
        int stride = 0;
        for (int axis = Place.AXES - 1, step = edge * edge; axis >= 0; axis--, step /= edge) {
            if (direction[axis] > 0) {
                first += (edge - 1) * step;
            } else if (direction[axis] == 0) {
                rows = columns;
                rowStride = stride;
                columns = edge;
                stride = step;
            }
        }
        return new Strip(first, rows, rowStride, columns, stride);
    }

    int nelems() {
        return rows * columns;
    }

    void pack(double[] field, DoubleBuffer dest, int index) {
        for (int row = 0; row < rows; row++) {
            final int from = first + row * rowStride;
            final int to = index + row * columns;
            for (int i = 0; i < columns; i++) {
                dest.put(to + i, field[from + i * stride]);
            }
        }
    }

    void set(double[] field, DoubleBuffer source, int index) {
        for (int row = 0; row < rows; row++) {
            final int to = first + row * rowStride;
            final int from = index + row * columns;
            for (int i = 0; i < columns; i++) {
                field[to + i * stride] = source.get(from + i);
            }
        }
    }

    void add(double[] field, DoubleBuffer source, int index) {
        for (int row = 0; row < rows; row++) {
            final int to = first + row * rowStride;
            final int from = index + row * columns;
            for (int i = 0; i < columns; i++) {
                field[to + i * stride] += source.get(from + i);
            }
        }
    }
}
