/* What the machine itself does: memcpy between private buffers, and to and from the mapped heap of the peer. */
#include "bench.h"

#include <shmem.h>
#include <string.h>

static const size_t all_sizes[] = {8,       64,      512,     4096,    8192,     65536,   1048576,
                                   2097152, 4194304, 8388608, 16777216, 67108864, 0};

/* A call through a variable keeps the compiler from expanding or dropping the copy. */
static void *(*volatile copy)(void *, const void *, size_t) = memcpy;

static void copy_many(long iterations, size_t bytes, void *to, const void *from) {
    void *(*const copy_now)(void *, const void *, size_t) = copy;
    for (long i = 0; i < iterations; i++)
        copy_now(to, from, bytes);
}

static void memcpy_loop(long iterations, size_t bytes) {
    copy_many(iterations, bytes, private_target, private_source);
}

static void memcpy_to_peer_loop(long iterations, size_t bytes) {
    copy_many(iterations, bytes, shmem_ptr(symmetric, target_pe), private_source);
}

static void memcpy_from_peer_loop(long iterations, size_t bytes) {
    copy_many(iterations, bytes, private_target, shmem_ptr(symmetric, target_pe));
}

const struct operation limit_operations[] = {
    {"memcpy", PE_0_ALONE, memcpy_loop, all_sizes},
    {"memcpy to peer", PE_0_ALONE, memcpy_to_peer_loop, all_sizes},
    {"memcpy from peer", PE_0_ALONE, memcpy_from_peer_loop, all_sizes},
    {0},
};
