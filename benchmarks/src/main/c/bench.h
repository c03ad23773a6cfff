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
};

/* The buffers of the transfers: one symmetric array per side, private memory for the other side. */
extern long *symmetric;
extern long *symmetric_source;
extern long *private_source;
extern long *private_target;
extern int target_pe;

/* Keeps results alive. */
extern volatile long sink;

void bench_init(void);
void lock_init(void);
void bench_run(const struct operation *operation, const struct plan *plan);

double now_ns(void);
/* Median round trip of a cache line between PE 0 and PE 1; 0 unless there are two PEs. All PEs call it, as a barrier. */
double round_trip_ns(void);

extern const struct operation rma_operations[];
extern const struct operation strided_operations[];
extern const struct operation atomic_operations[];
extern const struct operation collective_operations[];
extern const struct operation lock_operations[];
extern const struct operation team_operations[];
extern const struct operation handoff_operations[];
extern const struct operation limit_operations[];

/* Makes what the team operations need. */
void team_init(void);
void handoff_init(void);

#endif
