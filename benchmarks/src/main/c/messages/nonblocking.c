/*
 * Collectives that are started and awaited, by themselves and beside a computation that lasts as long; twins of
 * org.jshmem.benchmarks.NonblockingLoops.
 *
 * As in the OSU benchmarks, the computation makes no call and lasts as long as the collective by itself did just before.
 */
#include "messages.h"

#define DESTS 3
#define IN_FLIGHT 64
#define SIZES 3
#define MOST_BYTES (1 << 20)
#define ENOUGH_TURNS 10000
#define LAST 9

/* Starts a collective of longs. */
typedef void (*start_fn)(long turn, size_t bytes, MPI_Request *request);

struct collective {
    start_fn start;
    double alone_ns[SIZES][LAST]; /* by itself, in the last batches */
    long batches;
    long turns[SIZES]; /* of the computation */
};

static const size_t no_data[] = {1, 0};
static const size_t one_long[] = {sizeof(long), 0};
static const size_t sizes[SIZES + 1] = {1024, 65536, MOST_BYTES, 0};

static long *source, *dests[DESTS];
static double ns_per_turn = 100;

void nonblocking_init(void) {
    source = filled(MOST_BYTES);
    for (int i = 0; i < DESTS; i++)
        dests[i] = filled(MOST_BYTES);
}

static int index_of(size_t bytes) {
    int i = 0;
    while (sizes[i] != bytes)
        i++;
    return i;
}

static void long_sum_loop(long iterations, size_t bytes) {
    long sum = 1, last;
    MPI_Request request;
    (void)bytes;
    for (long i = 0; i < iterations; i++) {
        last = sum;
        MPI_Iallreduce(&last, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    sink = sum;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void long_sums_loop(long iterations, size_t bytes) {
    static long values[IN_FLIGHT], sums[IN_FLIGHT];
    MPI_Request requests[IN_FLIGHT];
    int open = 0;
    (void)bytes;
    for (long i = 0; i < iterations; i++) {
        MPI_Iallreduce(&values[open], &sums[open], 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD, &requests[open]);
        if (++open == IN_FLIGHT || i == iterations - 1) {
            MPI_Waitall(open, requests, MPI_STATUSES_IGNORE);
            open = 0;
        }
    }
    sink = sums[0];
    MPI_Barrier(MPI_COMM_WORLD);
}

static void barrier_loop(long iterations, size_t bytes) {
    MPI_Request request;
    (void)bytes;
    for (long i = 0; i < iterations; i++) {
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void start_sum(long turn, size_t bytes, MPI_Request *request) {
    const int count = (int)(bytes / sizeof(long));
    MPI_Iallreduce(source, dests[turn % DESTS], count, MPI_LONG, MPI_SUM, MPI_COMM_WORLD, request);
}

/* From each process in turn, so that none is ahead of the other. */
static void start_broadcast(long turn, size_t bytes, MPI_Request *request) {
    const int root = (int)(turn % 2);
    long *data = root == me ? source : dests[turn % DESTS];
    MPI_Ibcast(data, (int)(bytes / sizeof(long)), MPI_LONG, root, MPI_COMM_WORLD, request);
}

static void start_alltoall(long turn, size_t bytes, MPI_Request *request) {
    const int count = (int)(bytes / sizeof(long) / 2);
    MPI_Ialltoall(source, count, MPI_LONG, dests[turn % DESTS], count, MPI_LONG, MPI_COMM_WORLD, request);
}

static double least(const double *batches) {
    double ns = batches[0];
    for (int i = 1; i < LAST; i++)
        ns = batches[i] < ns ? batches[i] : ns;
    return ns;
}

static void alone(struct collective *collective, long iterations, size_t bytes) {
    MPI_Request request;
    const double start = now_ns();
    for (long i = 0; i < iterations; i++) {
        collective->start(i, bytes, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    collective->alone_ns[index_of(bytes)][collective->batches++ % LAST] = (now_ns() - start) / iterations;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void __attribute__((noinline)) compute(long turns, long seed) {
    double x = seed;
    for (long i = 0; i < turns; i++)
        x = x * 0.5 + 1;
    sink = (long)x;
}

static void computation(struct collective *collective, long iterations, size_t bytes) {
    const int i = index_of(bytes);
    const long turns = 1 + (long)(least(collective->alone_ns[i]) / ns_per_turn);
    collective->turns[i] = turns;
    const double start = now_ns();
    for (long k = 0; k < iterations; k++)
        compute(turns, k);
    const double ns = (now_ns() - start) / iterations / turns;
    if (iterations * turns >= ENOUGH_TURNS && ns < ns_per_turn)
        ns_per_turn = ns;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void beside(struct collective *collective, long iterations, size_t bytes) {
    const long turns = collective->turns[index_of(bytes)];
    MPI_Request request;
    for (long i = 0; i < iterations; i++) {
        collective->start(i, bytes, &request);
        compute(turns, i);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

#define LOOPS(name)                                                                                                    \
    static struct collective name = {.start = start_##name};                                                           \
    static void name##_alone(long iterations, size_t bytes) { alone(&name, iterations, bytes); }                       \
    static void name##_computation(long iterations, size_t bytes) { computation(&name, iterations, bytes); }           \
    static void name##_beside(long iterations, size_t bytes) { beside(&name, iterations, bytes); }

LOOPS(sum)
LOOPS(broadcast)
LOOPS(alltoall)

#define OPERATIONS(name)                                                                                               \
    {#name, ALL_PES, name##_alone, sizes}, {#name ", computation", ALL_PES, name##_computation, sizes + 1}, {          \
        #name " beside computation", ALL_PES, name##_beside, sizes + 1                                                 \
    }

const struct operation nonblocking_operations[] = {
    {"sum of a long", ALL_PES, long_sum_loop, one_long},
    {"sum of a long, 64 in flight", ALL_PES, long_sums_loop, one_long},
    {"barrier", ALL_PES, barrier_loop, no_data},
    OPERATIONS(sum),
    OPERATIONS(broadcast),
    OPERATIONS(alltoall),
    {0},
};
