/*
 * A C library of OpenSHMEM for tests, whose PEs are threads of one process. A thread says which PE it is by
 * thread_shmem_become. It has what JSHMEM calls, and is as late as the specification allows: puts and atomic updates
 * take effect in any order when somebody makes progress, or at a fence; nonblocking operations at a quiet. The words of
 * a put are stored from its end. PES is the number of PEs; the last one is not mapped by the others.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PUT, PUT_NBI, GET_NBI, SET, ADD, AND, OR, XOR };

struct operation {
    int kind;
    int owner;
    char *dest;
    const char *source;
    size_t bytes;
    char *copy;
    uint64_t operand;
    struct operation *next;
};

static const size_t heap_bytes = (size_t) 256 << 20;
static const size_t granule = (size_t) 16 << 20;
static char *heaps;
static size_t taken[PES];
static struct operation *waiting;
static unsigned long random_state = 1;
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_barrier_t barrier;

/* -1 in threads of none: these act for all. */
static __thread int me = PES == 1 ? 0 : -1;

void thread_shmem_become(int pe) { me = pe; }

static int self(void) { return me < 0 ? 0 : me; }

/* The PE of whose memory an address is. */
static int owner(const void *address) { return ((const char *) address - heaps) / heap_bytes; }

static char *at(const void *address, int pe) {
    return heaps + pe * heap_bytes + ((const char *) address - heaps) % heap_bytes;
}

static unsigned random_below(unsigned limit) {
    random_state = random_state * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned) (random_state >> 33) % limit;
}

static void store(char *dest, const char *source, size_t bytes) {
    if ((((uintptr_t) dest | (uintptr_t) source | bytes) & 7) != 0) {
        memcpy(dest, source, bytes);
        return;
    }
    for (size_t i = bytes; i > 0; i -= 8) {
        __atomic_store_n((uint64_t *) (dest + i - 8), *(const uint64_t *) (source + i - 8), __ATOMIC_RELEASE);
    }
}

#define UPDATE(T, WORD, OPERAND) \
    switch (kind) { \
        case SET: __atomic_store_n((T *) (WORD), (T) (OPERAND), __ATOMIC_SEQ_CST); break; \
        case ADD: __atomic_fetch_add((T *) (WORD), (T) (OPERAND), __ATOMIC_SEQ_CST); break; \
        case AND: __atomic_fetch_and((T *) (WORD), (T) (OPERAND), __ATOMIC_SEQ_CST); break; \
        case OR: __atomic_fetch_or((T *) (WORD), (T) (OPERAND), __ATOMIC_SEQ_CST); break; \
        default: __atomic_fetch_xor((T *) (WORD), (T) (OPERAND), __ATOMIC_SEQ_CST); \
    }

static void execute(struct operation *operation) {
    const int kind = operation->kind;
    if (kind <= GET_NBI) {
        store(operation->dest, kind == PUT ? operation->copy : operation->source, operation->bytes);
    } else if (operation->bytes == 4) {
        UPDATE(uint32_t, operation->dest, operation->operand)
    } else {
        UPDATE(uint64_t, operation->dest, operation->operand)
    }
    free(operation->copy);
    free(operation);
}

static int is_nonblocking(const struct operation *operation) {
    return operation->kind == PUT_NBI || operation->kind == GET_NBI;
}

/* Executes operations of a PE, or of all if it is -1. */
static void complete(int pe, int nonblocking) {
    pthread_mutex_lock(&lock);
    for (struct operation **link = &waiting; *link != NULL;) {
        struct operation *operation = *link;
        if ((pe < 0 || operation->owner == pe) && (nonblocking || !is_nonblocking(operation))) {
            *link = operation->next;
            execute(operation);
        } else {
            link = &operation->next;
        }
    }
    pthread_mutex_unlock(&lock);
}

/* Executes one of the operations that need no quiet. */
void opal_progress(void) {
    pthread_mutex_lock(&lock);
    int count = 0;
    for (struct operation *operation = waiting; operation != NULL; operation = operation->next) {
        count += !is_nonblocking(operation);
    }
    if (count > 0) {
        int chosen = random_below(count);
        struct operation **link = &waiting;
        while (is_nonblocking(*link) || chosen-- > 0) {
            link = &(*link)->next;
        }
        struct operation *operation = *link;
        *link = operation->next;
        execute(operation);
    }
    pthread_mutex_unlock(&lock);
}

