/*
 * Times every call by itself, from the program's first one on: oshrun -np N calls STEADY_MS THREAD OPERATION...
 *
 * Twin of org.jshmem.benchmarks.calls.SingleCalls. Each operation goes through four phases: the first quarter of a second; a quarter that
 * is not recorded; the steady state, for STEADY_MS; and, half as long, calls back to back, with a clock around many of them. All PEs
 * time their calls; PE 0 prints its own percentiles and the mean over all PEs. THREAD is what a thread of the last PE does meanwhile:
 * nothing, garbage (allocates and frees) or compiler (computes, as a compiler thread of a JVM would).
 */
#include "clock.h"
#include "histogram.h"

#include <pthread.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NS_PER_MS 1e6
#define QUARTER_NS 250e6
#define CALLS_BETWEEN_CLOCKS 64
#define CALLS_BETWEEN_LOOKS 8
#define SETS 2 /* work arrays may be used again by the next call but one */
#define BLOCK_BYTES 1024
#define LIVE_BLOCKS 4096

static int me, pes;
static long *dest, *source, *flag, *lock, *stop;
static double *total_ns;
static long *total_calls;
static long *work[SETS];
static long reduce_sync[SETS][SHMEM_REDUCE_SYNC_SIZE];
static long bcast_sync[SETS][SHMEM_BCAST_SYNC_SIZE];
static long alltoall_sync[SETS][SHMEM_ALLTOALL_SYNC_SIZE];
static long turn;

static void barrier(void) { shmem_barrier_all(); }

static void sum(void) {
    const int set = turn++ & (SETS - 1);
    shmem_long_sum_to_all(dest, source, 1, 0, 0, pes, work[set], reduce_sync[set]);
}

static void broadcast(void) {
    shmem_broadcast64(dest, source, 1, 0, 0, 0, pes, bcast_sync[turn++ & (SETS - 1)]);
    shmem_barrier_all();
}

static void alltoall(void) { shmem_alltoall64(dest, source, 1, 0, 0, pes, alltoall_sync[turn++ & (SETS - 1)]); }

/* PE 0 sends a number, PE 1 sends it back. */
static void p_wait(void) {
    turn++;
    if (me == 0)
        shmem_long_p(flag, turn, 1);
    shmem_long_wait_until(flag, SHMEM_CMP_EQ, turn);
    if (me != 0)
        shmem_long_p(flag, turn, 0);
}

static void set_clear(void) {
    shmem_set_lock(lock);
    shmem_clear_lock(lock);
}

/* Whether no PE can end a call before PE 0 has begun it. */
enum order { TOGETHER, APART };

static const struct call {
    const char *name;
    void (*call)(void);
    enum order order;
} all_calls[] = {
    {"barrier_all", barrier, TOGETHER},
    {"sum_reduce, 8 B", sum, TOGETHER},
    {"broadcast + barrier, 8 B", broadcast, TOGETHER},
    {"alltoall, 8 B", alltoall, TOGETHER},
    {"p, wait_until, and back", p_wait, TOGETHER},
    {"set_lock + clear_lock, contended", set_clear, APART},
    {0},
};

/* PE 0 says before one of its calls how many there are to be. Calls that all make together end nowhere before that is said. */
static void say_last(long next) {
    const long count = (next + CALLS_BETWEEN_LOOKS - 1) / CALLS_BETWEEN_LOOKS * CALLS_BETWEEN_LOOKS;
    for (int pe = 0; pe < pes; pe++)
        shmem_long_p(stop, count, pe);
    shmem_quiet();
}

static int is_last(const struct call *c, long k) {
    const long last = *(volatile long *)stop;
    return last != 0 && (c->order == APART || k >= last);
}

static void meet_again(void) {
    shmem_barrier_all();
    *stop = 0;
    shmem_barrier_all();
}

static void timed(const struct call *c, double deadline, struct histogram *times) {
    histogram_reset(times);
    double end = 0;
    int said = 0;
    for (long k = 1;; k++) {
        if (me == 0 && end >= deadline && !said) {
            say_last(k);
            said = 1;
        }
        const double start = now_ns();
        c->call();
        end = now_ns();
        histogram_record(times, end - start);
        if (k % CALLS_BETWEEN_LOOKS == 0 && is_last(c, k))
            break;
    }
    meet_again();
}

static double back_to_back(const struct call *c, double deadline, long *calls) {
    const double start = now_ns();
    int said = 0;
    long k = 0;
    do {
        k++;
        if (me == 0 && !said && k % CALLS_BETWEEN_CLOCKS == 0 && now_ns() >= deadline) {
            say_last(k);
            said = 1;
        }
        c->call();
    } while (k % CALLS_BETWEEN_LOOKS != 0 || !is_last(c, k));
    const double elapsed = now_ns() - start;
    meet_again();
    *calls = k;
    return elapsed;
}

