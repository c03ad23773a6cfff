/*
 * The harness of the C benchmark, twin of org.jshmem.benchmarks: same operations, same loops, same method.
 *
 * Method: a point (operation, size) is warmed up, then timed in batches long enough to make the clock's own cost
 * vanish; its value is the median of the batch means. Points that need the peer to react are measured in several slices,
 * and the round trip of a cache line between PE 0 and PE 1 is probed before and after each slice, because it varies with
 * the machine's state. One line of JSON per slice goes to standard output.
 */
#ifndef JSHMEM_BENCH_H
#define JSHMEM_BENCH_H

#include "clock.h"

#include <stddef.h>
#include <stdint.h>

/* The largest transfer, and so the length in bytes of every buffer. */
#define MAX_BYTES (64L * 1024 * 1024)

/* Who runs an operation: PE 0 while the others wait in a barrier, or all PEs together. */
enum participants { PE_0_ALONE, ALL_PES };

/* Runs an operation `iterations` times on `bytes` bytes each. */
typedef void (*loop_fn)(long iterations, size_t bytes);

struct operation {
    const char *name;
    enum participants participants;
    loop_fn loop;
    const size_t *sizes; /* ends with 0 */
};

/* How long to measure. */
struct plan {
    double warmup_ns;
    double slice_ns;
    int slices_when_peers_react;
    const char *only; /* an extended regular expression that names match; null for all */
};

/* What the harness needs of a job, whatever connects its PEs. */
int job_pe(void);
void job_barrier(void);
/* PE 0 tells all PEs how many iterations the next batch has, or by 0 that the slice ends; they know after the next barrier. */
void job_command(long iterations);
long job_commanded(void);
/* Median round trip of a cache line between PE 0 and PE 1; 0 unless there are two PEs that share memory. All PEs call it, as a
 * barrier. */
double round_trip_ns(void);

/* The same, once the barrier is past: each PE waits for its own line, which the other one has. */
double probe_ns(long *mine, long *theirs, int me);

/* Measures operations; the list ends with one that has no name. All PEs call it. */
void bench_run(const struct operation *operations, const struct plan *plan);

/* Measures one size of one operation. All PEs call it. */
void bench_measure(const struct operation *op, size_t bytes, const struct plan *plan);

/* Whether the plan is to measure this operation. */
int bench_is_wanted(const struct operation *op, const struct plan *plan);

int compare_doubles(const void *a, const void *b);

/* Keeps results alive. */
extern volatile long sink;

/* The buffers of OpenSHMEM's transfers: one symmetric array per side, private memory for the other side. */
extern long *symmetric;
extern long *symmetric_source;
extern long *private_source;
extern long *private_target;
extern int target_pe;

void shmem_job_init(void);

extern const struct operation rma_operations[];
extern const struct operation strided_operations[];
extern const struct operation atomic_operations[];
extern const struct operation collective_operations[];
extern const struct operation lock_operations[];
extern const struct operation team_operations[];
extern const struct operation handoff_operations[];
extern const struct operation limit_operations[];

/* Makes what these operations need. */
void lock_init(void);
void team_init(void);
void handoff_init(void);

#endif
