/* The clock of all programs here. */
#ifndef JSHMEM_CLOCK_H
#define JSHMEM_CLOCK_H

#include <time.h>

static inline double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

#endif
