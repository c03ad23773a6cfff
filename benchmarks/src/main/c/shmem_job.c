/* What the harness asks of an OpenSHMEM library, and the memory of the OpenSHMEM operations. */
#include "bench.h"

#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long *symmetric;
long *symmetric_source;
long *private_source;
long *private_target;
int target_pe;

/* Written by PE 0 into every PE's copy. */
static long *command;

void shmem_job_init(void) {
    symmetric = shmem_malloc(MAX_BYTES);
    symmetric_source = shmem_malloc(MAX_BYTES);
    command = shmem_malloc(sizeof *command);
    private_source = malloc(MAX_BYTES);
    private_target = malloc(MAX_BYTES);
    if (!symmetric || !symmetric_source || !command || !private_source || !private_target) {
        fprintf(stderr, "out of memory: raise SHMEM_SYMMETRIC_SIZE\n");
        shmem_global_exit(1);
    }
    memset(symmetric, 1, MAX_BYTES);
    memset(symmetric_source, 2, MAX_BYTES);
    memset(private_source, 3, MAX_BYTES);
    memset(private_target, 4, MAX_BYTES);
    target_pe = shmem_n_pes() - 1;
    shmem_barrier_all();
}

int job_pe(void) { return shmem_my_pe(); }

void job_barrier(void) { shmem_barrier_all(); }

void job_command(long iterations) {
    for (int pe = 0; pe < shmem_n_pes(); pe++)
        shmem_long_p(command, iterations, pe);
}

long job_commanded(void) { return *(volatile long *)command; }

double round_trip_ns(void) {
    static long *line;
    /* Also keeps the slices apart: nobody orders batches of the next one before all have seen the end of this one. */
    shmem_barrier_all();
    if (shmem_n_pes() != 2)
        return 0;
    if (!line)
        line = shmem_align(128, 128);
    int me = shmem_my_pe();
    shmem_barrier_all();
    long *theirs = shmem_ptr(line, 1 - me);
    return theirs ? probe_ns(line, theirs, me) : 0;
}
