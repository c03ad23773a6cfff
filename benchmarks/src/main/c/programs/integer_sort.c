/*
 * Ranks integers again and again, in the manner of the integer sort of the NAS parallel benchmarks: keys are counted by bucket, buckets are
 * shared out, keys sent to their buckets' PEs, and ranked there. Twin of org.jshmem.benchmarks.programs.IntegerSort.
 */
#include "program.h"

#include <shmem.h>
#include <string.h>

#define ITERATIONS 10
#define BUCKETS 1024
#define DRAWS 4 /* a key is the mean of so many random numbers */

static long keys_per_pe, room, received, first_key, last_key;
static int log2_max_key, shift, iteration;
static int *keys, *grouped, *ranks;
static int *bucket_counts, *bucket_totals, *first_bucket;
static int *incoming;               /* keys from all PEs */
static long *my_counts, *counts;    /* keys for, and from, each PE */
static long *my_places, *places;    /* where in the target's memory they go */
static int *reduce_work;
static long reduce_sync[SHMEM_REDUCE_SYNC_SIZE], alltoall_sync[2][SHMEM_ALLTOALL_SYNC_SIZE];

static void prepare(const long *arguments) {
    keys_per_pe = (1L << arguments[0]) / pes;
    log2_max_key = (int)arguments[1];
    shift = log2_max_key - 10;
    room = keys_per_pe * 3 / 2 + 1000;
    keys = private_memory(keys_per_pe * sizeof *keys);
    grouped = private_memory(keys_per_pe * sizeof *grouped);
    ranks = private_memory((1L << log2_max_key) * sizeof *ranks);
    first_bucket = private_memory((pes + 1) * sizeof *first_bucket);
    incoming = symmetric_memory(room * sizeof *incoming);
    bucket_counts = symmetric_memory(BUCKETS * sizeof *bucket_counts);
    bucket_totals = symmetric_memory(BUCKETS * sizeof *bucket_totals);
    my_counts = symmetric_memory(pes * sizeof *my_counts);
    counts = symmetric_memory(pes * sizeof *counts);
    my_places = symmetric_memory(pes * sizeof *my_places);
    places = symmetric_memory(pes * sizeof *places);
    reduce_work = symmetric_memory((BUCKETS / 2 + 1 + SHMEM_REDUCE_MIN_WRKDATA_SIZE) * sizeof *reduce_work);
    for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
        reduce_sync[i] = SHMEM_SYNC_VALUE;
    for (int i = 0; i < SHMEM_ALLTOALL_SYNC_SIZE; i++)
        alltoall_sync[0][i] = alltoall_sync[1][i] = SHMEM_SYNC_VALUE;
    uint64_t random = 314159265 + me;
    for (long i = 0; i < keys_per_pe; i++) {
        long sum = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            random = next_random(random);
            sum += (long)(random >> 40);
        }
        keys[i] = (int)(sum / DRAWS >> (24 - log2_max_key));
    }
    shmem_barrier_all();
}

static void count_buckets(void) {
    memset(bucket_counts, 0, BUCKETS * sizeof *bucket_counts);
    for (long i = 0; i < keys_per_pe; i++)
        bucket_counts[keys[i] >> shift]++;
    shmem_int_sum_to_all(bucket_totals, bucket_counts, BUCKETS, 0, 0, pes, reduce_work, reduce_sync);
}

/* Gives each PE consecutive buckets with about as many keys. */
static void share_out(void) {
    const long all = keys_per_pe * pes;
    long sum = 0;
    int pe = 1;
    for (int bucket = 0; bucket < BUCKETS && pe < pes; bucket++) {
        sum += bucket_totals[bucket];
        while (pe < pes && sum >= all * pe / pes)
            first_bucket[pe++] = bucket + 1;
    }
    first_bucket[pes] = BUCKETS;
}

static void group(void) {
    int next[BUCKETS];
    int sum = 0;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        next[bucket] = sum;
        sum += bucket_counts[bucket];
    }
    for (long i = 0; i < keys_per_pe; i++) {
        const int key = keys[i];
        grouped[next[key >> shift]++] = key;
    }
}

static void exchange(void) {
    for (int pe = 0; pe < pes; pe++) {
        my_counts[pe] = 0;
        for (int bucket = first_bucket[pe]; bucket < first_bucket[pe + 1]; bucket++)
            my_counts[pe] += bucket_counts[bucket];
    }
    shmem_alltoall64(counts, my_counts, 1, 0, 0, pes, alltoall_sync[0]);
    received = 0;
    for (int pe = 0; pe < pes; pe++) {
        my_places[pe] = received;
        received += counts[pe];
    }
    shmem_alltoall64(places, my_places, 1, 0, 0, pes, alltoall_sync[1]);
    long start = 0;
    for (int pe = 0; pe < pes; pe++) {
        shmem_int_put(incoming + places[pe], grouped + start, my_counts[pe], pe);
        start += my_counts[pe];
    }
    shmem_barrier_all();
}

static void rank(void) {
    first_key = (long)first_bucket[me] << shift;
    last_key = (long)first_bucket[me + 1] << shift;
    const long range = last_key - first_key;
    memset(ranks, 0, range * sizeof *ranks);
    for (long i = 0; i < received; i++)
        ranks[incoming[i] - first_key]++;
    for (long key = 1; key < range; key++)
        ranks[key] += ranks[key - 1];
}

static void pass(void) {
    for (int i = 0; i < ITERATIONS; i++) {
        iteration++;
        keys[iteration % keys_per_pe] = iteration;
        count_buckets();
        share_out();
        group();
        exchange();
        rank();
        shmem_barrier_all();
    }
}

static uint64_t check(void) {
    uint64_t sum = received;
    for (long key = 0; key < last_key - first_key; key++)
        sum = sum * 31 + ranks[key];
    return sum;
}

const struct program integer_sort = {"is", 2, prepare, pass, check};