static void defer(int kind, int of, char *dest, const void *source, size_t bytes, uint64_t operand) {
    struct operation *operation = calloc(1, sizeof *operation);
    operation->kind = kind;
    operation->owner = of;
    operation->dest = dest;
    operation->source = source;
    operation->bytes = bytes;
    operation->operand = operand;
    if (kind == PUT) {
        operation->copy = malloc(bytes + 1);
        memcpy(operation->copy, source, bytes);
    }
    pthread_mutex_lock(&lock);
    operation->next = waiting;
    waiting = operation;
    pthread_mutex_unlock(&lock);
}

int shmem_init_thread(int requested, int *provided) {
    char *memory = mmap(NULL, PES * heap_bytes + granule, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    heaps = (char *) (((uintptr_t) memory + granule - 1) / granule * granule);
    pthread_barrier_init(&barrier, NULL, PES);
    *provided = requested;
    return memory == MAP_FAILED;
}

void shmem_finalize(void) {}
void shmem_global_exit(int status) { _Exit(status); }
int shmem_my_pe(void) { return self(); }
int shmem_n_pes(void) { return PES; }
void shmem_info_get_name(char *name) { strcpy(name, "PEs as threads"); }

void *shmem_ptr(const void *dest, int pe) { return PES > 1 && pe == PES - 1 && self() != pe ? NULL : at(dest, pe); }

void *shmem_align(size_t alignment, size_t bytes) {
    size_t *end = &taken[self()];
    size_t start = (*end + alignment - 1) / alignment * alignment;
    if (bytes > heap_bytes - start) {
        return NULL;
    }
    *end = start + bytes;
    return heaps + self() * heap_bytes + start;
}

/* As of a stack. */
void shmem_free(void *block) { taken[owner(block)] = ((char *) block - heaps) % heap_bytes; }

void shmem_barrier_all(void) {
    complete(me, 1);
    pthread_barrier_wait(&barrier);
}

void shmem_fence(void) { complete(me, 0); }
void shmem_quiet(void) { complete(me, 1); }

void shmem_putmem(void *dest, const void *source, size_t bytes, int pe) {
    defer(PUT, owner(dest), at(dest, pe), source, bytes, 0);
}

void shmem_putmem_nbi(void *dest, const void *source, size_t bytes, int pe) {
    defer(PUT_NBI, owner(dest), at(dest, pe), source, bytes, 0);
}

void shmem_getmem(void *dest, const void *source, size_t bytes, int pe) { memcpy(dest, at(source, pe), bytes); }

void shmem_getmem_nbi(void *dest, const void *source, size_t bytes, int pe) {
    defer(GET_NBI, owner(source), dest, at(source, pe), bytes, 0);
}

void shmem_long_p(long *dest, long value, int pe) { __atomic_store_n((long *) at(dest, pe), value, __ATOMIC_SEQ_CST); }

#define UPDATING(NAME, T, OP, KIND) \
    void shmem_##NAME##_atomic_##OP(T *dest, T value, int pe) { \
        defer(KIND, owner(dest), at(dest, pe), NULL, sizeof(T), value); \
    }
#define FETCHING(NAME, T, OP, BUILTIN) \
    T shmem_##NAME##_atomic_##OP(T *dest, T value, int pe) { \
        return BUILTIN((T *) at(dest, pe), value, __ATOMIC_SEQ_CST); \
    }
#define ATOMICS(NAME, T, UNSIGNED_NAME, U) \
    T shmem_##NAME##_atomic_fetch(const T *dest, int pe) { \
        return __atomic_load_n((const T *) at(dest, pe), __ATOMIC_SEQ_CST); \
    } \
    T shmem_##NAME##_atomic_compare_swap(T *dest, T expected, T value, int pe) { \
        __atomic_compare_exchange_n((T *) at(dest, pe), &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        return expected; \
    } \
    UPDATING(NAME, T, set, SET) \
    UPDATING(NAME, T, add, ADD) \
    UPDATING(UNSIGNED_NAME, U, and, AND) \
    UPDATING(UNSIGNED_NAME, U, or, OR) \
    UPDATING(UNSIGNED_NAME, U, xor, XOR) \
    FETCHING(NAME, T, swap, __atomic_exchange_n) \
    FETCHING(NAME, T, fetch_add, __atomic_fetch_add) \
    FETCHING(UNSIGNED_NAME, U, fetch_and, __atomic_fetch_and) \
    FETCHING(UNSIGNED_NAME, U, fetch_or, __atomic_fetch_or) \
    FETCHING(UNSIGNED_NAME, U, fetch_xor, __atomic_fetch_xor)

ATOMICS(int, int, uint, unsigned)
ATOMICS(long, long, ulong, unsigned long)
