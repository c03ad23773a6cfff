/* Random atomic updates of a table that is spread over all PEs: twin of org.jshmem.examples.AtomicAccess. */
#include "program.h"

#include <shmem.h>

#define POLY 7
#define UPDATES_PER_WORD 4

static long words, words_per_pe;
static uint64_t *table;

static void prepare(const long *arguments) {
    words = 1L << arguments[0];
    words_per_pe = (words + pes - 1) / pes;
    table = symmetric_memory(words_per_pe * sizeof *table);
    for (long i = 0; i < words_per_pe; i++)
        table[i] = me * words_per_pe + i;
    shmem_barrier_all();
}

static uint64_t next(uint64_t random) { return random << 1 ^ ((int64_t)random < 0 ? POLY : 0); }

static uint64_t product(uint64_t a, uint64_t b) {
    uint64_t sum = 0;
    for (; b != 0; b >>= 1) {
        if (b & 1)
            sum ^= a;
        a = next(a);
    }
    return sum;
}

static uint64_t stream_at(uint64_t n) {
    uint64_t power = 1, square = 2;
    for (; n != 0; n >>= 1) {
        if (n & 1)
            power = product(power, square);
        square = product(square, square);
    }
    return power;
}

static void pass(void) {
    const long updates = UPDATES_PER_WORD * words;
    const long from = first_of(updates, me), to = first_of(updates, me + 1);
    uint64_t random = stream_at(from);
    for (long i = from; i < to; i++) {
        random = next(random);
        const long word = random & (words - 1);
        shmem_uint64_atomic_xor(&table[word % words_per_pe], random, (int)(word / words_per_pe));
    }
    shmem_barrier_all();
}

static uint64_t check(void) {
    uint64_t sum = 0;
    for (long i = 0; i < words_per_pe; i++)
        sum += table[i] * (2 * i + 1);
    return sum;
}

const struct program gups = {"gups", 1, prepare, pass, check};
