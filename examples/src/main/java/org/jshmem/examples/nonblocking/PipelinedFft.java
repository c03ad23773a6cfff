package org.jshmem.examples.nonblocking;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.Locale;
import org.jshmem.CollectiveRequest;
import org.jshmem.NonblockingCollectives;
import org.jshmem.SymmetricDoubles;

/**
 * The discrete Fourier transform of a square of complex numbers: of all rows, then of all columns. PEs own rows, and
 * exchange them for columns in between, which is an alltoall. The rows are divided into chunks, each with an alltoall
 * of its own: while a chunk is under way, the next one is transformed, and the last one is brought into columns. The
 * blocking form makes the same alltoalls, one after another.
 *
 * <p>The input is a sum of waves, so that the result is known: the amplitude of each wave at its frequencies, and 0
 * elsewhere. A complex number is two elements of a Java array, real and imaginary part.
 */
public final class PipelinedFft {
    private static final double EPSILON = 1e-12;

    private final int size;
    private final int chunks;

    /** Rows of this PE, and of a chunk. */
    private final int rows;

    private final int chunkRows;

    /** Numbers that a PE sends to another one in a chunk, as elements. */
    private final int block;

    private final double[][] rowsOfInput;
    private final double[][] columns;
    private final double[] received;
    private final Fourier fourier;
    private final NonblockingCollectives nonblocking = NonblockingCollectives.on(TEAM_WORLD);

    /** What is sent and received, chunk by chunk, and in a chunk PE by PE. */
    private final SymmetricDoubles outgoing;

    private final SymmetricDoubles incoming;

    /**
     * A square; collective.
     *
     * @param size numbers in a row and in a column; a power of 2
     * @param chunks into how many this PE's rows are divided
     */
    public PipelinedFft(int size, int chunks) {
        if (Integer.bitCount(size) != 1 || size % nPes() != 0 || size / nPes() % chunks != 0) {
            throw new IllegalArgumentException("size=" + size + ", chunks=" + chunks
                    + "; size must be a power of 2, and give the same number of rows to each chunk of " + nPes()
                    + " PEs");
        }
        this.size = size;
        this.chunks = chunks;
        rows = size / nPes();
        chunkRows = rows / chunks;
        block = 2 * chunkRows * rows;
        rowsOfInput = new double[rows][2 * size];
        columns = new double[rows][2 * size];
        received = new double[block];
        fourier = new Fourier(size);
        outgoing = mallocDoubles(2L * rows * size);
        incoming = mallocDoubles(2L * rows * size);
    }

    public static void main(String[] args) {
        final int size = args.length > 0 ? Integer.parseInt(args[0]) : 512;
        final int chunks = args.length > 1 ? Integer.parseInt(args[1]) : 8;
        final int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        final Forms forms = new Forms(rounds, args.length > 3 ? args[3] : "both");
        try (var _ = init()) {
            final PipelinedFft fft = new PipelinedFft(size, chunks);
            final double[][][] first = new double[1][][];
            forms.run(fft::fill, fft::transform, () -> fft.check(first));
            if (myPe() == 0) {
                System.out.printf(Locale.ROOT, "%d x %d numbers on %d PEs, %d chunks%n", size, size, nPes(), chunks);
                forms.report();
            }
            fft.free();
        }
    }

    /** Two waves: 1 at frequencies (1, 2), and 3 at (size - 3, 5), of row and column. */
    private void fill() {
        for (int row = 0; row < rows; row++) {
            final long y = (long) myPe() * rows + row;
            final double[] numbers = rowsOfInput[row];
            for (int column = 0; column < size; column++) {
                final double one = 2 * Math.PI * ((y + 2L * column) % size) / size;
                final double other = 2 * Math.PI * ((-3 * y + 5L * column) % size) / size;
                numbers[2 * column] = Math.cos(one) + 3 * Math.cos(other);
                numbers[2 * column + 1] = Math.sin(one) + 3 * Math.sin(other);
            }
        }
    }

    /**
     * Transforms the input into columns of the result; collective, and all PEs must have ended the last transform.
     *
     * @param isNonblocking whether to compute while a chunk is under way
     */
    public void transform(boolean isNonblocking) {
        CollectiveRequest last = null;
        for (int chunk = 0; chunk < chunks; chunk++) {
            for (int row = 0; row < chunkRows; row++) {
                fourier.transform(rowsOfInput[chunk * chunkRows + row]);
                pack(chunk, row);
            }
            final long place = (long) chunk * nPes() * block;
            if (!isNonblocking) {
                TEAM_WORLD.alltoall(incoming.at(place), outgoing.at(place), block);
                unpack(chunk);
                continue;
            }
            if (last != null) {
                last.await();
            }
            last = nonblocking.alltoallNb(incoming.at(place), outgoing.at(place), block);
            if (chunk > 0) {
                unpack(chunk - 1);
            }
        }
        if (last != null) {
            last.await();
            unpack(chunks - 1);
        }
        for (double[] column : columns) {
            fourier.transform(column);
        }
    }

    /** Divides a row among the blocks of a chunk. */
    private void pack(int chunk, int row) {
        for (int pe = 0; pe < nPes(); pe++) {
            final long place = ((long) chunk * nPes() + pe) * block + 2L * row * rows;
            outgoing.copyFrom(place, rowsOfInput[chunk * chunkRows + row], 2L * pe * rows, 2L * rows);
        }
    }

    /** Distributes the blocks of a chunk, which consist of parts of rows, over the columns. */
    private void unpack(int chunk) {
        for (int pe = 0; pe < nPes(); pe++) {
            incoming.copyTo(((long) chunk * nPes() + pe) * block, received, 0, block);
            final int first = 2 * (pe * rows + chunk * chunkRows);
            for (int column = 0; column < rows; column++) {
                final double[] to = columns[column];
                for (int row = 0; row < chunkRows; row++) {
                    to[first + 2 * row] = received[2 * (row * rows + column)];
                    to[first + 2 * row + 1] = received[2 * (row * rows + column) + 1];
                }
            }
        }
    }

    /** Compares the result with what it has to be, and bit for bit with the first result, which is kept. */
    private void check(double[][][] first) {
        if (first[0] == null) {
            first[0] = Arrays.stream(columns).map(double[]::clone).toArray(double[][]::new);
        } else if (!Arrays.deepEquals(first[0], columns)) {
            throw new IllegalStateException("two results differ");
        }
        for (int column = 0; column < rows; column++) {
            for (int row = 0; row < size; row++) {
                final double expected = amplitude(row, myPe() * rows + column);
                final double real = columns[column][2 * row] / size / size;
                final double imaginary = columns[column][2 * row + 1] / size / size;
                if (!(Math.abs(real - expected) + Math.abs(imaginary) < EPSILON)) {
                    throw new IllegalStateException("row " + row + " of column " + (myPe() * rows + column) + " is "
                            + real + " + " + imaginary + "i, not " + expected);
                }
            }
        }
    }

    private double amplitude(int row, int column) {
        if (row == 1 && column == 2) {
            return 1;
        }
        return row == size - 3 && column == 5 ? 3 : 0;
    }

    /** Frees the symmetric memory; collective. */
    public void free() {
        outgoing.close();
        incoming.close();
    }
}
