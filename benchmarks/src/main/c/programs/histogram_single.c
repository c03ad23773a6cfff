/* A histogram by an atomic operation for each update: twin of org.jshmem.benchmarks.programs.HistogramSingle. */
#include "indices.h"

#include <shmem.h>

static long updates;
static long *indices, *table;

static void prepare(const long *arguments) {
    updates = arguments[0];
    indices = random_indices(updates);
    table = counters();
    shmem_barrier_all();
}

static void pass(void) {
    for (long i = 0; i < updates; i++)
        shmem_long_atomic_inc(&table[indices[i] / pes], (int)(indices[i] % pes));
    shmem_barrier_all();
}

static uint64_t check(void) { return sum_of(table, PER_PE); }

const struct program histogram_single = {"histogram-single", 1, prepare, pass, check};
