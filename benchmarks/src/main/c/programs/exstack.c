/*
 * A histogram of a table that is spread over all PEs, by an exchange in bulk with many barriers; in the manner of the exstack of bale. Twin of
 * org.jshmem.benchmarks.programs.Exstack.
 */
#include "program.h"

#include <shmem.h>
#include <string.h>

#define CAPACITY 512 /* items in a buffer */
#define COUNTERS 1000 /* of each PE */

static long updates;
static long *targets;       /* the counters to be raised */
static long *table;
static long *outgoing;      /* a buffer for each PE: its length, then items */
static long *incoming;      /* a buffer from each PE */
static long *finished;      /* by PE: whether it has nothing more to send */
static long exchanges;

static long *buffer(long *buffers, int pe) { return buffers + pe * (CAPACITY + 1); }

static void prepare(const long *arguments) {
    updates = arguments[0];
    targets = private_memory(updates * sizeof *targets);
    outgoing = private_memory(pes * (CAPACITY + 1) * sizeof *outgoing);
    incoming = symmetric_memory(pes * (CAPACITY + 1) * sizeof *incoming);
    finished = symmetric_memory(pes * sizeof *finished);
    table = symmetric_memory(COUNTERS * sizeof *table);
    memset(table, 0, COUNTERS * sizeof *table);
    uint64_t random = 1 + me;
    for (long i = 0; i < updates; i++) {
        random = next_random(random);
        targets[i] = (long)((random >> 1) % (uint64_t)(COUNTERS * pes));
    }
    shmem_barrier_all();
}

static int push(int pe, long item) {
    long *to = buffer(outgoing, pe);
    if (to[0] == CAPACITY)
        return 0;
    to[++to[0]] = item;
    return 1;
}

static void exchange(void) {
    shmem_barrier_all();
    for (int i = 0; i < pes; i++) {
        const int pe = (me + i) % pes;
        long *from = buffer(outgoing, pe);
        shmem_long_put(buffer(incoming, me), from, from[0] + 1, pe);
        from[0] = 0;
    }
    shmem_barrier_all();
    exchanges++;
}

static void pop_all(void) {
    for (int pe = 0; pe < pes; pe++) {
        const long *from = buffer(incoming, pe);
        for (long i = 1; i <= from[0]; i++)
            table[from[i]]++;
    }
}

/* Whether anybody has something left; a barrier. */
static int proceed(int done) {
    if (done)
        for (int pe = 0; pe < pes; pe++)
            shmem_long_p(&finished[me], 1, pe);
    shmem_barrier_all();
    long sum = 0;
    for (int pe = 0; pe < pes; pe++)
        sum += finished[pe];
    return sum < pes;
}

static void pass(void) {
    memset(finished, 0, pes * sizeof *finished);
    shmem_barrier_all();
    long i = 0;
    while (proceed(i == updates)) {
        for (; i < updates; i++)
            if (!push((int)(targets[i] % pes), targets[i] / pes))
                break;
        exchange();
        pop_all();
    }
    shmem_barrier_all();
}

static uint64_t check(void) {
    uint64_t sum = exchanges;
    for (long i = 0; i < COUNTERS; i++)
        sum = sum * 31 + table[i];
    return sum;
}

const struct program exstack = {"exstack", 1, prepare, pass, check};
