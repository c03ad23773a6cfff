/* Random indices of a table that is spread over all PEs in turn: element i is number i / pes of PE i % pes. Twin of Indices.java. */
#ifndef JSHMEM_INDICES_H
#define JSHMEM_INDICES_H

#include "program.h"

#define PER_PE 1000 /* elements on each PE */
#define FACTOR 0x9E3779B97F4A7C15u

/* Other ones on each PE. */
static inline long *random_indices(long count) {
    long *indices = private_memory(count * sizeof *indices);
    uint64_t random = 1 + me;
    for (long i = 0; i < count; i++) {
        random = next_random(random);
        indices[i] = (long)((random >> 1) % (uint64_t)(PER_PE * pes));
    }
    return indices;
}

/* This PE's part of a table of counters. */
static inline long *counters(void) {
    long *table = symmetric_memory(PER_PE * sizeof *table);
    for (long i = 0; i < PER_PE; i++)
        table[i] = 0;
    return table;
}

/* This PE's part of a table to read. */
static inline long *readable_table(void) {
    long *table = symmetric_memory(PER_PE * sizeof *table);
    for (long i = 0; i < PER_PE; i++)
        table[i] = (long)((uint64_t)(i * pes + me + 1) * FACTOR);
    return table;
}

static inline uint64_t sum_of(const long *values, long count) {
    uint64_t sum = 0;
    for (long i = 0; i < count; i++)
        sum = sum * 31 + values[i];
    return sum;
}

#endif
