/* A program that is compared with its Java twin: made ready once, then run again and again. */
#ifndef JSHMEM_PROGRAM_H
#define JSHMEM_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

struct program {
    const char *name;
    int arguments;
    /* Allocates and fills; all PEs together. */
    void (*prepare)(const long *arguments);
    /* From its beginning to the result; all PEs together. */
    void (*pass)(void);
    /* This PE's part of a sum that is the same in C and in Java after as many passes. */
    uint64_t (*check)(void);
};

extern const struct program heat, stencil, transpose, bucket_sort, gups, integer_sort, pipeline, exstack;
extern const struct program histogram_single, gather_single, gather_exstack;

extern int me, pes;

/* Symmetric memory, or the end of the job. */
void *symmetric_memory(size_t bytes);
void *private_memory(size_t bytes);

/* The bits of a double, to be added up. */
uint64_t bits_of(double x);

/* A generator of random numbers that Java has as well (xorshift); the state is not 0. */
static inline uint64_t next_random(uint64_t state) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^ state << 17;
}

/* PEs that share `n` things have consecutive ones. */
static inline long first_of(long n, int pe) { return n * pe / pes; }

#endif