/* The mean over all PEs: with a lock one PE may make more calls than another. */
static double mean_of_all(double ns, long calls) {
    double sum_ns = 0;
    long sum_calls = 0;
    *total_ns = ns;
    *total_calls = calls;
    shmem_barrier_all();
    for (int pe = 0; me == 0 && pe < pes; pe++) {
        sum_ns += shmem_double_g(total_ns, pe);
        sum_calls += shmem_long_g(total_calls, pe);
    }
    shmem_barrier_all();
    return sum_ns / sum_calls;
}

static void print(const struct call *c, const char *phase, double mean, long calls, double p50, double p99) {
    if (me != 0)
        return;
    printf("{\"operation\": \"%s\", \"phase\": \"%s\", \"calls\": %ld, \"meanNs\": %.1f, \"p50Ns\": %.0f, \"p99Ns\": %.0f}\n",
           c->name, phase, calls, mean, p50, p99);
    fflush(stdout);
}

static void report(const struct call *c, const char *phase, const struct histogram *times) {
    const double mean = mean_of_all(times->sum_ns, times->calls);
    print(c, phase, mean, times->calls, histogram_quantile(times, 0.5), histogram_quantile(times, 0.99));
}

static void run(const struct call *c, double steady_ns) {
    static struct histogram first, times;
    turn = 0;
    *flag = 0;
    shmem_barrier_all();
    const double start = now_ns();
    timed(c, start + QUARTER_NS, &first);
    long calls;
    timed(c, start + QUARTER_NS + QUARTER_NS / 2, &times);
    back_to_back(c, start + 2 * QUARTER_NS, &calls);
    timed(c, now_ns() + steady_ns, &times);
    const double elapsed = back_to_back(c, now_ns() + steady_ns / 2, &calls);
    report(c, "first", &first);
    report(c, "steady", &times);
    print(c, "back to back", mean_of_all(elapsed, calls), calls, 0, 0);
}

static void *allocate_garbage(void *unused) {
    static char *live[LIVE_BLOCKS];
    for (unsigned long i = 0;; i++) {
        char **block = &live[i % LIVE_BLOCKS];
        free(*block);
        *block = malloc(BLOCK_BYTES);
        memset(*block, (int)i, BLOCK_BYTES);
    }
    return unused;
}

static void *compute(void *unused) {
    for (volatile unsigned long i = 0;; i++)
        ;
    return unused;
}

static void start_thread(const char *what) {
    void *(*body)(void *) = strcmp(what, "garbage") == 0 ? allocate_garbage : strcmp(what, "compiler") == 0 ? compute : NULL;
    pthread_t thread;
    if (body && me == pes - 1)
        pthread_create(&thread, NULL, body, NULL);
}

static void *zeroed(size_t bytes) {
    void *memory = shmem_align(128, bytes);
    memset(memory, 0, bytes);
    return memory;
}

static void allocate(void) {
    for (int set = 0; set < SETS; set++) {
        for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
            reduce_sync[set][i] = SHMEM_SYNC_VALUE;
        for (int i = 0; i < SHMEM_BCAST_SYNC_SIZE; i++)
            bcast_sync[set][i] = SHMEM_SYNC_VALUE;
        for (int i = 0; i < SHMEM_ALLTOALL_SYNC_SIZE; i++)
            alltoall_sync[set][i] = SHMEM_SYNC_VALUE;
        work[set] = zeroed(SHMEM_REDUCE_MIN_WRKDATA_SIZE * sizeof(long));
    }
    dest = zeroed(pes * sizeof *dest);
    source = zeroed(pes * sizeof *source);
    flag = zeroed(sizeof *flag);
    lock = zeroed(sizeof *lock);
    stop = zeroed(sizeof *stop);
    total_ns = zeroed(sizeof *total_ns);
    total_calls = zeroed(sizeof *total_calls);
    shmem_barrier_all();
}

static const struct call *find(const char *name) {
    for (const struct call *c = all_calls; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    fprintf(stderr, "calls: there is no operation %s\n", name);
    exit(1);
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "calls STEADY_MS nothing|garbage|compiler OPERATION...\n");
        return 1;
    }
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    allocate();
    start_thread(argv[2]);
    for (int i = 3; i < argc; i++)
        run(find(argv[i]), atof(argv[1]) * NS_PER_MS);
    shmem_finalize();
    return 0;
}
