/*
 * Buffers for the items of each PE, exchanged in bulk with barriers; in the manner of the exstack of bale. An item has a fixed number of words,
 * which callers pass as a constant.
 */
#ifndef JSHMEM_EXCHANGE_H
#define JSHMEM_EXCHANGE_H

#include "program.h"

#include <shmem.h>
#include <string.h>

#define CAPACITY 512 /* items in a buffer */

struct exchange {
    long stride;    /* words from one buffer to the next */
    long *outgoing; /* a buffer for each PE: its number of items, then items */
    long *incoming; /* a buffer from each PE */
    long *finished; /* by PE: whether it has nothing more to send */
};

static inline struct exchange exchange_open(long words) {
    const long stride = CAPACITY * words + 1;
    return (struct exchange){
        .stride = stride,
        .outgoing = private_memory(pes * stride * sizeof(long)),
        .incoming = symmetric_memory(pes * stride * sizeof(long)),
        .finished = symmetric_memory(pes * sizeof(long)),
    };
}

/* Where to write an item for a PE; null if its buffer is full. */
static inline long *exchange_push(struct exchange *x, int pe, long words) {
    long *to = x->outgoing + pe * x->stride;
    return to[0] == CAPACITY ? NULL : to + 1 + words * to[0]++;
}

/* The items from a PE. */
static inline const long *exchange_items(const struct exchange *x, int pe, long *count) {
    const long *from = x->incoming + pe * x->stride;
    *count = from[0];
    return from + 1;
}

/* Moves all buffers. */
static inline void exchange_all(struct exchange *x, long words) {
    shmem_barrier_all();
    for (int i = 0; i < pes; i++) {
        const int pe = (me + i) % pes;
        long *from = x->outgoing + pe * x->stride;
        shmem_long_put(x->incoming + me * x->stride, from, words * from[0] + 1, pe);
        from[0] = 0;
    }
    shmem_barrier_all();
}

/* Before the first item of a pass. */
static inline void exchange_begin(struct exchange *x) {
    memset(x->finished, 0, pes * sizeof *x->finished);
    shmem_barrier_all();
}

/* Whether anybody has something left; a barrier. */
static inline int exchange_proceed(struct exchange *x, int done) {
    if (done)
        for (int pe = 0; pe < pes; pe++)
            shmem_long_p(&x->finished[me], 1, pe);
    shmem_barrier_all();
    long sum = 0;
    for (int pe = 0; pe < pes; pe++)
        sum += x->finished[pe];
    return sum < pes;
}

#endif
