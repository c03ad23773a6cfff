/* Puts and gets of contiguous memory. The element of iteration i wanders through `slots` places, so that no compiler
 * can turn the loop into one block copy, and the places together stay in the first-level cache while the sizes are small. */
#include "bench.h"

#include <shmem.h>

#define STREAM 64
#define ELEMENTS 1024 /* of p and g: 8 KiB */
#define STEP 7        /* odd: visits all places of a power of two */

static const size_t one_long[] = {8, 0};
static const size_t all_sizes[] = {8, 64, 512, 4096, 65536, 1048576, 16777216, 67108864, 0};
static const size_t more_sizes[] = {8,       64,      512,     4096,     65536,   1048576,
                                    2097152, 4194304, 8388608, 16777216, 67108864, 0};
static const size_t small_sizes[] = {8, 64, 512, 4096, 65536, 0};

/* How many places of `bytes` each lie in 16 KiB; at least one. A power of two. */
static long slots_for(size_t bytes) { return bytes >= 16384 ? 1 : 16384 / (long)bytes; }

static void p_loop(long iterations, size_t bytes) {
    (void)bytes;
    for (long i = 0; i < iterations; i++)
        shmem_long_p(symmetric + (i * STEP & (ELEMENTS - 1)), i, target_pe);
    shmem_quiet();
}

static void g_loop(long iterations, size_t bytes) {
    (void)bytes;
    long sum = 0;
    for (long i = 0; i < iterations; i++)
        sum += shmem_long_g(symmetric + (i * STEP & (ELEMENTS - 1)), target_pe);
    sink = sum;
}

#define PLACE(i) ((i) * STEP & mask) * nelems

#define RMA_LOOP(NAME, CALL, AFTER_EACH, AT_END)               \
    static void NAME(long iterations, size_t bytes) {          \
        const long nelems = bytes / sizeof(long);              \
        const long mask = slots_for(bytes) - 1;                \
        for (long i = 0; i < iterations; i++) {                \
            const long at = PLACE(i);                          \
            CALL;                                              \
            AFTER_EACH;                                        \
        }                                                      \
        AT_END;                                                \
    }

#define STREAM_LOOP(NAME, CALL)                                \
    static void NAME(long iterations, size_t bytes) {          \
        const long nelems = bytes / sizeof(long);              \
        const long mask = slots_for(bytes) - 1;                \
        for (long i = 0; i < iterations; i++) {                \
            for (long k = 0; k < STREAM; k++) {                \
                const long at = PLACE(k);                      \
                CALL;                                          \
            }                                                  \
            shmem_quiet();                                     \
        }                                                      \
    }

#define NOTHING (void)0

RMA_LOOP(put_loop, shmem_long_put(symmetric + at, private_source + at, nelems, target_pe), NOTHING, shmem_quiet())
RMA_LOOP(put_quiet_loop, shmem_long_put(symmetric + at, private_source + at, nelems, target_pe), shmem_quiet(), NOTHING)
RMA_LOOP(put_symmetric_loop, shmem_long_put(symmetric + at, symmetric_source + at, nelems, target_pe), NOTHING,
         shmem_quiet())
RMA_LOOP(get_loop, shmem_long_get(private_target + at, symmetric + at, nelems, target_pe), NOTHING,
         sink = private_target[0])
RMA_LOOP(putmem_loop, shmem_putmem(symmetric + at, private_source + at, bytes, target_pe), NOTHING, shmem_quiet())
RMA_LOOP(getmem_loop, shmem_getmem(private_target + at, symmetric + at, bytes, target_pe), NOTHING,
         sink = private_target[0])
STREAM_LOOP(put_nbi_loop, shmem_long_put_nbi(symmetric + at, private_source + at, nelems, target_pe))
STREAM_LOOP(get_nbi_loop, shmem_long_get_nbi(private_target + at, symmetric + at, nelems, target_pe))

const struct operation rma_operations[] = {
    {"p", PE_0_ALONE, p_loop, one_long},
    {"g", PE_0_ALONE, g_loop, one_long},
    {"put", PE_0_ALONE, put_loop, more_sizes},
    {"put + quiet", PE_0_ALONE, put_quiet_loop, all_sizes},
    {"put, symmetric source", PE_0_ALONE, put_symmetric_loop, all_sizes},
    {"get", PE_0_ALONE, get_loop, more_sizes},
    {"put, bytes", PE_0_ALONE, putmem_loop, small_sizes},
    {"get, bytes", PE_0_ALONE, getmem_loop, small_sizes},
    {"64 put_nbi + quiet", PE_0_ALONE, put_nbi_loop, small_sizes},
    {"64 get_nbi + quiet", PE_0_ALONE, get_nbi_loop, small_sizes},
    {0},
};
