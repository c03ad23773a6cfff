/* Atomic operations on one word of the peer, and words and signals that two PEs send back and forth. */
#include "bench.h"

#include <shmem.h>

#define STREAM 64

static const size_t one_long[] = {sizeof(long), 0};
static const size_t signal_sizes[] = {sizeof(long), 4096, 0};

static void fetch_add_loop(long iterations, size_t bytes) {
    (void)bytes;
    long sum = 0;
    for (long i = 0; i < iterations; i++)
        sum += shmem_long_atomic_fetch_add(symmetric, 1, target_pe);
    sink = sum;
}

static void compare_swap_loop(long iterations, size_t bytes) {
    (void)bytes;
    long sum = 0;
    for (long i = 0; i < iterations; i++)
        sum += shmem_long_atomic_compare_swap(symmetric, i, i + 1, target_pe);
    sink = sum;
}

static void swap_loop(long iterations, size_t bytes) {
    (void)bytes;
    long sum = 0;
    for (long i = 0; i < iterations; i++)
        sum += shmem_long_atomic_swap(symmetric, i, target_pe);
    sink = sum;
}

static void fetch_loop(long iterations, size_t bytes) {
    (void)bytes;
    long sum = 0;
    for (long i = 0; i < iterations; i++)
        sum += shmem_long_atomic_fetch(symmetric, target_pe);
    sink = sum;
}

static void add_stream_loop(long iterations, size_t bytes) {
    (void)bytes;
    for (long i = 0; i < iterations; i++) {
        for (int k = 0; k < STREAM; k++)
            shmem_long_atomic_add(symmetric, k, target_pe);
        shmem_quiet();
    }
}

/* PE 0 sends a number, the last PE sends it back. Both count on from where the last batch ended. */
static long turn = 1; /* what the buffers are filled with */

static int is_end_of_pair(void) {
    return shmem_my_pe() == 0 || shmem_my_pe() == target_pe;
}

static void p_wait_loop(long iterations, size_t bytes) {
    (void)bytes;
    const int first = shmem_my_pe() == 0, peer = first ? target_pe : 0;
    long *flag = symmetric + 32;
    for (long i = 0; is_end_of_pair() && i < iterations; i++) {
        const long now = turn + i + 1;
        if (first)
            shmem_long_p(flag, now, peer);
        shmem_long_wait_until(flag, SHMEM_CMP_EQ, now);
        if (!first)
            shmem_long_p(flag, now, peer);
    }
    turn += iterations;
}

/* OSHMEM has no put with signal: a put, a fence and a p do the same. */
static void signal_wait_loop(long iterations, size_t bytes) {
    const int first = shmem_my_pe() == 0, peer = first ? target_pe : 0;
    const size_t nelems = bytes / sizeof(long);
    long *flag = symmetric + 32, *data = symmetric + 64;
    for (long i = 0; is_end_of_pair() && i < iterations; i++) {
        const long now = turn + i + 1;
        if (!first)
            shmem_long_wait_until(flag, SHMEM_CMP_EQ, now);
        shmem_long_put(data, symmetric_source, nelems, peer);
        shmem_fence();
        shmem_long_p(flag, now, peer);
        if (first)
            shmem_long_wait_until(flag, SHMEM_CMP_EQ, now);
    }
    turn += iterations;
}

const struct operation atomic_operations[] = {
    {"atomic fetch_add", PE_0_ALONE, fetch_add_loop, one_long},
    {"atomic compare_swap", PE_0_ALONE, compare_swap_loop, one_long},
    {"atomic swap", PE_0_ALONE, swap_loop, one_long},
    {"atomic fetch", PE_0_ALONE, fetch_loop, one_long},
    {"64 atomic add + quiet", PE_0_ALONE, add_stream_loop, one_long},
    {"p, wait_until, and back", ALL_PES, p_wait_loop, one_long},
    {"put_signal, wait, and back", ALL_PES, signal_wait_loop, signal_sizes},
    {0},
};
