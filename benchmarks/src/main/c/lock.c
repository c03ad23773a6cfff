/* A lock without contention, set and cleared by the PE that keeps it and by another. */
#include "bench.h"

#include <shmem.h>
#include <string.h>

#define LOCKS 16
#define TRIES 2000

static const size_t no_data[] = {1, 0};
static long *locks;
static int own, other;

static void loop(long iterations, int lock) {
    for (long i = 0; i < iterations; i++) {
        shmem_set_lock(&locks[lock]);
        shmem_clear_lock(&locks[lock]);
    }
}

/* Which PE keeps a lock is the library's secret: the fastest of many is this PE's, the slowest another's. */
static void choose(void) {
    double least = 1e30, most = 0;
    for (int lock = 0; lock < LOCKS; lock++) {
        loop(TRIES, lock);
        double start = now_ns();
        loop(TRIES, lock);
        double elapsed = now_ns() - start;
        if (elapsed < least) {
            least = elapsed;
            own = lock;
        }
        if (elapsed > most) {
            most = elapsed;
            other = lock;
        }
    }
}

void lock_init(void) {
    locks = shmem_malloc(LOCKS * sizeof *locks);
    memset(locks, 0, LOCKS * sizeof *locks);
    shmem_barrier_all();
    if (shmem_my_pe() == 0)
        choose();
    shmem_barrier_all();
}

static void own_loop(long iterations, size_t bytes) {
    (void)bytes;
    loop(iterations, own);
}

static void other_loop(long iterations, size_t bytes) {
    (void)bytes;
    loop(iterations, other);
}

const struct operation lock_operations[] = {
    {"set_lock + clear_lock, home PE", PE_0_ALONE, own_loop, no_data},
    {"set_lock + clear_lock, other PE", PE_0_ALONE, other_loop, no_data},
    {0},
};
