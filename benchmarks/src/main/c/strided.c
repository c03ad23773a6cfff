/* 1024 longs, every second element on both sides. */
#include "bench.h"

#include <shmem.h>

#define NELEMS 1024
#define STRIDE 2

static const size_t strided_bytes[] = {NELEMS * sizeof(long), 0};

static void iput_loop(long iterations, size_t bytes) {
    (void)bytes;
    for (long i = 0; i < iterations; i++)
        shmem_long_iput(symmetric, private_source, STRIDE, STRIDE, NELEMS, target_pe);
    shmem_quiet();
}

static void iget_loop(long iterations, size_t bytes) {
    (void)bytes;
    for (long i = 0; i < iterations; i++)
        shmem_long_iget(private_target, symmetric, STRIDE, STRIDE, NELEMS, target_pe);
    sink = private_target[0];
}

const struct operation strided_operations[] = {
    {"iput, stride 2", PE_0_ALONE, iput_loop, strided_bytes},
    {"iget, stride 2", PE_0_ALONE, iget_loop, strided_bytes},
    {0},
};
