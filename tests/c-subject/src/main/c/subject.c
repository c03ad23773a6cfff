/*
 * A small library of OpenSHMEM 1.6 for tests of the conformance kit. Its PEs are processes that map one file: a header,
 * then the symmetric heap of each. Non-blocking operations are done by quiet, fence and barrier, not before.
 *
 * SUBJECT_DEFECT=n plants the defect with that number; planted.tsv tells what they are.
 */
#include "shmem.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define MOST_PES 64
#define MOST_SLOTS 4096
#define MOST_ALIGNMENT (16 << 20)
#define MOST_BLOCKS 100000

/* What the PEs of a team meet at; one that they all know. */
struct slot {
    int arrived;
    int generation;
    int made;
    long lengths[MOST_PES];
    long places[MOST_PES];
};

struct header {
    int exiting; /* the status of a global exit plus one, which run.c reads; 0 for none */
    int next_slot;
    struct slot slots[MOST_SLOTS];
};

struct subject_team {
    int me;
    int n;
    int contexts;
    struct slot *slot;
    int pes[MOST_PES];
};

/* What quiet has to do: a copy, or an atomic operation whose result is awaited. */
struct later {
    void *dest;
    const void *source;
    size_t bytes;
    int pe;
    long fetched;
    struct later *next;
};

struct subject_ctx {
    struct subject_team *team;
    pthread_mutex_t mutex;
    struct later *first, **last;
    struct subject_ctx *others; /* in the list of those that a program has made */
};

struct block {
    size_t offset, bytes;
};

struct subject_ctx subject_default;
shmem_team_t subject_world, subject_shared;

static struct subject_team world, shared;
static struct header *header;
static char *heaps;
static size_t heap_bytes, limit;
static int me, n_pes, level, inits, defect;
static struct block blocks[MOST_BLOCKS];
static int n_blocks;
static pthread_mutex_t heap_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct subject_ctx *contexts;
static pthread_mutex_t contexts_mutex = PTHREAD_MUTEX_INITIALIZER;

static void complete(struct subject_ctx *ctx, int pe);

#define IS(N) (defect == (N))
#define ONLY(N, T, NAME) (defect == (N) && strcmp(#T, NAME) == 0)

static void nap(int *turns) {
    if (++*turns < 100) {
        __builtin_ia32_pause();
    } else if (*turns < 1000) {
        sched_yield();
    } else {
        nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
    }
}

static void meet(struct subject_team *team) {
    struct slot *slot = team->slot;
    const int generation = __atomic_load_n(&slot->generation, __ATOMIC_SEQ_CST);
    if (__atomic_add_fetch(&slot->arrived, 1, __ATOMIC_SEQ_CST) == team->n) {
        __atomic_store_n(&slot->arrived, 0, __ATOMIC_SEQ_CST);
        __atomic_store_n(&slot->generation, generation + 1, __ATOMIC_SEQ_CST);
    } else {
        int turns = 0;
        while (__atomic_load_n(&slot->generation, __ATOMIC_SEQ_CST) == generation) {
            nap(&turns);
        }
    }
}

static char *heap(int pe) { return heaps + pe * heap_bytes; }

static int is_mine(const void *address) {
    return (const char *) address >= heap(me) && (const char *) address < heap(me) + heap_bytes;
}

/* A place of this PE's heap in that of another PE of a team. */
static void *at(const void *address, struct subject_team *team, int pe) {
    const int there = IS(20) ? pe : IS(3) ? me : team->pes[pe];
    return (char *) address - heap(me) + heap(there);
}

/* Set-up */
static int parsed_size(const char *text, size_t *bytes) {
    char *end;
    double size = strtod(text, &end);
    const char *suffixes = "kKmMgGtT";
    if (end == text || !(size >= 0)) {
        return 0;
    }
    if (*end != 0) {
        const char *found = strchr(suffixes, *end);
        if (found == NULL) {
            return 0;
        }
        for (long i = (found - suffixes) / 2; i >= 0; i--) {
            size *= 1024;
        }
    }
    if (size >= 1e15) {
        return 0;
    }
    *bytes = (size_t) (size + 0.999999);
    return 1;
}

static int read_settings(void) {
    const char *size = getenv("SHMEM_SYMMETRIC_SIZE");
    size = size == NULL ? getenv("SMA_SYMMETRIC_SIZE") : size;
    if (!parsed_size(size == NULL ? "64M" : size, &limit)) {
        return 0;
    }
    heap_bytes = (limit / MOST_ALIGNMENT + 1) * MOST_ALIGNMENT;
    if (atoi(getenv("SUBJECT_PE")) == 0) {
        if (getenv("SHMEM_VERSION") != NULL) {
            printf("c-subject, OpenSHMEM %d.%d\n", SHMEM_MAJOR_VERSION, SHMEM_MINOR_VERSION);
        }
        if (getenv("SHMEM_INFO") != NULL) {
            puts("SHMEM_VERSION SHMEM_INFO SHMEM_DEBUG SHMEM_SYMMETRIC_SIZE");
        }
        fflush(stdout);
    }
    return 1;
}

