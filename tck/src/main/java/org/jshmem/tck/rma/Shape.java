package org.jshmem.tck.rma;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jshmem.tck.data.SwitchPoints;

/**
 * How a transfer lies in memory, in elements: every operation is blocks at strides.
 *
 * @param dst from one block to the next at the destination
 * @param sst from one block to the next at the source
 * @param bsize elements in a block
 * @param nblocks blocks
 */
record Shape(int dst, int sst, int bsize, int nblocks) {
    private static final int[] LENGTHS = {0, 1, 2, 3, 7, 8, 31, 64, 257};

    /** The operations that move several elements. */
    enum Kind {
        CONTIGUOUS,
        CONTIGUOUS_NBI,
        STRIDED,
        BLOCKS;

        /** What an operation of a name moves: {@code put64Nbi}, {@code iput8}, {@code ibget32}. */
        static Kind of(String operation) {
            if (operation.startsWith("ib")) {
                return BLOCKS;
            } else if (operation.startsWith("i")) {
                return STRIDED;
            }
            return operation.endsWith("Nbi") ? CONTIGUOUS_NBI : CONTIGUOUS;
        }
    }

    int destSpan() {
        return nblocks == 0 ? 0 : (nblocks - 1) * dst + bsize;
    }

    int sourceSpan() {
        return nblocks == 0 ? 0 : (nblocks - 1) * sst + bsize;
    }

    /** Elements, for the contiguous operations. */
    int nelems() {
        return bsize * nblocks;
    }

    static int longestDest(List<Shape> shapes) {
        return shapes.stream()
                .max(Comparator.comparingInt(Shape::destSpan))
                .orElseThrow()
                .destSpan();
    }

    static int longestSource(List<Shape> shapes) {
        return shapes.stream()
                .max(Comparator.comparingInt(Shape::sourceSpan))
                .orElseThrow()
                .sourceSpan();
    }

    static List<Shape> of(Kind kind) {
        final List<Shape> shapes = new ArrayList<>();
        switch (kind) {
            case CONTIGUOUS, CONTIGUOUS_NBI -> {
                for (int length : LENGTHS) {
                    shapes.add(new Shape(
                            Math.max(length, 1), Math.max(length, 1), Math.max(length, 1), length == 0 ? 0 : 1));
                }
            }
            case STRIDED -> {
                for (int[] strides : new int[][] {{1, 1}, {2, 1}, {1, 3}, {2, 2}, {7, 5}}) {
                    for (int nelems : new int[] {0, 1, 2, 17}) {
                        shapes.add(new Shape(strides[0], strides[1], 1, nelems));
                    }
                }
            }
            case BLOCKS -> {
                for (int[] strides : new int[][] {{1, 1, 1}, {3, 2, 1}, {3, 3, 3}, {5, 4, 3}, {8, 11, 8}, {13, 9, 9}}) {
                    for (int nblocks : new int[] {0, 1, 2, 9}) {
                        shapes.add(new Shape(strides[0], strides[1], strides[2], nblocks));
                    }
                }
            }
        }
        return shapes;
    }

    /** Beyond any piece in which an implementation may cut its transfers. */
    static List<Shape> large(Kind kind, int elementBytes) {
        final int most = (2 << 20) / elementBytes + 3;
        return switch (kind) {
            case CONTIGUOUS, CONTIGUOUS_NBI -> {
                final List<Shape> shapes = new ArrayList<>(List.of(new Shape(most, most, most, 1)));
                for (int nelems : SwitchPoints.lengths(elementBytes, 128 << 10)) {
                    shapes.add(new Shape(nelems, nelems, nelems, 1));
                }
                yield shapes;
            }
            case STRIDED -> {
                final List<Shape> shapes = new ArrayList<>(List.of(
                        new Shape(2, 3, 1, 5003),
                        new Shape(1, 1, 1, 2048),
                        new Shape(2, 1, 1, (270 << 10) / elementBytes + 1)));
                for (int nelems : SwitchPoints.lengths(elementBytes, 64 << 10)) {
                    final int turn = shapes.size() % 3;
                    shapes.add(new Shape(turn == 1 ? 2 : 1, turn == 2 ? 2 : 1, 1, nelems));
                }
                yield shapes;
            }
            case BLOCKS -> {
                final int block = (270 << 10) / elementBytes + 1;
                yield List.of(new Shape(41, 40, 37, 3001), new Shape(block + 1, block, block, 3));
            }
        };
    }
}
