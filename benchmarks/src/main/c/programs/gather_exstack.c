/* An index gather by two exchanges in bulk, of places and of the elements there; in the manner of bale. */
#include "exchange.h"
#include "indices.h"

#define WORDS 2 /* which read it is, and a place or the element there */

static long reads;
static long *indices, *found, *table;
static struct exchange x;

static void prepare(const long *arguments) {
    reads = arguments[0];
    indices = random_indices(reads);
    found = private_memory(reads * sizeof *found);
    table = readable_table();
    x = exchange_open(WORDS);
    shmem_barrier_all();
}

static int ask(long read) {
    long *item = exchange_push(&x, (int)(indices[read] % pes), WORDS);
    if (!item)
        return 0;
    item[0] = read;
    item[1] = indices[read] / pes;
    return 1;
}

static void answer_all(void) {
    for (int pe = 0; pe < pes; pe++) {
        long count;
        const long *items = exchange_items(&x, pe, &count);
        for (long i = 0; i < count; i++) {
            long *answer = exchange_push(&x, pe, WORDS);
            answer[0] = items[WORDS * i];
            answer[1] = table[items[WORDS * i + 1]];
        }
    }
}

static void keep_answers(void) {
    for (int pe = 0; pe < pes; pe++) {
        long count;
        const long *items = exchange_items(&x, pe, &count);
        for (long i = 0; i < count; i++)
            found[items[WORDS * i]] = items[WORDS * i + 1];
    }
}

static void pass(void) {
    exchange_begin(&x);
    long i = 0;
    while (exchange_proceed(&x, i == reads)) {
        while (i < reads && ask(i))
            i++;
        exchange_all(&x, WORDS);
        answer_all();
        exchange_all(&x, WORDS);
        keep_answers();
    }
    shmem_barrier_all();
}

static uint64_t check(void) {
    const uint64_t sum = sum_of(found, reads);
    memset(found, 0, reads * sizeof *found); /* so that the next pass has to find them again */
    return sum;
}

const struct program gather_exstack = {"gather-exstack", 1, prepare, pass, check};
