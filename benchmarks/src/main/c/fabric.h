/*
 * libfabric called directly, by two processes: what JSHMEM's operations between nodes are compared with.
 *
 * Provider, hints and what counts as complete are the library's: remote memory access between unconnected endpoints, completed
 * on delivery (FI_DELIVERY_COMPLETE). Completions come by a queue and are counted, and who waits makes progress. Errors end the process.
 */
#ifndef JSHMEM_FABRIC_H
#define JSHMEM_FABRIC_H

#include <stddef.h>
#include <stdint.h>

/* A PE of the job, as the other one reaches it. */
struct fabric_address {
    uint64_t base; /* of its heap: an address, or 0 where the provider counts from the start */
    uint64_t key;
    uint64_t name_bytes;
    char name[256];
};

/* Opens an endpoint with a heap that the peer may use. */
void fabric_open(const char *provider, const char *address, size_t heap_bytes);
void fabric_close(void);
/* Lets transfers from and to private memory go without a copy. */
void fabric_register(void *memory, size_t bytes);
void fabric_own_address(struct fabric_address *own);
void fabric_connect(const struct fabric_address *peer);

/* This PE's heap; the peer's is reached by the same offsets. */
extern char *fabric_heap;

/* The source must not change before fabric_quiet. */
void fabric_put(size_t offset, const void *source, size_t bytes);
void fabric_get(void *dest, size_t offset, size_t bytes);
int64_t fabric_fetch_add(size_t offset, int64_t value);
/* Waits until all puts before are delivered and all gets have arrived. */
void fabric_quiet(void);

/* A message of 8 bytes to the peer, and the last one that came from there. */
void fabric_send(int64_t value);
extern volatile int64_t fabric_received;

void fabric_progress(void);
/* One vain look of somebody who waits. */
void fabric_pause(int *vain);

#endif
