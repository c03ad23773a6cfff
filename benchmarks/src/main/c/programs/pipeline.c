/*
 * A recurrence over a grid whose columns are spread over the PEs, so that each row goes through them as through a pipeline; in the manner of
 * the Parallel Research Kernels (Synch_p2p). Twin of org.jshmem.benchmarks.programs.Pipeline.
 */
#include "program.h"

#include <shmem.h>
#include <string.h>

static long rows, columns, width, iteration;
static double *grid; /* its column 0 is the left neighbour's last one */
static long *arrived;
static double *corner;
static long *corner_arrived;

static void prepare(const long *arguments) {
    rows = arguments[0];
    columns = arguments[1];
    const long first = first_of(columns, me);
    width = first_of(columns, me + 1) - first + 1;
    const long widest = (columns + pes - 1) / pes + 1;
    grid = symmetric_memory(rows * widest * sizeof *grid);
    arrived = symmetric_memory(rows * sizeof *arrived);
    corner = symmetric_memory(sizeof *corner);
    corner_arrived = symmetric_memory(sizeof *corner_arrived);
    memset(grid, 0, rows * widest * sizeof *grid);
    memset(arrived, 0, rows * sizeof *arrived);
    *corner = 0;
    *corner_arrived = 0;
    for (long column = 0; column < width; column++)
        grid[column] = first + column - 1 > 0 ? first + column - 1 : 0;
    if (me == 0)
        for (long row = 0; row < rows; row++)
            grid[row * width + 1] = row;
    shmem_barrier_all();
}

/* Element 0 of a row is there; PE 0's first own column is given. */
static void calculate(double *row, const double *above) {
    const long first = me == 0 ? 2 : 1;
    double left = row[first - 1];
    for (long i = first; i < width; i++) {
        left = left + above[i] - above[i - 1];
        row[i] = left;
    }
}

static void send(long row) {
    const long its_width = first_of(columns, me + 2) - first_of(columns, me + 1) + 1;
    shmem_double_p(grid + row * its_width, grid[row * width + width - 1], me + 1);
    shmem_fence();
    shmem_long_p(&arrived[row], iteration, me + 1);
}

/* What the last row ends with begins the next iteration, so that no PE is further ahead. */
static void close_circle(void) {
    if (me == pes - 1) {
        shmem_double_p(corner, -grid[rows * width - 1], 0);
        shmem_fence();
        shmem_long_p(corner_arrived, iteration, 0);
    }
    if (me == 0) {
        shmem_long_wait_until(corner_arrived, SHMEM_CMP_EQ, iteration);
        grid[1] = *corner;
    }
}

static void pass(void) {
    iteration++;
    for (long row = 1; row < rows; row++) {
        if (me > 0)
            shmem_long_wait_until(&arrived[row], SHMEM_CMP_EQ, iteration);
        calculate(grid + row * width, grid + (row - 1) * width);
        if (me < pes - 1)
            send(row);
    }
    close_circle();
    shmem_barrier_all();
}

static uint64_t check(void) {
    uint64_t sum = 0;
    for (long row = 0; row < rows; row++)
        for (long i = 1; i < width; i++)
            sum += bits_of(grid[row * width + i]);
    return sum;
}

const struct program pipeline = {"pipeline", 2, prepare, pass, check};
