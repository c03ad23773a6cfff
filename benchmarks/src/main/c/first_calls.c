/*
 * A program's first calls: oshrun -np 2 first_calls OPERATION
 *
 * Prints how long the first 1,000 and the first 100,000 calls took on PE 0. Twin of org.jshmem.benchmarks.programs.FirstCalls.
 */
#include "clock.h"

#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SOME 1000
#define MANY 100000
#define BLOCK_BYTES 1024
#define PUT_LONGS 512
#define SETS 2

static int me, pes;
static double start, after_some;
static long *dest, *source, *flag, *work[SETS];
static long sync_work[SETS][SHMEM_REDUCE_SYNC_SIZE];

static void note(long calls) {
    if (calls == SOME)
        after_some = now_ns();
}

static void barrier(void) {
    for (long i = 1; i <= MANY; i++) {
        shmem_barrier_all();
        note(i);
    }
}

static void sum(void) {
    for (long i = 1; i <= MANY; i++) {
        shmem_long_sum_to_all(dest, source, 1, 0, 0, pes, work[i & 1], sync_work[i & 1]);
        note(i);
    }
}

static void malloc_free(void) {
    for (long i = 1; i <= MANY; i++) {
        shmem_free(shmem_malloc(BLOCK_BYTES));
        note(i);
    }
}

static void p_wait(void) {
    for (long i = 1; i <= MANY; i++) {
        if (me == 0)
            shmem_long_p(flag, i, 1);
        shmem_long_wait_until(flag, SHMEM_CMP_EQ, i);
        if (me != 0)
            shmem_long_p(flag, i, 0);
        note(i);
    }
}

static void put(void) {
    static long block[PUT_LONGS];
    for (long i = 1; me == 0 && i <= MANY; i++) {
        shmem_long_put(dest, block, PUT_LONGS, 1);
        note(i);
    }
}

static const struct {
    const char *name;
    void (*loop)(void);
} loops[] = {
    {"barrier_all", barrier},
    {"sum_reduce, 8 B", sum},
    {"malloc + free, 1 KiB", malloc_free},
    {"p, wait_until, and back", p_wait},
    {"put, 4 KiB", put},
};

static void *zeroed(size_t bytes) {
    void *memory = shmem_align(128, bytes);
    memset(memory, 0, bytes);
    return memory;
}

static void allocate(void) {
    dest = zeroed(PUT_LONGS * sizeof *dest);
    source = zeroed(sizeof *source);
    flag = zeroed(sizeof *flag);
    for (int set = 0; set < SETS; set++) {
        work[set] = zeroed(SHMEM_REDUCE_MIN_WRKDATA_SIZE * sizeof(long));
        for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
            sync_work[set][i] = SHMEM_SYNC_VALUE;
    }
    shmem_barrier_all();
}

int main(int argc, char **argv) {
    void (*loop)(void) = NULL;
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
        if (argc == 2 && strcmp(loops[i].name, argv[1]) == 0)
            loop = loops[i].loop;
    if (!loop) {
        fprintf(stderr, "first_calls OPERATION\n");
        return 1;
    }
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    allocate();
    start = now_ns();
    loop();
    const double end = now_ns();
    shmem_barrier_all();
    if (me == 0) {
        printf("{\"pass\": 1, \"ns\": %.0f, \"check\": \"0\"}\n", after_some - start);
        printf("{\"pass\": 2, \"ns\": %.0f, \"check\": \"0\"}\n", end - start);
    }
    shmem_finalize();
    return 0;
}
