package org.jshmem.benchmarks;

import java.nio.DoubleBuffer;
import org.jshmem.messages.MessageView;

/**
 * A plane, an edge or a corner of a cube of doubles.
 *
 * @param start its first element
 * @param rows how many rows it has
 * @param rowStride from one to the next
 * @param columns how many elements a row has
 * @param columnStride from one to the next
 */
record CubeRegion(int start, int rows, int rowStride, int columns, int columnStride) {
    static CubeRegion zPlane(int edge) {
        return new CubeRegion(0, edge, edge, edge, 1);
    }

    static CubeRegion yPlane(int edge) {
        return new CubeRegion(0, edge, edge * edge, edge, 1);
    }

    static CubeRegion xPlane(int edge) {
        return new CubeRegion(0, edge, edge * edge, edge, edge);
    }

    /** Consecutive elements of one row. */
    static CubeRegion row(int start, int columns, int columnStride) {
        return new CubeRegion(start, 1, 0, columns, columnStride);
    }

    int size() {
        return rows * columns;
    }

    void pack(double[] field, DoubleBuffer buffer, int index) {
        for (int row = 0; row < rows; row++) {
            final int from = start + row * rowStride;
            final int to = index + row * columns;
            for (int column = 0; column < columns; column++) {
                buffer.put(to + column, field[from + column * columnStride]);
            }
        }
    }

    void add(double[] field, DoubleBuffer buffer, int index) {
        for (int row = 0; row < rows; row++) {
            final int to = start + row * rowStride;
            final int from = index + row * columns;
            for (int column = 0; column < columns; column++) {
                field[to + column * columnStride] += buffer.get(from + column);
            }
        }
    }

    void copy(double[] field, DoubleBuffer buffer, int index) {
        for (int row = 0; row < rows; row++) {
            final int to = start + row * rowStride;
            final int from = index + row * columns;
            for (int column = 0; column < columns; column++) {
                field[to + column * columnStride] = buffer.get(from + column);
            }
        }
    }

    void add(double[] field, MessageView message, int index) {
        for (int row = 0; row < rows; row++) {
            final int to = start + row * rowStride;
            final int from = index + row * columns;
            for (int column = 0; column < columns; column++) {
                field[to + column * columnStride] += message.getDouble(from + column);
            }
        }
    }

    void copy(double[] field, MessageView message, int index) {
        for (int row = 0; row < rows; row++) {
            final int to = start + row * rowStride;
            final int from = index + row * columns;
            for (int column = 0; column < columns; column++) {
                field[to + column * columnStride] = message.getDouble(from + column);
            }
        }
    }
}
