/* What the harness asks of a job, by MPI and by memory that both processes see. */
#include "messages.h"

#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES 128

/* In units of two cache lines, as the lines of the probe must not share one with anything else. */
struct shared {
    _Alignas(LINE_BYTES) long lines[2][LINE_BYTES / sizeof(long)];
    _Alignas(LINE_BYTES) long command;
    int said;
    sem_t is_said;
};

int me, partner;
static struct shared *shared;

static struct shared *shared_memory(void) {
    MPI_Win window;
    MPI_Aint bytes;
    int unit;
    char *start;
    MPI_Win_allocate_shared(me == 0 ? sizeof(struct shared) + LINE_BYTES : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &start, &window);
    MPI_Win_shared_query(window, 0, &bytes, &unit, &start);
    /* Windows begin at the same place of a page in both processes. */
    return (struct shared *)(((uintptr_t)start + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES);
}

void job_init(int *argc, char ***argv) {
    int size;
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2) {
        fprintf(stderr, "messages: %d processes; needs 2\n", size);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    partner = 1 - me;
    shared = shared_memory();
    if (me == 0) {
        memset(shared, 0, sizeof *shared);
        sem_init(&shared->is_said, 1, 0);
    }
    job_barrier();
}

int job_tell(int said) {
    if (me == 0) {
        shared->said = said;
        sem_post(&shared->is_said);
        return said;
    }
    while (sem_wait(&shared->is_said))
        ;
    return shared->said;
}

int job_pe(void) { return me; }

void job_barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }

void job_command(long iterations) { __atomic_store_n(&shared->command, iterations, __ATOMIC_RELEASE); }

long job_commanded(void) { return __atomic_load_n(&shared->command, __ATOMIC_ACQUIRE); }

double round_trip_ns(void) {
    job_barrier();
    return probe_ns(shared->lines[me], shared->lines[partner], me);
}

void *filled(size_t bytes) {
    void *memory = malloc(bytes);
    if (!memory) {
        fprintf(stderr, "messages: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memset(memory, 1, bytes);
}
