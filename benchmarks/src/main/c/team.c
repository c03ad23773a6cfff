/* Collectives that move data. Open MPI has those of active sets only; here the set is all PEs, as the Java side's team is. */
#include "bench.h"

#include <shmem.h>

/* Work arrays may be used again by the next call but one. */
#define SETS 2

static const size_t no_data[] = {1, 0};
static const size_t block_bytes[] = {8, 4096, 65536, 0};
static const size_t vector_bytes[] = {8, 4096, 65536, 262144, 1048576, 4194304, 16777216, 0};

static long reduce_sync[SETS][SHMEM_REDUCE_SYNC_SIZE];
static long bcast_sync[SETS][SHMEM_BCAST_SYNC_SIZE];
static long alltoall_sync[SETS][SHMEM_ALLTOALL_SYNC_SIZE];
static long collect_sync[SETS][SHMEM_COLLECT_SYNC_SIZE];
static long barrier_sync[SETS][SHMEM_BARRIER_SYNC_SIZE];
static long *work[SETS];

#define FILL(array)                                            \
    for (int set = 0; set < SETS; set++)                       \
        for (size_t i = 0; i < sizeof array[set] / sizeof array[set][0]; i++) \
            array[set][i] = SHMEM_SYNC_VALUE;

/* All PEs together. */
void team_init(void) {
    FILL(reduce_sync)
    FILL(bcast_sync)
    FILL(alltoall_sync)
    FILL(collect_sync)
    FILL(barrier_sync)
    const size_t longest = vector_bytes[sizeof vector_bytes / sizeof vector_bytes[0] - 2] / sizeof(long);
    for (int set = 0; set < SETS; set++)
        work[set] = shmem_malloc((longest / 2 + SHMEM_REDUCE_MIN_WRKDATA_SIZE) * sizeof(long));
    shmem_barrier_all();
}

#define TEAM_LOOP(NAME, CALL)                                  \
    static void NAME(long iterations, size_t bytes) {          \
        const int pes = shmem_n_pes();                         \
        const size_t nelems = bytes / sizeof(long);            \
        (void)nelems;                                          \
        for (long i = 0; i < iterations; i++) {                \
            const int set = i & (SETS - 1);                    \
            CALL;                                              \
        }                                                      \
        shmem_barrier_all();                                   \
    }

TEAM_LOOP(sync_loop, shmem_sync(0, 0, pes, barrier_sync[set]))
TEAM_LOOP(sum_loop,
          shmem_long_sum_to_all(symmetric, symmetric_source, nelems, 0, 0, pes, work[set], reduce_sync[set]))
TEAM_LOOP(broadcast_loop, shmem_broadcast64(symmetric, symmetric_source, nelems, 0, 0, 0, pes, bcast_sync[set]);
          shmem_barrier_all())
TEAM_LOOP(alltoall_loop, shmem_alltoall64(symmetric, symmetric_source, nelems, 0, 0, pes, alltoall_sync[set]))
TEAM_LOOP(fcollect_loop, shmem_fcollect64(symmetric, symmetric_source, nelems, 0, 0, pes, collect_sync[set]))

const struct operation team_operations[] = {
    {"team_sync", ALL_PES, sync_loop, no_data},
    {"sum_reduce", ALL_PES, sum_loop, vector_bytes},
    {"broadcast + barrier", ALL_PES, broadcast_loop, vector_bytes},
    {"alltoall", ALL_PES, alltoall_loop, block_bytes},
    {"fcollect", ALL_PES, fcollect_loop, block_bytes},
    {0},
};
