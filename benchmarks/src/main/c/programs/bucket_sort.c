/* Keys are spread by value over the PEs, then counted by each: twin of org.jshmem.examples.BucketSort. */
#include "program.h"

#include <shmem.h>
#include <stdlib.h>
#include <string.h>

#define MAX_KEY (1 << 20)

static long keys_per_pe;
static int *keys, *sorted;
static int *bucket;
static long *length;
static long sorted_length;

static void prepare(const long *arguments) {
    keys_per_pe = arguments[0];
    bucket = symmetric_memory((keys_per_pe * 3 / 2 + 1000) * sizeof *bucket);
    length = symmetric_memory(sizeof *length);
    keys = private_memory(keys_per_pe * sizeof *keys);
    uint64_t random = 17 + me;
    for (long i = 0; i < keys_per_pe; i++) {
        random = next_random(random);
        keys[i] = (int)(random & (MAX_KEY - 1));
    }
}

static int bucket_of(int key) { return (int)((long)key * pes / MAX_KEY); }

static void exchange(void) {
    int *starts = private_memory((pes + 1) * sizeof *starts);
    for (long i = 0; i < keys_per_pe; i++)
        starts[bucket_of(keys[i]) + 1]++;
    for (int pe = 0; pe < pes; pe++)
        starts[pe + 1] += starts[pe];
    int *grouped = private_memory(keys_per_pe * sizeof *grouped);
    int *next = private_memory((pes + 1) * sizeof *next);
    memcpy(next, starts, (pes + 1) * sizeof *next);
    for (long i = 0; i < keys_per_pe; i++)
        grouped[next[bucket_of(keys[i])]++] = keys[i];
    for (int i = 0; i < pes; i++) {
        const int pe = (me + i) % pes;
        const int count = starts[pe + 1] - starts[pe];
        const long place = shmem_long_atomic_fetch_add(length, count, pe);
        shmem_int_put(bucket + place, grouped + starts[pe], count, pe);
    }
    free(next);
    free(grouped);
    free(starts);
}

static void counting_sort(void) {
    sorted_length = *length;
    int *counts = private_memory(MAX_KEY * sizeof *counts);
    for (long i = 0; i < sorted_length; i++)
        counts[bucket[i]]++;
    sorted = private_memory(sorted_length * sizeof *sorted);
    long at = 0;
    for (int key = 0; key < MAX_KEY; key++)
        for (int i = 0; i < counts[key]; i++)
            sorted[at++] = key;
    free(counts);
}

static void pass(void) {
    free(sorted);
    *length = 0;
    shmem_barrier_all();
    exchange();
    shmem_barrier_all();
    counting_sort();
    shmem_barrier_all();
}

static uint64_t check(void) {
    uint64_t sum = 0;
    for (long i = 0; i < sorted_length; i++)
        sum = sum * 31 + sorted[i];
    return sum;
}

const struct program bucket_sort = {"bucket-sort", 1, prepare, pass, check};
