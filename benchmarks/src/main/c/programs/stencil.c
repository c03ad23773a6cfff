/* A star-shaped stencil on a square grid: twin of org.jshmem.examples.Stencil. */
#include "program.h"

#include <shmem.h>
#include <string.h>

#define RADIUS 2

static long size, iterations, first, rows, iteration;
static double *in, *out;
static double *halo;   /* rows from above and from below, for even and odd iterations */
static long *arrived;

static void prepare(const long *arguments) {
    size = arguments[0];
    iterations = arguments[1];
    first = first_of(size, me);
    rows = first_of(size, me + 1) - first;
    in = private_memory((rows + 2 * RADIUS) * size * sizeof *in);
    out = private_memory(rows * size * sizeof *out);
    halo = symmetric_memory(4 * RADIUS * size * sizeof *halo);
    arrived = symmetric_memory(2 * sizeof *arrived);
    memset(arrived, 0, 2 * sizeof *arrived);
    for (long row = 0; row < rows; row++)
        for (long column = 0; column < size; column++)
            in[(row + RADIUS) * size + column] = first + row + (double)column;
    shmem_barrier_all();
}

static double *place(int side) { return halo + (2 * (iteration & 1) + side) * RADIUS * size; }

static void send(int side, const double *rows_to_send, int pe) {
    shmem_double_put(place(side), rows_to_send, RADIUS * size, pe);
    shmem_fence();
    shmem_long_p(&arrived[side], iteration, pe);
}

static void receive(int side, double *rows_to_fill) {
    shmem_long_wait_until(&arrived[side], SHMEM_CMP_GE, iteration);
    memcpy(rows_to_fill, place(side), RADIUS * size * sizeof(double));
}

static double star(const double *at) {
    double sum = 0;
    for (int d = 1; d <= RADIUS; d++) {
        const double weight = 1.0 / (2 * d * RADIUS);
        sum += weight * (at[d] - at[-d] + at[d * size] - at[-d * size]);
    }
    return sum;
}

static void iterate(void) {
    iteration++;
    if (me > 0)
        send(1, in + RADIUS * size, me - 1);
    if (me < pes - 1)
        send(0, in + rows * size, me + 1);
    if (me > 0)
        receive(0, in);
    if (me < pes - 1)
        receive(1, in + (RADIUS + rows) * size);
    const long top = RADIUS > first ? RADIUS - first : 0;
    const long bottom = size - RADIUS - first < rows ? size - RADIUS - first : rows;
    for (long row = top; row < bottom; row++)
        for (long column = RADIUS; column < size - RADIUS; column++)
            out[row * size + column] += star(in + (row + RADIUS) * size + column);
    for (long i = RADIUS * size; i < (RADIUS + rows) * size; i++)
        in[i] += 1;
}

static void pass(void) {
    for (long i = 0; i < iterations; i++)
        iterate();
    shmem_barrier_all();
}

static uint64_t check(void) {
    uint64_t sum = 0;
    for (long i = 0; i < rows * size; i++)
        sum += bits_of(out[i]);
    return sum;
}

const struct program stencil = {"stencil", 2, prepare, pass, check};
