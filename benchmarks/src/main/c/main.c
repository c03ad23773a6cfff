/*
 * The C side of the comparison: oshrun -np 2 bench [slice ms] [collectives | hosts]
 *
 * "collectives" measures only the calls that all PEs make together: the only ones of interest with more than two PEs.
 * "hosts" is for PEs that do not share memory.
 */
#include "bench.h"

#include <shmem.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    const double slice_ns = (argc > 1 ? atof(argv[1]) : 50) * 1e6;
    const int only_collectives = argc > 2 && strcmp(argv[2], "collectives") == 0;
    const int on_hosts = argc > 2 && strcmp(argv[2], "hosts") == 0;
    const struct plan plan = {.warmup_ns = slice_ns / 5, .slice_ns = slice_ns, .slices_when_peers_react = 5};

    shmem_init();
    shmem_job_init();
    if (on_hosts) {
        team_init();
        bench_run(collective_operations, &plan);
        bench_run(team_operations, &plan);
        bench_run(rma_operations, &plan);
        bench_run(atomic_operations, &plan);
        shmem_finalize();
        return 0;
    }
    team_init();
    handoff_init();
    bench_run(handoff_operations, &plan);
    bench_run(collective_operations, &plan);
    bench_run(team_operations, &plan);
    if (!only_collectives) {
        bench_run(rma_operations, &plan);
        bench_run(strided_operations, &plan);
        bench_run(atomic_operations, &plan);
        lock_init();
        bench_run(lock_operations, &plan);
        bench_run(limit_operations, &plan);
    }
    shmem_finalize();
    return 0;
}
