/* What the harness asks of a job, by MPI and, on one node, by memory that both processes see. */
#include "messages.h"

#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_BYTES 128
#define SAID_TAG 5
#define NAP_US 1000

/* In units of two cache lines, as the lines of the probe must not share one with anything else. */
struct shared {
    _Alignas(LINE_BYTES) long lines[2][LINE_BYTES / sizeof(long)];
    _Alignas(LINE_BYTES) long command;
    int said;
    sem_t is_said;
};

int me, partner;
static int is_one_node;

/* Between hosts each process has its own. */
static struct shared *shared;

static int see_each_other(void) {
    MPI_Comm node;
    int processes;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &processes);
    MPI_Comm_free(&node);
    return processes == 2;
}

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
    is_one_node = see_each_other();
    shared = is_one_node ? shared_memory() : aligned_alloc(LINE_BYTES, sizeof(struct shared));
    if (me == 0 || !is_one_node) {
        memset(shared, 0, sizeof *shared);
        sem_init(&shared->is_said, 1, 0);
    }
    job_barrier();
}

/* Between hosts, MPICH 4.0 over UCX sometimes waits in MPI_Finalize for ever. */
void job_end(void) {
#ifdef MPICH_VERSION
    if (!is_one_node) {
        MPI_Barrier(MPI_COMM_WORLD);
        fflush(stdout);
        _exit(0);
    }
#endif
    MPI_Finalize();
}

/* Libraries poll while they wait; the other process must leave the CPUs to those that are measured. */
static int tell_by_message(int said) {
    int has_come = 0;
    if (me == 0) {
        MPI_Send(&said, 1, MPI_INT, partner, SAID_TAG, MPI_COMM_WORLD);
        return said;
    }
    for (;;) {
        MPI_Iprobe(partner, SAID_TAG, MPI_COMM_WORLD, &has_come, MPI_STATUS_IGNORE);
        if (has_come)
            break;
        usleep(NAP_US);
    }
    MPI_Recv(&said, 1, MPI_INT, partner, SAID_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return said;
}

int job_tell(int said) {
    if (!is_one_node)
        return tell_by_message(said);
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

void job_barrier(void) {
    if (!is_one_node)
        MPI_Bcast(&shared->command, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

void job_command(long iterations) { __atomic_store_n(&shared->command, iterations, __ATOMIC_RELEASE); }

long job_commanded(void) { return __atomic_load_n(&shared->command, __ATOMIC_ACQUIRE); }

double round_trip_ns(void) {
    job_barrier();
    if (!is_one_node)
        return 0;
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
