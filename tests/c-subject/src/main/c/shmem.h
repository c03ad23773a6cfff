/* OpenSHMEM 1.6 without deprecated routines, for tests of the conformance kit. */
#ifndef SHMEM_H
#define SHMEM_H

#include <complex.h>
#include <stddef.h>
#include <stdint.h>

#define SHMEM_MAJOR_VERSION 1
#define SHMEM_MINOR_VERSION 6
#define SHMEM_MAX_NAME_LEN 64
#define SHMEM_VENDOR_STRING "c-subject"

/* Numbers that no other library has, and handles of both kinds: a pointer that is known early, and one that is not. */
enum { SHMEM_THREAD_SINGLE = 10, SHMEM_THREAD_FUNNELED, SHMEM_THREAD_SERIALIZED, SHMEM_THREAD_MULTIPLE };
enum {
    SHMEM_CMP_LE = 21,
    SHMEM_CMP_EQ = 32,
    SHMEM_CMP_GT = 43,
    SHMEM_CMP_NE = 54,
    SHMEM_CMP_LT = 65,
    SHMEM_CMP_GE = 76
};
enum { SHMEM_SIGNAL_ADD = 7, SHMEM_SIGNAL_SET = 9 };
#define SHMEM_CTX_SERIALIZED (1L << 4)
#define SHMEM_CTX_PRIVATE (1L << 5)
#define SHMEM_CTX_NOSTORE (1L << 6)
#define SHMEM_CTX_SESSION_BATCH (1L << 3)
#define SHMEM_CTX_SESSION_TOTAL_OPS (1L << 7)
#define SHMEM_MALLOC_ATOMICS_REMOTE (1L << 8)
#define SHMEM_MALLOC_SIGNAL_REMOTE (1L << 9)
#define SHMEM_TEAM_NUM_CONTEXTS (1L << 2)

typedef struct subject_ctx *shmem_ctx_t;
typedef struct subject_team *shmem_team_t;
typedef struct {
    long unused;
    int num_contexts;
} shmem_team_config_t;
typedef struct {
    int unused;
    size_t total_ops;
} shmem_ctx_session_config_t;

extern struct subject_ctx subject_default;
extern shmem_team_t subject_world, subject_shared;
#define SHMEM_CTX_DEFAULT (&subject_default)
#define SHMEM_CTX_INVALID ((shmem_ctx_t) 0)
#define SHMEM_TEAM_WORLD subject_world
#define SHMEM_TEAM_SHARED subject_shared
#define SHMEM_TEAM_INVALID ((shmem_team_t) 0)

#define RMA_TYPES(X) \
    X(float, float) X(double, double) X(longdouble, long double) X(char, char) X(schar, signed char) X(short, short) \
    X(int, int) X(long, long) X(longlong, long long) X(uchar, unsigned char) X(ushort, unsigned short) \
    X(uint, unsigned int) X(ulong, unsigned long) X(ulonglong, unsigned long long) X(int8, int8_t) X(int16, int16_t) \
    X(int32, int32_t) X(int64, int64_t) X(uint8, uint8_t) X(uint16, uint16_t) X(uint32, uint32_t) X(uint64, uint64_t) \
    X(size, size_t) X(ptrdiff, ptrdiff_t)
#define AMO_TYPES(X) \
    X(int, int) X(long, long) X(longlong, long long) X(uint, unsigned int) X(ulong, unsigned long) \
    X(ulonglong, unsigned long long) X(int32, int32_t) X(int64, int64_t) X(uint32, uint32_t) X(uint64, uint64_t) \
    X(size, size_t) X(ptrdiff, ptrdiff_t)
#define EXTENDED_TYPES(X) AMO_TYPES(X) X(float, float) X(double, double)
#define BITWISE_TYPES(X) \
    X(uint, unsigned int) X(ulong, unsigned long) X(ulonglong, unsigned long long) X(int32, int32_t) X(int64, int64_t) \
    X(uint32, uint32_t) X(uint64, uint64_t)