static void set_up(void) {
    const char *file = getenv("SUBJECT_FILE");
    me = atoi(getenv("SUBJECT_PE"));
    n_pes = atoi(getenv("SUBJECT_PES"));
    const char *planted = getenv("SUBJECT_DEFECT");
    defect = planted == NULL ? 0 : atoi(planted);
    /* The header has as much room as an alignment. */
    const size_t bytes = MOST_ALIGNMENT + n_pes * heap_bytes;
    const int fd = open(file, O_RDWR);
    if (fd < 0 || ftruncate(fd, bytes) != 0) {
        perror(file);
        exit(1);
    }
    char *room = mmap(NULL, bytes + MOST_ALIGNMENT, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    char *start = (char *) (((uintptr_t) room / MOST_ALIGNMENT + 1) * MOST_ALIGNMENT);
    if (room == MAP_FAILED || mmap(start, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED) {
        perror("mmap");
        exit(1);
    }
    header = (struct header *) start;
    close(fd);
    heaps = start + MOST_ALIGNMENT;
    world = (struct subject_team){.me = me, .n = n_pes, .slot = &header->slots[0]};
    for (int i = 0; i < n_pes; i++) {
        world.pes[i] = i;
    }
    shared = world;
    shared.slot = &header->slots[1];
    __atomic_fetch_add(&header->next_slot, me == 0 ? 2 : 0, __ATOMIC_SEQ_CST);
    subject_world = &world;
    subject_shared = &shared;
    subject_default.team = &world;
    subject_default.last = &subject_default.first;
    pthread_mutex_init(&subject_default.mutex, NULL);
}

int shmem_init_thread(int requested, int *provided) {
    if (inits++ == 0) {
        if (header == NULL) {
            if (!read_settings()) {
                inits = 0;
                return 1;
            }
            set_up();
        }
        const char *most = getenv("SUBJECT_THREADS");
        level = most != NULL && atoi(most) < requested ? atoi(most) : requested;
        meet(&world);
    }
    *provided = level;
    return 0;
}

void shmem_init(void) {
    int ignored;
    shmem_init_thread(SHMEM_THREAD_SINGLE, &ignored);
}

void shmem_finalize(void) {
    if (!IS(87)) {
        for (struct subject_ctx *ctx = contexts; ctx != NULL; ctx = ctx->others) {
            complete(ctx, -1);
        }
        shmem_barrier_all();
    }
    if (--inits == 0 || IS(92)) {
        inits = 0;
        n_blocks = 0;
        meet(&world);
    }
}

void shmem_query_initialized(int *initialized) { *initialized = IS(93) ? 1 : inits > 0; }
void shmem_query_thread(int *provided) { *provided = IS(86) ? SHMEM_THREAD_SINGLE : level; }

void shmem_global_exit(int status) {
    fflush(NULL);
    __atomic_store_n(&header->exiting, (IS(88) ? 1 : status) + 1, __ATOMIC_SEQ_CST);
    _exit(status);
}

int shmem_my_pe(void) { return me; }
int shmem_n_pes(void) { return n_pes; }

void shmem_info_get_version(int *major, int *minor) {
    *major = SHMEM_MAJOR_VERSION;
    *minor = SHMEM_MINOR_VERSION;
}

void shmem_info_get_name(char *name) { strcpy(name, SHMEM_VENDOR_STRING); }
int shmem_pe_accessible(int pe) {
    if (IS(108)) {
        *(volatile int *) NULL = pe;
    }
    return pe >= 0 && pe < n_pes + (IS(89) ? 1 : 0);
}
int shmem_addr_accessible(const void *addr, int pe) { return (is_mine(addr) || IS(90)) && pe >= 0 && pe < n_pes; }

void *shmem_ptr(const void *dest, int pe) {
    return !is_mine(dest) || pe < 0 || pe >= n_pes ? NULL : (char *) dest - heap(me) + heap(IS(91) ? me : pe);
}

void shmem_pcontrol(int level_, ...) { (void) level_; }

/* Heap: first fit; all PEs do the same. */
static void *place(size_t bytes, size_t alignment) {
    size_t start = 0;
    int i = 0;
    while (i < n_blocks && blocks[i].offset < start + bytes) {
        start = (blocks[i].offset + blocks[i].bytes + alignment - 1) / alignment * alignment;
        i++;
    }
    if (n_blocks == MOST_BLOCKS || bytes > limit || start > limit - bytes) {
        return NULL;
    }
    memmove(&blocks[i + 1], &blocks[i], (n_blocks++ - i) * sizeof *blocks);
    blocks[i] = (struct block){.offset = start, .bytes = bytes};
    return heap(me) + start;
}

static struct block *find(void *address) {
    const size_t offset = (char *) address - heap(me);
    for (int i = 0; i < n_blocks; i++) {
        if (blocks[i].offset == offset) {
            return &blocks[i];
        }
    }
    abort();
}

static void release(void *address) {
    struct block *block = find(address);
    memmove(block, block + 1, (--n_blocks - (block - blocks)) * sizeof *block);
}

static void *allocate(size_t size, size_t alignment, int clears) {
    if (size == 0) {
        return NULL;
    }
    pthread_mutex_lock(&heap_mutex);
    void *address = place(size, alignment < 16 || IS(63) ? 16 : alignment);
    pthread_mutex_unlock(&heap_mutex);
    if (IS(66) && me == 0) {
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    if (address != NULL && clears) {
        memset(address, 0, size);
    }
    if (!IS(66)) {
        meet(&world);
    }
    return address;
}

void *shmem_malloc(size_t size) { return allocate(size, 0, 0); }
void *shmem_calloc(size_t count, size_t size) { return allocate(count * size, 0, !IS(64)); }
void *shmem_align(size_t alignment, size_t size) { return allocate(size, alignment, 0); }
void *shmem_malloc_with_hints(size_t size, long hints) { return IS(94) && hints != 0 ? NULL : allocate(size, 0, 0); }

void shmem_free(void *ptr) {
    if (ptr != NULL) {
        shmem_barrier_all();
        if (!IS(67)) {
            release(ptr);
        }
    }
}

void *shmem_realloc(void *ptr, size_t size) {
    if (ptr == NULL) {
        return shmem_malloc(size);
    }
    if (size == 0) {
        shmem_free(ptr);
        return NULL;
    }
    shmem_barrier_all();
    void *other = place(size, 16);
    if (other != NULL) {
        const size_t old = find(ptr)->bytes;
        memcpy(other, ptr, (old < size ? old : size) - (IS(65) ? 1 : 0));
        release(ptr);
    }
    meet(&world);
    return other;
}

/* Teams */
int shmem_team_my_pe(shmem_team_t team) { return team == NULL ? -1 : IS(54) ? me : team->me; }
int shmem_team_n_pes(shmem_team_t team) { return team == NULL ? -1 : IS(60) && team != &world ? n_pes : team->n; }

int shmem_team_get_config(shmem_team_t team, long mask, shmem_team_config_t *config) {
    if (team == NULL) {
        return 1;
    }
    if (mask & SHMEM_TEAM_NUM_CONTEXTS) {
        config->num_contexts = IS(59) ? 0 : team->contexts;
    }
    return 0;
}

static int member(struct subject_team *team, int pe) {
    for (int i = 0; i < team->n; i++) {
        if (team->pes[i] == pe) {
            return i;
        }
    }
    return -1;
}

int shmem_team_translate_pe(shmem_team_t src, int pe, shmem_team_t dest) {
    if (src == NULL || dest == NULL || pe < 0 || pe >= src->n) {
        return -1;
    }
    const int found = member(dest, src->pes[pe]);
    return found < 0 && IS(55) ? 0 : found;
}

/* Slots for new teams, the same for all PEs of the parent. */
static int slots(struct subject_team *parent, int count) {
    if (parent->me == 0) {
        parent->slot->made = __atomic_fetch_add(&header->next_slot, count, __ATOMIC_SEQ_CST);
    }
    meet(parent);
    const int first = parent->slot->made;
    meet(parent);
    return first;
}

static shmem_team_t team_of(struct subject_team *parent, int start, int stride, int size, int slot,
                            const shmem_team_config_t *config, long mask) {
    struct subject_team *team = calloc(1, sizeof *team);
    team->n = size;
    team->me = -1;
    team->slot = &header->slots[slot];
    team->contexts = mask & SHMEM_TEAM_NUM_CONTEXTS ? config->num_contexts : 0;
    for (int i = 0; i < size; i++) {
        team->pes[i] = parent->pes[start + i * stride];
        if (team->pes[i] == me) {
            team->me = i;
        }
    }
    if (team->me < 0 && !IS(58)) {
        free(team);
        return NULL;
    }
    return team;
}

int shmem_team_split_strided(shmem_team_t parent, int start, int stride, int size, const shmem_team_config_t *config,
                             long mask, shmem_team_t *team) {
    *team = NULL;
    if (parent == NULL) {
        return 1;
    }
    const long last = start + (size - 1L) * stride;
    if (start < 0 || start >= parent->n || last < 0 || last >= parent->n || size < 1 || (stride == 0 && size > 1)) {
        return 1;
    }
    const int slot = slots(parent, 1);
    const int forward = IS(56) && stride < 0;
    *team = team_of(parent, forward ? (int) last : start, forward ? -stride : stride, size, slot, config, mask);
    return 0;
}

int shmem_team_split_2d(shmem_team_t parent, int xrange, const shmem_team_config_t *xconfig, long xmask,
                        shmem_team_t *xteam, const shmem_team_config_t *yconfig, long ymask, shmem_team_t *yteam) {
    *xteam = *yteam = NULL;
    if (parent == NULL || xrange < 1) {
        return 1;
    }
    const int n = parent->n;
    const int x = xrange < n ? xrange : n;
    const int rows = (n + x - 1) / x;
    const int first = slots(parent, rows + x);
    const int row = parent->me / x;
    const int column = parent->me % x;
    const int length = n - row * x < x && !IS(57) ? n - row * x : x;
    *xteam = team_of(parent, row * x, 1, length, first + row, xconfig, xmask);
    *yteam = team_of(parent, IS(96) ? row : column, x, (n - column + x - 1) / x, first + rows + column, yconfig, ymask);
    return 0;
}

void shmem_team_destroy(shmem_team_t team) {
    if (team != NULL && team != &world && team != &shared) {
        for (struct subject_ctx *ctx = contexts, *next; ctx != NULL; ctx = next) {
            next = ctx->others;
            if (ctx->team == team) {
                shmem_ctx_destroy(ctx);
            }
        }
        meet(team);
        free(team);
    }
}

void *shmem_team_ptr(shmem_team_t team, const void *dest, int pe) {
    return team == NULL ? NULL : shmem_ptr(dest, IS(62) ? pe : team->pes[pe]);
}

int shmem_team_sync(shmem_team_t team) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (team == NULL) {
        return 1;
    }
    if (!IS(61)) {
        meet(team);
    }
    return 0;
}

/* Contexts, and what completes operations */
int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t *ctx) {
    *ctx = NULL;
    if (team == NULL || (IS(22) && options == SHMEM_CTX_PRIVATE)) {
        return 1;
    }
    struct subject_ctx *made = calloc(1, sizeof *made);
    made->team = team;
    made->last = &made->first;
    pthread_mutex_init(&made->mutex, NULL);
    pthread_mutex_lock(&contexts_mutex);
    made->others = contexts;
    contexts = made;
    pthread_mutex_unlock(&contexts_mutex);
    *ctx = made;
    return 0;
}

int shmem_ctx_create(long options, shmem_ctx_t *ctx) { return shmem_team_create_ctx(&world, options, ctx); }

static void complete(struct subject_ctx *ctx, int pe) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    pthread_mutex_lock(&ctx->mutex);
    struct later **from = &ctx->first;
    while (*from != NULL) {
        struct later *one = *from;
        if (pe >= 0 && one->pe != pe) {
            from = &one->next;
            continue;
        }
        memcpy(one->dest, one->source == NULL ? (const void *) &one->fetched : one->source, one->bytes);
        *from = one->next;
        free(one);
    }
    ctx->last = from;
    pthread_mutex_unlock(&ctx->mutex);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void shmem_ctx_destroy(shmem_ctx_t ctx) {
    if (ctx != NULL) {
        if (!IS(24)) {
            complete(ctx, -1);
        }
        pthread_mutex_lock(&contexts_mutex);
        struct subject_ctx **from = &contexts;
        while (*from != ctx) {
            from = &(*from)->others;
        }
        *from = ctx->others;
        pthread_mutex_unlock(&contexts_mutex);
        free(ctx);
    }
}

int shmem_ctx_get_team(shmem_ctx_t ctx, shmem_team_t *team) {
    *team = ctx == NULL ? NULL : IS(21) ? &world : ctx->team;
    return ctx == NULL;
}

void shmem_ctx_session_start(shmem_ctx_t ctx, long options, const shmem_ctx_session_config_t *config, long mask) {
    (void) ctx, (void) options, (void) config, (void) mask;
}

void shmem_ctx_session_stop(shmem_ctx_t ctx) { (void) ctx; }

void shmem_ctx_fence(shmem_ctx_t ctx) {
    if (ctx != NULL && !IS(26)) {
        complete(ctx, -1);
    }
}

void shmem_ctx_quiet(shmem_ctx_t ctx) {
    if (ctx != NULL && !IS(23)) {
        complete(ctx, -1);
    }
}

void shmem_fence(void) { shmem_ctx_fence(&subject_default); }

void shmem_quiet(void) {
    if (!IS(25)) {
        complete(&subject_default, -1);
    }
}

void shmem_ctx_pe_quiet(shmem_ctx_t ctx, const int *pes, size_t npes) {
    for (size_t i = 0; ctx != NULL && i < npes - (IS(28) && npes > 0); i++) {
        complete(ctx, ctx->team->pes[pes[i]]);
    }
}

void shmem_pe_quiet(const int *pes, size_t npes) { shmem_ctx_pe_quiet(&subject_default, pes, npes); }

void shmem_barrier_all(void) {
    if (!IS(27)) {
        complete(&subject_default, -1);
    }
    meet(&world);
}

void shmem_sync_all(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (!IS(97)) {
        meet(&world);
    }
}

/* Transfers */
static void defer(struct subject_ctx *ctx, void *dest, const void *source, size_t bytes, long fetched, int pe) {
    struct later *one = malloc(sizeof *one);
    *one = (struct later){.dest = dest, .source = source, .bytes = bytes, .fetched = fetched, .pe = pe};
    pthread_mutex_lock(&ctx->mutex);
    *ctx->last = one;
    ctx->last = &one->next;
    pthread_mutex_unlock(&ctx->mutex);
}

static void put(struct subject_ctx *ctx, void *dest, const void *source, size_t nelems, size_t size, int pe) {
    const size_t n = IS(1) && nelems > 1 ? nelems - 1 : nelems;
    memmove(at(dest, ctx->team, pe), source, n * size);
}

static void get(struct subject_ctx *ctx, void *dest, const void *source, size_t nelems, size_t size, int pe) {
    const size_t n = IS(4) && nelems > 1 ? nelems - 1 : nelems;
    memmove(dest, at(source, ctx->team, pe), n * size);
}

static void put_nbi(struct subject_ctx *ctx, void *dest, const void *source, size_t nelems, size_t size, int pe) {
    if (!IS(8) && nelems != 0) {
        defer(ctx, at(dest, ctx->team, pe), source, nelems * size, 0, ctx->team->pes[pe]);
    }
}

static void get_nbi(struct subject_ctx *ctx, void *dest, const void *source, size_t nelems, size_t size, int pe) {
    if (!IS(9) && nelems != 0) {
        defer(ctx, dest, at(source, ctx->team, pe), nelems * size, 0, ctx->team->pes[pe]);
    }
}

static void blocks_of(char *dest, const char *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks,
                      size_t size) {
    for (size_t i = 0; i < nblocks; i++) {
        memmove(dest + i * dst * size, source + i * sst * size, bsize * size);
    }
}

static void iput(struct subject_ctx *ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t n,
                 size_t size, int pe) {
    blocks_of(at(dest, ctx->team, pe), source, IS(14) ? sst : dst, IS(14) ? dst : sst, 1, n, size);
}

static void iget(struct subject_ctx *ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t n,
                 size_t size, int pe) {
    blocks_of(dest, at(source, ctx->team, pe), dst, sst, 1, n - (IS(15) && n > 1), size);
}

static void ibput(struct subject_ctx *ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,
                  size_t n, size_t size, int pe) {
    blocks_of(at(dest, ctx->team, pe), source, dst, sst, IS(16) ? 1 : bsize, n - (IS(19) && n > 1), size);
}

static void ibget(struct subject_ctx *ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize,
                  size_t n, size_t size, int pe) {
    blocks_of(dest, at(source, ctx->team, pe), dst, sst, IS(17) && n > 1 ? (size_t) dst : bsize, n, size);
}

static void signal_(struct subject_ctx *ctx, uint64_t *sig, uint64_t signal, int op, int pe) {
    uint64_t *there = at(sig, ctx->team, pe);
    if (op == SHMEM_SIGNAL_SET || IS(31)) {
        __atomic_store_n(there, signal, __ATOMIC_SEQ_CST);
    } else {
        __atomic_fetch_add(there, signal, __ATOMIC_SEQ_CST);
    }
}

static void put_signal(struct subject_ctx *ctx, void *dest, const void *source, size_t nelems, size_t size,
                       uint64_t *sig, uint64_t signal, int op, int pe) {
    if (IS(30)) {
        signal_(ctx, sig, signal, op, pe);
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    if (nelems != 0) {
        put(ctx, dest, source, nelems, size, pe);
    }
    if (!IS(30) && !(IS(32) && nelems == 0)) {
        signal_(ctx, sig, signal, op, pe);
    }
}

void shmem_ctx_signal_add(shmem_ctx_t ctx, uint64_t *sig, uint64_t signal, int pe) {
    signal_(ctx, sig, signal, SHMEM_SIGNAL_ADD, IS(33) ? 0 : pe);
}

void shmem_ctx_signal_set(shmem_ctx_t ctx, uint64_t *sig, uint64_t signal, int pe) {
    signal_(ctx, sig, signal, IS(98) ? SHMEM_SIGNAL_ADD : SHMEM_SIGNAL_SET, pe);
}

void shmem_signal_add(uint64_t *sig, uint64_t signal, int pe) { shmem_ctx_signal_add(&subject_default, sig, signal, pe); }
void shmem_signal_set(uint64_t *sig, uint64_t signal, int pe) { shmem_ctx_signal_set(&subject_default, sig, signal, pe); }

uint64_t shmem_signal_fetch(const uint64_t *sig) {
    const uint64_t seen = __atomic_load_n(sig, __ATOMIC_SEQ_CST);
    return IS(29) ? (uint32_t) seen : seen;
}

uint64_t shmem_signal_wait_until(uint64_t *sig, int cmp, uint64_t value) {
    shmem_uint64_wait_until(sig, cmp, value);
    for (int turns = 0; IS(109);) {
        nap(&turns);
    }
    return IS(34) ? value : *sig;
}

/* A routine and its form with a context; the body is that of the latter. */
#define TWO(R, NAME, PARAMETERS, ARGUMENTS, BODY) \
    R shmem_ctx_##NAME(shmem_ctx_t ctx, UNPACK PARAMETERS) BODY \
    R shmem_##NAME(UNPACK PARAMETERS) { return shmem_ctx_##NAME(&subject_default, UNPACK ARGUMENTS); }
#define UNPACK(...) __VA_ARGS__
#define COPY(S, T) (T * dest, const T *source, size_t nelems, int pe)
#define STRIDES(T) (T * dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)
#define BLOCKS(T) (T * dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe)
#define SIGNALLED(T) (T * dest, const T *source, size_t nelems, uint64_t *sig, uint64_t signal, int op, int pe)

#define DEFINE_COPIES(N, T, SIZE, PUT, PUT_NBI, GET, GET_NBI, PUT_SIGNAL, PUT_SIGNAL_NBI) \
    TWO(void, PUT, COPY(N, T), (dest, source, nelems, pe), { \
        put(ctx, dest, source, nelems, ONLY(2, N, "short") || ONLY(7, N, "128") ? (SIZE) / 2 : ONLY(10, N, "longdouble") ? 10 : (SIZE), pe); }) \
    TWO(void, GET, COPY(N, T), (dest, source, nelems, pe), { \
        get(ctx, dest, (const char *) source + (ONLY(5, N, "int64") ? 8 : 0), nelems - (ONLY(6, N, "mem") && nelems > 1), SIZE, pe); }) \
    TWO(void, PUT_NBI, COPY(N, T), (dest, source, nelems, pe), { put_nbi(ctx, dest, source, nelems, SIZE, pe); }) \
    TWO(void, GET_NBI, COPY(N, T), (dest, source, nelems, pe), { get_nbi(ctx, dest, source, nelems, SIZE, pe); }) \
    TWO(void, PUT_SIGNAL, SIGNALLED(T), (dest, source, nelems, sig, signal, op, pe), { \
        put_signal(ctx, dest, source, nelems, SIZE, sig, signal, op, pe); }) \
    TWO(void, PUT_SIGNAL_NBI, SIGNALLED(T), (dest, source, nelems, sig, signal, op, pe), { \
        put_signal(ctx, dest, source, nelems, SIZE, sig, signal, op, pe); })

#define DEFINE_STRIDED(N, T, SIZE, IPUT, IGET, IBPUT, IBGET) \
    TWO(void, IPUT, STRIDES(T), (dest, source, dst, sst, nelems, pe), { \
        iput(ctx, dest, source, ONLY(18, N, "64") ? dst + 1 : dst, sst, nelems, SIZE, pe); }) \
    TWO(void, IGET, STRIDES(T), (dest, source, dst, sst, nelems, pe), { iget(ctx, dest, source, dst, sst, nelems, SIZE, pe); }) \
    TWO(void, IBPUT, BLOCKS(T), (dest, source, dst, sst, bsize, nblocks, pe), { \
        ibput(ctx, dest, source, dst, sst, bsize, nblocks, SIZE, pe); }) \
    TWO(void, IBGET, BLOCKS(T), (dest, source, dst, sst, bsize, nblocks, pe), { \
        ibget(ctx, dest, source, dst, sst, bsize, nblocks, SIZE, pe); })

#define DEFINE(N, T) \
    DEFINE_COPIES(N, T, sizeof(T), N##_put, N##_put_nbi, N##_get, N##_get_nbi, N##_put_signal, N##_put_signal_nbi) \
    DEFINE_STRIDED(N, T, sizeof(T), N##_iput, N##_iget, N##_ibput, N##_ibget) \
    TWO(void, N##_p, (T *dest, T value, int pe), (dest, value, pe), { \
        if (ONLY(11, N, "long")) { *(int *) at(dest, ctx->team, pe) = (int) value; } \
        else { *(volatile T *) at(dest, ctx->team, pe) = value; } }) \
    TWO(T, N##_g, (const T *source, int pe), (source, pe), { \
        const T *there = at(source, ctx->team, pe); \
        return ONLY(12, N, "uchar") ? (T) ((int) there[0] & 0x7f) : ONLY(13, N, "float") ? (T) (int) *there : *(volatile const T *) there; })
RMA_TYPES(DEFINE)
#undef DEFINE

#define DEFINE(S, B) \
    DEFINE_COPIES(S, void, B, put##S, put##S##_nbi, get##S, get##S##_nbi, put##S##_signal, put##S##_signal_nbi)
SIZES_AND_MEM(DEFINE)
#undef DEFINE
#define DEFINE(S, B) DEFINE_STRIDED(S, void, B, iput##S, iget##S, ibput##S, ibget##S)
SIZES(DEFINE)
#undef DEFINE

/* Atomic operations */
#define FETCHED(N, T, NAME, PARAMETERS, ARGUMENTS, BODY) TWO(T, N##_atomic_##NAME, PARAMETERS, ARGUMENTS, BODY)

/* Done at once; the result comes with quiet. */
#define LATER(N, T, NAME, PARAMETERS, ARGUMENTS, CALL) \
    TWO(void, N##_atomic_##NAME##_nbi, PARAMETERS, ARGUMENTS, { \
        const T result = CALL; \
        long bits = 0; \
        memcpy(&bits, &result, sizeof result); \
        if (!IS(44)) { defer(ctx, fetch, NULL, sizeof result, bits, ctx->team->pes[pe]); } })

#define DEFINE(N, T) \
    FETCHED(N, T, fetch, (const T *source, int pe), (source, pe), { \
        T value; \
        __atomic_load((T *) at(source, ctx->team, pe), &value, __ATOMIC_SEQ_CST); \
        return value; }) \
    FETCHED(N, T, swap, (T *dest, T value, int pe), (dest, value, pe), { \
        T old; \
        if (ONLY(40, N, "float")) { value = (T) (int) value; } \
        __atomic_exchange((T *) at(dest, ctx->team, pe), &value, &old, __ATOMIC_SEQ_CST); \
        return old; }) \
    TWO(void, N##_atomic_set, (T *dest, T value, int pe), (dest, value, pe), { \
        if (ONLY(46, N, "double")) { memcpy(at(dest, ctx->team, pe), &value, 4); return; } \
        __atomic_store((T *) at(dest, ctx->team, pe), &value, __ATOMIC_SEQ_CST); }) \
    LATER(N, T, fetch, (T *fetch, const T *source, int pe), (fetch, source, pe), \
        shmem_ctx_##N##_atomic_fetch(ctx, source, pe)) \
    LATER(N, T, swap, (T *fetch, T *dest, T value, int pe), (fetch, dest, value, pe), \
        shmem_ctx_##N##_atomic_swap(ctx, dest, value, pe))
EXTENDED_TYPES(DEFINE)
#undef DEFINE

#define DEFINE(N, T) \
    FETCHED(N, T, fetch_add, (T *dest, T value, int pe), (dest, value, pe), { \
        T *there = at(dest, ctx->team, pe); \
        if (ONLY(45, N, "size")) { value = (T) (uint32_t) value; } \
        const T old = __atomic_fetch_add(there, value, __ATOMIC_SEQ_CST); \
        return IS(37) ? old + value : old; }) \
    FETCHED(N, T, fetch_inc, (T *dest, int pe), (dest, pe), { \
        T *there = at(dest, ctx->team, pe); \
        if (IS(36)) { const T old = *there; sched_yield(); *(volatile T *) there = old + 1; return old; } \
        return __atomic_fetch_add(there, 1, __ATOMIC_SEQ_CST); }) \
    FETCHED(N, T, compare_swap, (T *dest, T cond, T value, int pe), (dest, cond, value, pe), { \
        T *there = at(dest, ctx->team, pe); \
        if (IS(38)) { return __atomic_exchange_n(there, value, __ATOMIC_SEQ_CST); } \
        T old = cond; \
        const int stored = __atomic_compare_exchange_n(there, &old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        return IS(39) && stored ? value : old; }) \
    TWO(void, N##_atomic_add, (T *dest, T value, int pe), (dest, value, pe), { \
        if (IS(43) && sizeof(T) == 4) { \
            __atomic_fetch_add((uint64_t *) at(dest, ctx->team, pe), (uint64_t) (int64_t) value, __ATOMIC_SEQ_CST); return; } \
        shmem_ctx_##N##_atomic_fetch_add(ctx, dest, value, pe); }) \
    TWO(void, N##_atomic_inc, (T *dest, int pe), (dest, pe), { shmem_ctx_##N##_atomic_fetch_add(ctx, dest, IS(99) ? 2 : 1, pe); }) \
    LATER(N, T, fetch_add, (T *fetch, T *dest, T value, int pe), (fetch, dest, value, pe), \
        shmem_ctx_##N##_atomic_fetch_add(ctx, dest, value, pe)) \
    LATER(N, T, fetch_inc, (T *fetch, T *dest, int pe), (fetch, dest, pe), shmem_ctx_##N##_atomic_fetch_inc(ctx, dest, pe)) \
    LATER(N, T, compare_swap, (T *fetch, T *dest, T cond, T value, int pe), (fetch, dest, cond, value, pe), \
        shmem_ctx_##N##_atomic_compare_swap(ctx, dest, IS(100) ? value : cond, IS(100) ? cond : value, pe))
AMO_TYPES(DEFINE)
#undef DEFINE

#define LOGIC(N, T, OP, BUILTIN) \
    FETCHED(N, T, fetch_##OP, (T *dest, T value, int pe), (dest, value, pe), { \
        return BUILTIN((T *) at(dest, ctx->team, pe), value, __ATOMIC_SEQ_CST); }) \
    TWO(void, N##_atomic_##OP, (T *dest, T value, int pe), (dest, value, pe), { \
        shmem_ctx_##N##_atomic_fetch_##OP(ctx, dest, value, pe); }) \
    LATER(N, T, fetch_##OP, (T *fetch, T *dest, T value, int pe), (fetch, dest, value, pe), \
        shmem_ctx_##N##_atomic_fetch_##OP(ctx, dest, value, pe))
#define AND_(P, V, O) (IS(41) ? __atomic_fetch_or(P, V, O) : __atomic_fetch_and(P, V, O))
#define XOR_(P, V, O) (IS(42) && sizeof(V) == 4 ? __atomic_fetch_and(P, V, O) : __atomic_fetch_xor(P, V, O))
#define DEFINE(N, T) LOGIC(N, T, and, AND_) LOGIC(N, T, or, __atomic_fetch_or) LOGIC(N, T, xor, XOR_)
BITWISE_TYPES(DEFINE)
#undef DEFINE

/* Waits and tests */
#define DEFINE(N, T) \
    static int N##_holds(const T *ivar, int cmp, T value) { \
        T seen = __atomic_load_n(ivar, __ATOMIC_SEQ_CST); \
        if (ONLY(35, N, "uint64") && (cmp == SHMEM_CMP_LT || cmp == SHMEM_CMP_GT)) { \
            return cmp == SHMEM_CMP_LT ? (int64_t) seen < (int64_t) value : (int64_t) seen > (int64_t) value; } \
        switch (cmp) { \
            case SHMEM_CMP_EQ: return seen == value; \
            case SHMEM_CMP_NE: return ONLY(53, N, "ptrdiff") ? seen == value : seen != value; \
            case SHMEM_CMP_GT: return IS(47) ? seen >= value : seen > value; \
            case SHMEM_CMP_GE: return seen >= value; \
            case SHMEM_CMP_LT: return seen < value; \
            case SHMEM_CMP_LE: return IS(101) ? seen < value : seen <= value; \
            default: abort(); \
        } \
    } \
    static size_t N##_some(T *ivars, size_t n, size_t *indices, const int *status, int cmp, T value, const T *values, int waits, int any) { \
        int turns = 0; \
        while (1) { \
            size_t found = 0, wanted = 0; \
            static size_t first; \
            const size_t start = n == 0 || !any || IS(102) ? 0 : first++ % n; \
            for (size_t k = 0; k < n; k++) { \
                const size_t i = (start + k) % n; \
                if (status == NULL || status[i] == 0 || (IS(48) && any)) { \
                    wanted++; \
                    if (N##_holds(&ivars[i], cmp, values == NULL ? value : values[IS(52) ? 0 : i])) { \
                        if (any) { return i; } \
                        indices[found++] = i + (IS(49) && n > 1 ? 1 : 0); \
                    } \
                } \
            } \
            if (found != 0 || wanted == 0 || !waits) { return any ? (IS(51) ? 0 : SIZE_MAX) : found; } \
            nap(&turns); \
        } \
    } \
    static int N##_all(T *ivars, size_t n, const int *status, int cmp, T value, const T *values, int waits) { \
        if (IS(50) && n == 0) { return 0; } \
        for (size_t i = 0; i < n - (IS(103) && n > 1 ? 1 : 0); i++) { \
            int turns = 0; \
            while ((status == NULL || status[i] == 0) && !N##_holds(&ivars[i], cmp, values == NULL ? value : values[IS(52) ? 0 : i])) { \
                if (!waits) { return 0; } \
                nap(&turns); \
            } \
        } \
        return 1; \
    } \
    void shmem_##N##_wait_until(T *ivar, int cmp, T value) { N##_all(ivar, 1, NULL, cmp, value, NULL, !IS(104)); } \
    void shmem_##N##_wait_until_all(T *v, size_t n, const int *s, int cmp, T value) { N##_all(v, n, s, cmp, value, NULL, 1); } \
    void shmem_##N##_wait_until_all_vector(T *v, size_t n, const int *s, int cmp, T *values) { N##_all(v, n, s, cmp, 0, values, 1); } \
    int shmem_##N##_test(T *ivar, int cmp, T value) { return N##_holds(ivar, cmp, value); } \
    int shmem_##N##_test_all(T *v, size_t n, const int *s, int cmp, T value) { return N##_all(v, n, s, cmp, value, NULL, 0); } \
    int shmem_##N##_test_all_vector(T *v, size_t n, const int *s, int cmp, T *values) { return N##_all(v, n, s, cmp, 0, values, 0); } \
    size_t shmem_##N##_wait_until_any(T *v, size_t n, const int *s, int cmp, T value) { return N##_some(v, n, NULL, s, cmp, value, NULL, 1, 1); } \
    size_t shmem_##N##_wait_until_any_vector(T *v, size_t n, const int *s, int cmp, T *values) { return N##_some(v, n, NULL, s, cmp, 0, values, 1, 1); } \
    size_t shmem_##N##_wait_until_some(T *v, size_t n, size_t *i, const int *s, int cmp, T value) { return N##_some(v, n, i, s, cmp, value, NULL, 1, 0); } \
    size_t shmem_##N##_wait_until_some_vector(T *v, size_t n, size_t *i, const int *s, int cmp, T *values) { return N##_some(v, n, i, s, cmp, 0, values, 1, 0); } \
    size_t shmem_##N##_test_any(T *v, size_t n, const int *s, int cmp, T value) { return N##_some(v, n, NULL, s, cmp, value, NULL, 0, 1); } \
    size_t shmem_##N##_test_any_vector(T *v, size_t n, const int *s, int cmp, T *values) { return N##_some(v, n, NULL, s, cmp, 0, values, 0, 1); } \
    size_t shmem_##N##_test_some(T *v, size_t n, size_t *i, const int *s, int cmp, T value) { return N##_some(v, n, i, s, cmp, value, NULL, 0, 0); } \
    size_t shmem_##N##_test_some_vector(T *v, size_t n, size_t *i, const int *s, int cmp, T *values) { return N##_some(v, n, i, s, cmp, 0, values, 0, 0); }
AMO_TYPES(DEFINE)
#undef DEFINE

/* Collectives: all PEs meet, each reads what it needs, and all meet again. */
static void *from(struct subject_team *team, const void *source, int pe) {
    return (char *) source - heap(me) + heap(team->pes[pe]);
}

static int broadcast(struct subject_team *team, void *dest, const void *source, size_t bytes, int root) {
    meet(team);
    if (!(IS(69) && team->me == root)) {
        memcpy(dest, from(team, source, IS(105) ? 0 : root), bytes);
    }
    meet(team);
    return 0;
}

static int collect(struct subject_team *team, char *dest, const void *source, size_t bytes) {
    team->slot->lengths[team->me] = (long) bytes;
    team->slot->places[team->me] = (const char *) source - heap(me); /* not that of others where bytes is 0 */
    meet(team);
    for (int pe = 0; pe < team->n; pe++) {
        const size_t theirs = IS(70) ? bytes : (size_t) team->slot->lengths[pe];
        memcpy(dest, heap(team->pes[pe]) + (theirs == 0 ? 0 : team->slot->places[IS(70) ? team->me : pe]), theirs);
        dest += theirs;
    }
    meet(team);
    return 0;
}

static int fcollect(struct subject_team *team, char *dest, const void *source, size_t bytes) {
    meet(team);
    for (int pe = 0; pe < team->n; pe++) {
        memcpy(dest + (IS(71) ? team->n - 1 - pe : pe) * bytes, from(team, source, pe), bytes);
    }
    meet(team);
    return 0;
}

static int alltoall(struct subject_team *team, char *dest, const char *source, size_t bytes) {
    meet(team);
    if (IS(106) && team->me == 1) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    for (int pe = 0; pe < team->n; pe++) {
        memcpy(dest + pe * bytes, (char *) from(team, source, pe) + (IS(72) ? pe : team->me) * bytes, bytes);
    }
    if (!IS(106)) {
        meet(team);
    }
    return 0;
}

static int alltoalls(struct subject_team *team, char *dest, const char *source, ptrdiff_t dst, ptrdiff_t sst, size_t n,
                     size_t size) {
    meet(team);
    for (int pe = 0; pe < team->n; pe++) {
        blocks_of(dest + pe * n * dst * size, (char *) from(team, source, pe) + team->me * n * sst * size,
                  IS(73) ? 1 : dst, sst, 1, n, size);
    }
    meet(team);
    return 0;
}

/* Folds the first PEs' elements by E, which has a and b; those of none are zeros. */
#define FOLD(N, T, NAME, COUNT, E) \
    int shmem_##N##_##NAME(shmem_team_t team, T *dest, const T *source, size_t nelems) { \
        T *result = calloc(nelems == 0 ? 1 : nelems, sizeof(T)); \
        const int count = (COUNT); \
        meet(team); \
        for (int pe = 0; pe < count; pe++) { \
            const T *theirs = from(team, source, pe); \
            for (size_t i = 0; i < nelems; i++) { \
                const T a = result[i], b = theirs[i]; \
                result[i] = pe == 0 ? b : (T) (E); \
            } \
        } \
        if (!IS(81)) { meet(team); } \
        memcpy(dest, result, (nelems - (IS(82) && nelems > 1)) * sizeof(T)); \
        free(result); \
        if (IS(81)) { meet(team); } \
        return IS(107) && strcmp(#NAME, "prod_reduce") == 0 ? 1 : 0; \
    }
#define ALL (team->n - (IS(74) && team->n > 1))

#define DEFINE(N, T) \
    int shmem_##N##_broadcast(shmem_team_t t, T *d, const T *s, size_t n, int root) { return broadcast(t, d, s, n * sizeof(T), root); } \
    int shmem_##N##_collect(shmem_team_t t, T *d, const T *s, size_t n) { return collect(t, (char *) d, s, n * sizeof(T)); } \
    int shmem_##N##_fcollect(shmem_team_t t, T *d, const T *s, size_t n) { return fcollect(t, (char *) d, s, n * sizeof(T)); } \
    int shmem_##N##_alltoall(shmem_team_t t, T *d, const T *s, size_t n) { return alltoall(t, (char *) d, (const char *) s, n * sizeof(T)); } \
    int shmem_##N##_alltoalls(shmem_team_t t, T *d, const T *s, ptrdiff_t dst, ptrdiff_t sst, size_t n) { \
        return alltoalls(t, (char *) d, (const char *) s, dst, sst, n, sizeof(T)); } \
    FOLD(N, T, max_reduce, ALL, ONLY(75, N, "uint") ? ((int) a > (int) b ? a : b) : a > b ? a : b) \
    FOLD(N, T, min_reduce, ALL, ONLY(76, N, "double") ? (a > b ? a : b) : a < b ? a : b)
RMA_TYPES(DEFINE)
#undef DEFINE

#define DEFINE(N, T) \
    FOLD(N, T, sum_reduce, ALL, a + b) \
    FOLD(N, T, prod_reduce, ALL, ONLY(77, N, "complexd") ? creal(a) * creal(b) + cimag(a) * cimag(b) * I : a * b) \
    FOLD(N, T, sum_inscan, team->me + (IS(78) ? 0 : 1), a + b) \
    FOLD(N, T, sum_exscan, IS(79) && team->me == 0 ? 1 : team->me, a + b)
COMPLEX_TYPES(DEFINE)
#undef DEFINE
#define DEFINE(N, T) \
    FOLD(N, T, sum_reduce, ALL, a + b) \
    FOLD(N, T, prod_reduce, ALL, a * b) \
    FOLD(N, T, sum_inscan, team->me + (IS(78) ? 0 : 1), a + b) \
    FOLD(N, T, sum_exscan, IS(79) && team->me == 0 ? 1 : team->me, a + b)
RMA_TYPES(DEFINE)
#undef DEFINE

#define DEFINE(N, T) \
    FOLD(N, T, and_reduce, ALL, ONLY(80, N, "uint16") ? a | b : a & b) \
    FOLD(N, T, or_reduce, ALL, a | b) \
    FOLD(N, T, xor_reduce, ALL, a ^ b)
LOGIC_TYPES(DEFINE)
#undef DEFINE

int shmem_broadcastmem(shmem_team_t t, void *d, const void *s, size_t n, int root) { return broadcast(t, d, s, n, root); }
int shmem_collectmem(shmem_team_t t, void *d, const void *s, size_t n) { return collect(t, d, s, n); }
int shmem_fcollectmem(shmem_team_t t, void *d, const void *s, size_t n) { return fcollect(t, d, s, n); }
int shmem_alltoallmem(shmem_team_t t, void *d, const void *s, size_t n) { return alltoall(t, d, s, n); }

int shmem_alltoallsmem(shmem_team_t t, void *d, const void *s, ptrdiff_t dst, ptrdiff_t sst, size_t n) {
    return alltoalls(t, d, s, dst, sst, n, 1);
}

/* Locks: in PE 0's word the next ticket, and who has the lock. */
struct tickets {
    uint32_t next, served;
};

static struct tickets *tickets(long *lock) { return (struct tickets *) ((char *) lock - heap(me) + heap(IS(84) ? me : 0)); }

void shmem_set_lock(long *lock) {
    struct tickets *word = tickets(lock);
    const uint32_t mine = __atomic_fetch_add(&word->next, 1, __ATOMIC_SEQ_CST);
    int turns = 0;
    while (__atomic_load_n(&word->served, __ATOMIC_SEQ_CST) != mine) {
        nap(&turns);
    }
}

int shmem_test_lock(long *lock) {
    struct tickets *word = tickets(lock);
    const uint32_t served = __atomic_load_n(&word->served, __ATOMIC_SEQ_CST);
    uint32_t next = served;
    const int taken = __atomic_compare_exchange_n(&word->next, &next, served + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return IS(83) ? taken : !taken;
}

void shmem_clear_lock(long *lock) {
    if (!IS(85)) {
        complete(&subject_default, -1);
    }
    __atomic_fetch_add(&tickets(lock)->served, 1, __ATOMIC_SEQ_CST);
}
