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

    CubeRegion movedBy(int places) {
        return new CubeRegion(start + places, rows, rowStride, columns, columnStride);
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

    /** The same from a field in memory that is no Java array, which begins at an index there. */
    void pack(DoubleBuffer fields, int first, DoubleBuffer buffer, int index) {
        for (int row = 0; row < rows; row++) {
            final int from = first + start + row * rowStride;
            final int to = index + row * columns;
            for (int column = 0; column < columns; column++) {
                buffer.put(to + column, fields.get(from + column * columnStride));
            }
        }
    }

    /** To another region with as many columns, or as one row, in the same field elsewhere. */
    void copyTo(CubeRegion target, DoubleBuffer source, DoubleBuffer dest, int first) {
        for (int row = 0; row < rows; row++) {
            final int from = first + start + row * rowStride;
            final int to = first + target.start + row * (target.rows == rows ? target.rowStride : columns);
            final int step = target.columnStride;
            for (int column = 0; column < columns; column++) {
                dest.put(to + column * step, source.get(from + column * columnStride));
            }
        }
    }

    void add(DoubleBuffer fields, int first, DoubleBuffer buffer, int index) {
        for (int row = 0; row < rows; row++) {
            final int to = first + start + row * rowStride;
            final int from = index + row * columns;
            for (int column = 0; column < columns; column++) {
                final int place = to + column * columnStride;
                fields.put(place, fields.get(place) + buffer.get(from + column));
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