#define LOGIC_TYPES(X) \
    X(uchar, unsigned char) X(ushort, unsigned short) X(uint, unsigned int) X(ulong, unsigned long) \
    X(ulonglong, unsigned long long) X(int8, int8_t) X(int16, int16_t) X(int32, int32_t) X(int64, int64_t) \
    X(uint8, uint8_t) X(uint16, uint16_t) X(uint32, uint32_t) X(uint64, uint64_t) X(size, size_t)
#define COMPLEX_TYPES(X) X(complexf, float _Complex) X(complexd, double _Complex)
#define SIZES(X) X(8, 1) X(16, 2) X(32, 4) X(64, 8) X(128, 16)
#define SIZES_AND_MEM(X) SIZES(X) X(mem, 1)

#define BOTH(R, NAME, ...) R shmem_##NAME(__VA_ARGS__); R shmem_ctx_##NAME(shmem_ctx_t ctx, __VA_ARGS__);

void shmem_init(void);
int shmem_init_thread(int requested, int *provided);
void shmem_finalize(void);
void shmem_query_initialized(int *initialized);
void shmem_query_thread(int *provided);
void shmem_global_exit(int status);
int shmem_my_pe(void);
int shmem_n_pes(void);
void shmem_info_get_version(int *major, int *minor);
void shmem_info_get_name(char *name);
int shmem_pe_accessible(int pe);
int shmem_addr_accessible(const void *addr, int pe);
void *shmem_ptr(const void *dest, int pe);
void *shmem_malloc(size_t size);
void *shmem_calloc(size_t count, size_t size);
void *shmem_align(size_t alignment, size_t size);
void *shmem_malloc_with_hints(size_t size, long hints);
void *shmem_realloc(void *ptr, size_t size);
void shmem_free(void *ptr);
int shmem_team_my_pe(shmem_team_t team);
int shmem_team_n_pes(shmem_team_t team);
int shmem_team_get_config(shmem_team_t team, long mask, shmem_team_config_t *config);
int shmem_team_translate_pe(shmem_team_t src, int pe, shmem_team_t dest);
int shmem_team_split_strided(
    shmem_team_t parent, int start, int stride, int size, const shmem_team_config_t *config, long mask, shmem_team_t *team);
int shmem_team_split_2d(
    shmem_team_t parent, int xrange, const shmem_team_config_t *xconfig, long xmask, shmem_team_t *xteam,
    const shmem_team_config_t *yconfig, long ymask, shmem_team_t *yteam);
void shmem_team_destroy(shmem_team_t team);
void *shmem_team_ptr(shmem_team_t team, const void *dest, int pe);
int shmem_team_sync(shmem_team_t team);
int shmem_ctx_create(long options, shmem_ctx_t *ctx);
int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t *ctx);
void shmem_ctx_destroy(shmem_ctx_t ctx);
int shmem_ctx_get_team(shmem_ctx_t ctx, shmem_team_t *team);
void shmem_ctx_session_start(shmem_ctx_t ctx, long options, const shmem_ctx_session_config_t *config, long mask);
void shmem_ctx_session_stop(shmem_ctx_t ctx);
void shmem_barrier_all(void);
void shmem_sync_all(void);
void shmem_fence(void);
void shmem_ctx_fence(shmem_ctx_t ctx);
void shmem_quiet(void);
void shmem_ctx_quiet(shmem_ctx_t ctx);
void shmem_pe_quiet(const int *pes, size_t npes);
void shmem_ctx_pe_quiet(shmem_ctx_t ctx, const int *pes, size_t npes);
void shmem_set_lock(long *lock);
int shmem_test_lock(long *lock);
void shmem_clear_lock(long *lock);
void shmem_pcontrol(int level, ...);
BOTH(void, signal_add, uint64_t *sig, uint64_t signal, int pe)
BOTH(void, signal_set, uint64_t *sig, uint64_t signal, int pe)
uint64_t shmem_signal_fetch(const uint64_t *sig);
uint64_t shmem_signal_wait_until(uint64_t *sig, int cmp, uint64_t value);

