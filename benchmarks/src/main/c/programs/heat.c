/* The heat equation on a plate in bands of rows: twin of org.jshmem.examples.Heat. */
#include "program.h"

#include <shmem.h>

#define ALPHA 0.2

static long size, steps, rows, first;
static double *one, *two, *result;

static long first_row(int pe) { return 1 + first_of(size - 2, pe); }

static long rows_of(int pe) { return first_row(pe + 1) - first_row(pe); }

static void prepare(const long *arguments) {
    size = arguments[0];
    steps = arguments[1];
    first = first_row(me);
    rows = rows_of(me);
    const long largest = (size - 3) / pes + 1;
    one = symmetric_memory((largest + 2) * size * sizeof *one);
    two = symmetric_memory((largest + 2) * size * sizeof *two);
}

static double square(double x) { return x * x; }

static double start_temperature(long row, long column) {
    const double ring = square(row - 0.55 * size) + square(column - 0.4 * size);
    const double disc = square(row - 0.7 * size) + square(column - 0.75 * size);
    const int on_ring = ring > square(0.2 * size) && ring < square(0.26 * size);
    return row == 0 || on_ring || disc < square(0.12 * size) ? 1 : 0;
}

static void heat_up(double *band) {
    for (long row = 0; row < rows + 2; row++)
        for (long column = 0; column < size; column++)
            band[row * size + column] = start_temperature(first - 1 + row, column);
}

static void step_row(const double *restrict now, double *restrict next, long start, long columns) {
    for (long i = start + 1; i < start + columns - 1; i++) {
        const double here = now[i];
        const double around = now[i - columns] + now[i + columns] + now[i - 1] + now[i + 1];
        next[i] = here + ALPHA * (around - 4 * here);
    }
}

static void pass(void) {
    heat_up(one);
    heat_up(two);
    shmem_barrier_all();
    double *now = one, *next = two;
    for (long step = 0; step < steps; step++) {
        for (long row = 1; row <= rows; row++)
            step_row(now, next, row * size, size);
        if (me > 0)
            shmem_double_put(next + (rows_of(me - 1) + 1) * size, next + size, size, me - 1);
        if (me < pes - 1)
            shmem_double_put(next, next + rows * size, size, me + 1);
        shmem_barrier_all();
        double *old = now;
        now = next;
        next = old;
    }
    result = now;
}

static uint64_t check(void) {
    uint64_t sum = 0;
    for (long i = size; i < (rows + 1) * size; i++)
        sum += bits_of(result[i]);
    return sum;
}

const struct program heat = {"heat", 2, prepare, pass, check};
