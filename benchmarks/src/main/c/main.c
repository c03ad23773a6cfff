/*
 * The C side of the comparison: oshrun -np 2 bench [slice ms] [collectives]
 *
 * "collectives" measures only the calls that all PEs make together: the only ones of interest with more than two PEs.
 */
#include "bench.h"

#include <shmem.h>
#include <stdlib.h>
#include <string.h>

static void run_all(const struct operation *operations, const struct plan *plan) {
    for (const struct operation *op = operations; op->name; op++)
        bench_run(op, plan);
}

int main(int argc, char **argv) {
    const double slice_ns = (argc > 1 ? atof(argv[1]) : 50) * 1e6;
    const int only_collectives = argc > 2 && strcmp(argv[2], "collectives") == 0;
    const struct plan plan = {.warmup_ns = slice_ns / 5, .slice_ns = slice_ns, .slices_when_peers_react = 5};

    shmem_init();
    bench_init();
    team_init();
    handoff_init();
    run_all(handoff_operations, &plan);
    run_all(collective_operations, &plan);
    run_all(team_operations, &plan);
    if (!only_collectives) {
        run_all(rma_operations, &plan);
        run_all(strided_operations, &plan);
        run_all(atomic_operations, &plan);
        lock_init();
        run_all(lock_operations, &plan);
        run_all(limit_operations, &plan);
    }
    shmem_finalize();
    return 0;
}
