#include "bench.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_BATCHES 20000
#define MIN_BATCHES 10
#define BATCH_NS 50e3
#define BATCH_OF_ALL_NS 2e6 /* long against the skew with which PEs start it, above all where PEs share CPUs */

volatile long sink;

static double batch_means[MAX_BATCHES];

/* Runs one batch on every PE that takes part and returns its duration on PE 0. */
static double timed_batch(const struct operation *op, long iterations, size_t bytes) {
    if (op->participants == ALL_PES) {
        job_command(iterations);
        job_barrier();
    }
    double start = now_ns();
    op->loop(iterations, bytes);
    return now_ns() - start;
}

static void end_point(const struct operation *op) {
    if (op->participants == ALL_PES)
        job_command(0);
    job_barrier();
}

/* The other PEs: run the batches PE 0 orders, or just wait. */
static void follow(const struct operation *op, size_t bytes) {
    job_barrier();
    if (op->participants == PE_0_ALONE)
        return;
    while (job_commanded() != 0) {
        op->loop(job_commanded(), bytes);
        job_barrier();
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

int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#define PROBE_BATCHES 11
#define PROBE_ROUND_TRIPS 200

double probe_ns(long *mine, long *theirs, int me) {
    static long turn;
    double means[PROBE_BATCHES];
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

static void measure_slice(const struct operation *op, size_t bytes, const struct plan *plan, double *after) {
    double before = round_trip_ns();
    if (job_pe() != 0) {
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
    printf("{\"operation\": \"%s\", \"bytes\": %zu, \"medianNs\": %.3f, \"p10Ns\": %.3f, \"p99Ns\": %.3f, "
           "\"batches\": %d, \"iterations\": %ld, \"roundTripBeforeNs\": %.1f, \"roundTripAfterNs\": %.1f}\n",
           op->name, bytes, batch_means[batches / 2], batch_means[batches / 10], batch_means[(int)(batches * 0.99)], batches,
           iterations, before, *after);
    fflush(stdout);
}

void bench_measure(const struct operation *op, size_t bytes, const struct plan *plan) {
    int slices = op->participants == ALL_PES ? plan->slices_when_peers_react : 1;
    for (int slice = 0; slice < slices; slice++) {
        double after;
        measure_slice(op, bytes, plan, &after);
    }
}

static void run(const struct operation *op, const struct plan *plan) {
    for (const size_t *bytes = op->sizes; *bytes; bytes++)
        bench_measure(op, *bytes, plan);
}

int bench_is_wanted(const struct operation *op, const struct plan *plan) {
    regex_t only;
    if (!plan->only)
        return 1;
    if (regcomp(&only, plan->only, REG_EXTENDED | REG_NOSUB)) {
        fprintf(stderr, "%s is no regular expression\n", plan->only);
        exit(1);
    }
    const int matches = regexec(&only, op->name, 0, NULL, 0) == 0;
    regfree(&only);
    return matches;
}

void bench_run(const struct operation *operations, const struct plan *plan) {
    for (const struct operation *op = operations; op->name; op++)
        if (bench_is_wanted(op, plan))
            run(op, plan);
}
