/* A histogram of a table that is spread over all PEs, by an exchange in bulk: twin of org.jshmem.benchmarks.programs.Exstack. */
#include "exchange.h"
#include "indices.h"

#define WORDS 1 /* the place in the PE's part of the table */

static long updates;
static long *targets; /* the counters to be raised */
static long *table;
static struct exchange x;

static void prepare(const long *arguments) {
    updates = arguments[0];
    targets = random_indices(updates);
    table = counters();
    x = exchange_open(WORDS);
    shmem_barrier_all();
}

static int push(long target) {
    long *item = exchange_push(&x, (int)(target % pes), WORDS);
    if (!item)
        return 0;
    *item = target / pes;
    return 1;
}

static void pop_all(void) {
    for (int pe = 0; pe < pes; pe++) {
        long count;
        const long *items = exchange_items(&x, pe, &count);
        for (long i = 0; i < count; i++)
            table[items[i]]++;
    }
}

static void pass(void) {
    exchange_begin(&x);
    long i = 0;
    while (exchange_proceed(&x, i == updates)) {
        while (i < updates && push(targets[i]))
            i++;
        exchange_all(&x, WORDS);
        pop_all();
    }
    shmem_barrier_all();
}

static uint64_t check(void) { return sum_of(table, PER_PE); }

const struct program exstack = {"exstack", 1, prepare, pass, check};
