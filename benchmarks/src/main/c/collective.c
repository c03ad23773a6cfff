/* Calls that all PEs make together: their time contains the peers' reaction. */
#include "bench.h"

#include <shmem.h>

/* Sizes of calls that move no data; 0 would end the list. */
static const size_t no_data[] = {1, 0};
static const size_t allocation_bytes[] = {1024, 0};

static void barrier_loop(long iterations, size_t bytes) {
    (void)bytes;
    for (long i = 0; i < iterations; i++)
        shmem_barrier_all();
}

static void sync_loop(long iterations, size_t bytes) {
    (void)bytes;
    for (long i = 0; i < iterations; i++)
        shmem_sync_all();
}

static void malloc_free_loop(long iterations, size_t bytes) {
    for (long i = 0; i < iterations; i++) {
        void *block = shmem_malloc(bytes);
        sink = (long)block;
        shmem_free(block);
    }
}

const struct operation collective_operations[] = {
    {"barrier_all", ALL_PES, barrier_loop, no_data},
    {"sync_all", ALL_PES, sync_loop, no_data},
    {"malloc + free", ALL_PES, malloc_free_loop, allocation_bytes},
    {0},
};
