/*
 * Whole programs: oshrun -np N programs MS NAME ARGUMENT...
 *
 * Runs a program again and again, for MS milliseconds and four times at least, and prints a line of JSON for each pass: its time by the
 * program's own clock, the largest of all PEs, and a sum to compare. The first pass begins when init has returned. Twin of
 * org.jshmem.benchmarks.programs.Programs.
 */
#include "program.h"

#include "../clock.h"

#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIN_PASSES 4
#define NS_PER_MS 1e6
#define MAX_ARGUMENTS 4

int me, pes;

static const struct program *const programs[] = {
    &heat, &stencil, &transpose, &bucket_sort, &gups, &integer_sort, &pipeline, &exstack, &histogram_single, &gather_single, &gather_exstack,
};

static double *elapsed_ns;
static uint64_t *check;
static long *more;

void *symmetric_memory(size_t bytes) {
    void *memory = shmem_align(128, bytes);
    if (!memory) {
        fprintf(stderr, "out of symmetric memory: raise SHMEM_SYMMETRIC_SIZE\n");
        shmem_global_exit(1);
    }
    return memory;
}

void *private_memory(size_t bytes) {
    void *memory = calloc(1, bytes);
    if (!memory) {
        fprintf(stderr, "out of memory\n");
        shmem_global_exit(1);
    }
    return memory;
}

uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static const struct program *find(const char *name, int arguments) {
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (strcmp(programs[i]->name, name) == 0 && programs[i]->arguments == arguments)
            return programs[i];
    fprintf(stderr, "programs: there is no program %s with %d arguments\n", name, arguments);
    exit(1);
}

/* On PE 0, which also tells all whether there is another pass. */
static void report(long pass, int last) {
    double longest = 0;
    uint64_t sum = 0;
    for (int pe = 0; pe < pes; pe++) {
        const double its = shmem_double_g(elapsed_ns, pe);
        longest = its > longest ? its : longest;
        sum += shmem_uint64_g(check, pe);
        shmem_long_p(more, !last, pe);
    }
    printf("{\"pass\": %ld, \"ns\": %.0f, \"check\": \"%016lx\"}\n", pass, longest, (unsigned long)sum);
    fflush(stdout);
}

static void run(const struct program *p, const long *arguments, double ms) {
    elapsed_ns = symmetric_memory(sizeof *elapsed_ns);
    check = symmetric_memory(sizeof *check);
    more = symmetric_memory(sizeof *more);
    shmem_barrier_all();
    const double start = now_ns();
    double begin = start;
    p->prepare(arguments);
    for (long pass = 1;; pass++) {
        p->pass();
        const double end = now_ns();
        *elapsed_ns = end - begin;
        *check = p->check();
        shmem_barrier_all();
        if (me == 0)
            report(pass, pass >= MIN_PASSES && end - start >= ms * NS_PER_MS);
        shmem_barrier_all();
        if (!*(volatile long *)more)
            return;
        shmem_barrier_all();
        begin = now_ns();
    }
}

int main(int argc, char **argv) {
    if (argc < 3 || argc > 3 + MAX_ARGUMENTS) {
        fprintf(stderr, "programs MS NAME ARGUMENT...\n");
        return 1;
    }
    long arguments[MAX_ARGUMENTS];
    for (int i = 3; i < argc; i++)
        arguments[i - 3] = atol(argv[i]);
    const struct program *p = find(argv[2], argc - 3);
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    run(p, arguments, atof(argv[1]));
    shmem_finalize();
    return 0;
}