#define DECLARE(N, T) \
    BOTH(void, N##_put, T *dest, const T *source, size_t nelems, int pe) \
    BOTH(void, N##_get, T *dest, const T *source, size_t nelems, int pe) \
    BOTH(void, N##_put_nbi, T *dest, const T *source, size_t nelems, int pe) \
    BOTH(void, N##_get_nbi, T *dest, const T *source, size_t nelems, int pe) \
    BOTH(void, N##_p, T *dest, T value, int pe) \
    BOTH(T, N##_g, const T *source, int pe) \
    BOTH(void, N##_iput, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe) \
    BOTH(void, N##_iget, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe) \
    BOTH(void, N##_ibput, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe) \
    BOTH(void, N##_ibget, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe) \
    BOTH(void, N##_put_signal, T *dest, const T *source, size_t nelems, uint64_t *sig, uint64_t signal, int op, int pe) \
    BOTH(void, N##_put_signal_nbi, T *dest, const T *source, size_t nelems, uint64_t *sig, uint64_t signal, int op, int pe) \
    int shmem_##N##_broadcast(shmem_team_t team, T *dest, const T *source, size_t nelems, int root); \
    int shmem_##N##_collect(shmem_team_t team, T *dest, const T *source, size_t nelems); \
    int shmem_##N##_fcollect(shmem_team_t team, T *dest, const T *source, size_t nelems); \
    int shmem_##N##_alltoall(shmem_team_t team, T *dest, const T *source, size_t nelems); \
    int shmem_##N##_alltoalls(shmem_team_t team, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems); \
    int shmem_##N##_max_reduce(shmem_team_t team, T *dest, const T *source, size_t nelems); \
    int shmem_##N##_min_reduce(shmem_team_t team, T *dest, const T *source, size_t nelems);
RMA_TYPES(DECLARE)
#undef DECLARE

#define DECLARE(N, T) \
    int shmem_##N##_sum_reduce(shmem_team_t team, T *dest, const T *source, size_t nelems); \
    int shmem_##N##_prod_reduce(shmem_team_t team, T *dest, const T *source, size_t nelems); \
    int shmem_##N##_sum_inscan(shmem_team_t team, T *dest, const T *source, size_t nelems); \
    int shmem_##N##_sum_exscan(shmem_team_t team, T *dest, const T *source, size_t nelems);
RMA_TYPES(DECLARE)
COMPLEX_TYPES(DECLARE)
#undef DECLARE

#define DECLARE(N, T) \
    int shmem_##N##_and_reduce(shmem_team_t team, T *dest, const T *source, size_t nelems); \
    int shmem_##N##_or_reduce(shmem_team_t team, T *dest, const T *source, size_t nelems); \
    int shmem_##N##_xor_reduce(shmem_team_t team, T *dest, const T *source, size_t nelems);
LOGIC_TYPES(DECLARE)
#undef DECLARE

#define DECLARE(S, B) \
    BOTH(void, put##S, void *dest, const void *source, size_t nelems, int pe) \
    BOTH(void, get##S, void *dest, const void *source, size_t nelems, int pe) \
    BOTH(void, put##S##_nbi, void *dest, const void *source, size_t nelems, int pe) \
    BOTH(void, get##S##_nbi, void *dest, const void *source, size_t nelems, int pe) \
    BOTH(void, put##S##_signal, void *dest, const void *source, size_t nelems, uint64_t *sig, uint64_t signal, int op, int pe) \
    BOTH(void, put##S##_signal_nbi, void *dest, const void *source, size_t nelems, uint64_t *sig, uint64_t signal, int op, int pe)
SIZES_AND_MEM(DECLARE)
#undef DECLARE

#define DECLARE(S, B) \
    BOTH(void, iput##S, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe) \
    BOTH(void, iget##S, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe) \
    BOTH(void, ibput##S, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe) \
    BOTH(void, ibget##S, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe)
SIZES(DECLARE)
#undef DECLARE

int shmem_broadcastmem(shmem_team_t team, void *dest, const void *source, size_t nelems, int root);
int shmem_collectmem(shmem_team_t team, void *dest, const void *source, size_t nelems);
int shmem_fcollectmem(shmem_team_t team, void *dest, const void *source, size_t nelems);
int shmem_alltoallmem(shmem_team_t team, void *dest, const void *source, size_t nelems);
int shmem_alltoallsmem(shmem_team_t team, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems);

#define DECLARE(N, T) \
    BOTH(void, N##_atomic_set, T *dest, T value, int pe) \
    BOTH(T, N##_atomic_fetch, const T *source, int pe) \
    BOTH(T, N##_atomic_swap, T *dest, T value, int pe) \
    BOTH(void, N##_atomic_fetch_nbi, T *fetch, const T *source, int pe) \
    BOTH(void, N##_atomic_swap_nbi, T *fetch, T *dest, T value, int pe)
EXTENDED_TYPES(DECLARE)
#undef DECLARE

#define DECLARE(N, T) \
    BOTH(void, N##_atomic_inc, T *dest, int pe) \
    BOTH(void, N##_atomic_add, T *dest, T value, int pe) \
    BOTH(T, N##_atomic_compare_swap, T *dest, T cond, T value, int pe) \
    BOTH(T, N##_atomic_fetch_inc, T *dest, int pe) \
    BOTH(T, N##_atomic_fetch_add, T *dest, T value, int pe) \
    BOTH(void, N##_atomic_compare_swap_nbi, T *fetch, T *dest, T cond, T value, int pe) \
    BOTH(void, N##_atomic_fetch_inc_nbi, T *fetch, T *dest, int pe) \
    BOTH(void, N##_atomic_fetch_add_nbi, T *fetch, T *dest, T value, int pe) \
    void shmem_##N##_wait_until(T *ivar, int cmp, T value); \
    void shmem_##N##_wait_until_all(T *ivars, size_t nelems, const int *status, int cmp, T value); \
    size_t shmem_##N##_wait_until_any(T *ivars, size_t nelems, const int *status, int cmp, T value); \
    size_t shmem_##N##_wait_until_some(T *ivars, size_t nelems, size_t *indices, const int *status, int cmp, T value); \
    void shmem_##N##_wait_until_all_vector(T *ivars, size_t nelems, const int *status, int cmp, T *values); \
    size_t shmem_##N##_wait_until_any_vector(T *ivars, size_t nelems, const int *status, int cmp, T *values); \
    size_t shmem_##N##_wait_until_some_vector(T *ivars, size_t nelems, size_t *indices, const int *status, int cmp, T *values); \
    int shmem_##N##_test(T *ivar, int cmp, T value); \
    int shmem_##N##_test_all(T *ivars, size_t nelems, const int *status, int cmp, T value); \
    size_t shmem_##N##_test_any(T *ivars, size_t nelems, const int *status, int cmp, T value); \
    size_t shmem_##N##_test_some(T *ivars, size_t nelems, size_t *indices, const int *status, int cmp, T value); \
    int shmem_##N##_test_all_vector(T *ivars, size_t nelems, const int *status, int cmp, T *values); \
    size_t shmem_##N##_test_any_vector(T *ivars, size_t nelems, const int *status, int cmp, T *values); \
    size_t shmem_##N##_test_some_vector(T *ivars, size_t nelems, size_t *indices, const int *status, int cmp, T *values);
AMO_TYPES(DECLARE)
#undef DECLARE

#define DECLARE(N, T) \
    BOTH(void, N##_atomic_and, T *dest, T value, int pe) \
    BOTH(void, N##_atomic_or, T *dest, T value, int pe) \
    BOTH(void, N##_atomic_xor, T *dest, T value, int pe) \
    BOTH(T, N##_atomic_fetch_and, T *dest, T value, int pe) \
    BOTH(T, N##_atomic_fetch_or, T *dest, T value, int pe) \
    BOTH(T, N##_atomic_fetch_xor, T *dest, T value, int pe) \
    BOTH(void, N##_atomic_fetch_and_nbi, T *fetch, T *dest, T value, int pe) \
    BOTH(void, N##_atomic_fetch_or_nbi, T *fetch, T *dest, T value, int pe) \
    BOTH(void, N##_atomic_fetch_xor_nbi, T *fetch, T *dest, T value, int pe)
BITWISE_TYPES(DECLARE)
#undef DECLARE
#endif
