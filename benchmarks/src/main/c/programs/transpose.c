/* Adds the transpose of a matrix to another: twin of org.jshmem.examples.Transpose. */
#include "program.h"

#include <shmem.h>
#include <string.h>

static long order, iterations, width, iteration;
static double *a, *b, *block;
static double *blocks; /* a block from each PE */
static long *arrived;

static void prepare(const long *arguments) {
    order = (arguments[0] + pes - 1) / pes * pes;
    iterations = arguments[1];
    width = order / pes;
    a = private_memory(width * order * sizeof *a);
    b = private_memory(width * order * sizeof *b);
    block = private_memory(width * width * sizeof *block);
    blocks = symmetric_memory(pes * width * width * sizeof *blocks);
    arrived = symmetric_memory(pes * sizeof *arrived);
    memset(arrived, 0, pes * sizeof *arrived);
    for (long column = 0; column < width; column++)
        for (long row = 0; row < order; row++)
            a[column * order + row] = row + (double)order * ((double)me * width + column);
    shmem_barrier_all();
}

static void send(int pe) {
    for (long column = 0; column < width; column++)
        for (long row = 0; row < width; row++)
            block[row * width + column] = a[column * order + pe * width + row];
    shmem_double_put(blocks + me * width * width, block, width * width, pe);
    shmem_fence();
    shmem_long_p(&arrived[me], iteration, pe);
}

static void add(int pe) {
    const double *its = blocks + pe * width * width;
    for (long column = 0; column < width; column++)
        for (long row = 0; row < width; row++)
            b[column * order + pe * width + row] += its[column * width + row];
}

static void iterate(void) {
    iteration++;
    for (int i = 0; i < pes; i++)
        send((me + i) % pes);
    for (int i = 0; i < pes; i++) {
        const int pe = (me + pes - i) % pes;
        shmem_long_wait_until(&arrived[pe], SHMEM_CMP_GE, iteration);
        add(pe);
    }
    for (long i = 0; i < width * order; i++)
        a[i] += 1;
    shmem_barrier_all(); /* nobody sends the next block before this one is used */
}

static void pass(void) {
    for (long i = 0; i < iterations; i++)
        iterate();
}

static uint64_t check(void) {
    uint64_t sum = 0;
    for (long i = 0; i < width * order; i++)
        sum += bits_of(b[i]);
    return sum;
}

const struct program transpose = {"transpose", 2, prepare, pass, check};
