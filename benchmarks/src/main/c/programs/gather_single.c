/* An index gather by a get of one element each: twin of org.jshmem.benchmarks.programs.GatherSingle. */
#include "indices.h"

#include <shmem.h>
#include <string.h>

static long reads;
static long *indices, *found, *table;

static void prepare(const long *arguments) {
    reads = arguments[0];
    indices = random_indices(reads);
    found = private_memory(reads * sizeof *found);
    table = readable_table();
    shmem_barrier_all();
}

static void pass(void) {
    for (long i = 0; i < reads; i++)
        found[i] = shmem_long_g(&table[indices[i] / pes], (int)(indices[i] % pes));
    shmem_barrier_all();
}

static uint64_t check(void) {
    const uint64_t sum = sum_of(found, reads);
    memset(found, 0, reads * sizeof *found); /* so that the next pass has to find them again */
    return sum;
}

const struct program gather_single = {"gather-single", 1, prepare, pass, check};
