/* The best that PEs which share CPUs can do: a barrier of one store and one load per peer, yielding at once. */
#include "bench.h"

#include <sched.h>
#include <shmem.h>
#include <stdlib.h>

#define LINE_BYTES 128

static const size_t no_data[] = {1, 0};

static long **lines; /* of every PE */
static long turn;

/* All PEs together. */
void handoff_init(void) {
    long *line = shmem_align(LINE_BYTES, LINE_BYTES);
    *line = 0;
    lines = malloc(shmem_n_pes() * sizeof *lines);
    for (int pe = 0; pe < shmem_n_pes(); pe++)
        lines[pe] = shmem_ptr(line, pe);
    shmem_barrier_all();
}

static void yield_loop(long iterations, size_t bytes) {
    (void)bytes;
    const int me = shmem_my_pe(), pes = shmem_n_pes();
    for (long i = 0; i < iterations; i++) {
        turn++;
        __atomic_store_n(lines[me], turn, __ATOMIC_RELEASE);
        for (int pe = 0; pe < pes; pe++)
            while (__atomic_load_n(lines[pe], __ATOMIC_ACQUIRE) < turn)
                sched_yield();
    }
}

const struct operation handoff_operations[] = {
    {"hand-off by yield", ALL_PES, yield_loop, no_data},
    {0},
};
