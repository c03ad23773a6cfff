/*
 * Messages between two processes in MPI, and collectives that do not wait; twins of MessageLoops, of the replays and of
 * NonblockingLoops in org.jshmem.benchmarks.
 */
#ifndef JSHMEM_MESSAGES_H
#define JSHMEM_MESSAGES_H

#include "bench.h"

#include <mpi.h>

#define MOST_MESSAGE_BYTES (16 << 20)
#define TAG 1

/* This process and the other. */
extern int me, partner;

/* Starts MPI and makes the memory that both processes see; between two hosts there is none. */
void job_init(int *argc, char ***argv);

void job_end(void);

/* PE 0 tells PE 1 a number; PE 1 sleeps until then. */
int job_tell(int said);

void point_to_point_init(void);
void minimd_init(void);
void lulesh_init(void);
void nonblocking_init(void);

extern const struct operation point_to_point_operations[];
extern const struct operation minimd_operations[];
extern const struct operation lulesh_operations[];
extern const struct operation nonblocking_operations[];

/* Memory, or the end of the job. */
void *filled(size_t bytes);

#endif
