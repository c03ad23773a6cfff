#include "bench.h"

#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_BATCHES 20000
#define MIN_BATCHES 10
#define BATCH_NS 50e3
#define BATCH_OF_ALL_NS 2e6 /* long against the skew with which PEs start it, above all where PEs share CPUs */

long *symmetric;
long *symmetric_source;
long *private_source;
long *private_target;
int target_pe;
volatile long sink;

/* Iterations of the next batch, written by PE 0 into every PE's copy; 0 ends the point. */
static long *command;
static double batch_means[MAX_BATCHES];

double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

void bench_init(void) {
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

/* Runs one batch on every PE that takes part and returns its duration on PE 0. */
static double timed_batch(const struct operation *op, long iterations, size_t bytes) {
    if (op->participants == ALL_PES) {
        for (int pe = 0; pe < shmem_n_pes(); pe++)
            shmem_long_p(command, iterations, pe);
        shmem_barrier_all();
    }
    double start = now_ns();
    op->loop(iterations, bytes);
    return now_ns() - start;
}

static void end_point(const struct operation *op) {
    if (op->participants == ALL_PES)
        for (int pe = 0; pe < shmem_n_pes(); pe++)
            shmem_long_p(command, 0, pe);
    shmem_barrier_all();
}

/* The other PEs: run the batches PE 0 orders, or just wait. */
static void follow(const struct operation *op, size_t bytes) {
    shmem_barrier_all();
    if (op->participants == PE_0_ALONE)
        return;
    while (*(volatile long *)command != 0) {
        op->loop(*(volatile long *)command, bytes);
        shmem_barrier_all();
    }
}

/* Doubles the batch until it lasts long enough, which warms up as well. */
static long calibrate(const struct operation *op, size_t bytes, double warmup_ns) {
    double batch_ns = op->participants == ALL_PES ? BATCH_OF_ALL_NS : BATCH_NS;
    double start = now_ns();
    long iterations = 1;
    for (;;) {
        double elapsed = timed_batch(op, iterations, bytes);
        if (elapsed < batch_ns)
            iterations *= 2;
        else if (now_ns() - start >= warmup_ns)
            return iterations;
    }
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure_slice(const struct operation *op, size_t bytes, const struct plan *plan, double *after) {
    double before = round_trip_ns();
    if (shmem_my_pe() != 0) {
        follow(op, bytes);
        *after = round_trip_ns();
        return;
    }
    long iterations = calibrate(op, bytes, plan->warmup_ns);
    double deadline = now_ns() + plan->slice_ns;
    int batches = 0;
    do
        batch_means[batches++] = timed_batch(op, iterations, bytes) / iterations;
    while (batches < MAX_BATCHES && (batches < MIN_BATCHES || now_ns() < deadline));
    end_point(op);
    *after = round_trip_ns();
    qsort(batch_means, batches, sizeof *batch_means, compare_doubles);
    printf("{\"operation\": \"%s\", \"bytes\": %zu, \"medianNs\": %.3f, \"p99Ns\": %.3f, \"batches\": %d, "
           "\"iterations\": %ld, \"roundTripBeforeNs\": %.1f, \"roundTripAfterNs\": %.1f}\n",
           op->name, bytes, batch_means[batches / 2], batch_means[(int)(batches * 0.99)], batches,
           iterations, before, *after);
    fflush(stdout);
}

void bench_run(const struct operation *op, const struct plan *plan) {
    int slices = op->participants == ALL_PES ? plan->slices_when_peers_react : 1;
    for (const size_t *bytes = op->sizes; *bytes; bytes++)
        for (int slice = 0; slice < slices; slice++) {
            double after;
            measure_slice(op, *bytes, plan, &after);
        }
}

#define PROBE_BATCHES 11
#define PROBE_ROUND_TRIPS 200

double round_trip_ns(void) {
    static long *line;
    static long turn;
    double means[PROBE_BATCHES];
    /* Also keeps the slices apart: nobody orders batches of the next one before all have seen the end of this one. */
    shmem_barrier_all();
    if (shmem_n_pes() != 2)
        return 0;
    if (!line)
        line = shmem_align(128, 128);
    int me = shmem_my_pe();
    long *mine = line, *theirs = shmem_ptr(line, 1 - me);
    shmem_barrier_all();
    for (int batch = 0; batch < PROBE_BATCHES; batch++) {
        double start = now_ns();
        for (int i = 0; i < PROBE_ROUND_TRIPS; i++) {
            turn++;
            if (me == 0)
                __atomic_store_n(theirs, turn, __ATOMIC_RELEASE);
            while (__atomic_load_n(mine, __ATOMIC_ACQUIRE) != turn)
                ;
            if (me == 1)
                __atomic_store_n(theirs, turn, __ATOMIC_RELEASE);
        }
        means[batch] = (now_ns() - start) / PROBE_ROUND_TRIPS;
    }
    qsort(means, PROBE_BATCHES, sizeof *means, compare_doubles);
    return means[PROBE_BATCHES / 2];
}
