/*
 * A libfabric that pins registered memory, for tests: the installed one, in whose domains a registration does what an adapter
 * does that reaches memory by its page frames.
 *
 * - It locks the memory of a process whose soft limit of locked memory is less than its hard one, and gives up the right of root
 *   to exceed it: the kernel then refuses what is too much.
 * - It keeps the page frames of memory that other processes may write: a pipe holds a reference to each (vmsplice), through which
 *   a word of the frame is read at the end and compared with the word that the process sees at that address. They differ if the
 *   frame is no longer there.
 * - It expects that memory to be there: to register what nobody has claimed would take it.
 * - It has room for 100 regions that other processes may write, as cxi hints.
 * - In the mode FI_MR_ENDPOINT a region has its key once it is bound to an endpoint and enabled, and an endpoint is not closed
 *   before its regions.
 *
 * What is wrong is printed, and ends the process with status 99.
 *
 *     cc -shared -fPIC -Wl,--no-as-needed -o libpinning.so pinning_fabric.c -lfabric
 *     java -Dorg.jshmem.libfabric=libpinning.so -Dorg.jshmem.ofi.mr-modes=allocated,...
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <rdma/fabric.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_errno.h>

#define PAGE 4096UL
#define PIPE_PAGES 256UL
#define MOST_REGIONS 1024
#define MOST_REMOTE_REGIONS 100

struct region {
    struct fid_mr *mr;
    struct fi_ops *ops;       /* those of the provider */
    struct fi_ops changed;
    struct fid *endpoint;     /* to which it is bound; null if it is not */
    uint64_t key;
    char *start;
    size_t pages;
    int remote;               /* whether other processes may write to it */
    int (*pipes)[2];          /* one for each PIPE_PAGES; null if frames are not kept */
};

static struct region regions[MOST_REGIONS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int binds;              /* whether regions are bound to endpoints */
static struct fi_ops *endpoint_ops;
static struct fi_ops changed_endpoint_ops;
static struct fi_ops_fabric fabric_ops;
static struct fi_ops_mr mr_ops;
static int (*real_domain)(struct fid_fabric *, struct fi_info *, struct fid_domain **, void *);
static int (*real_reg)(struct fid *, const void *, size_t, uint64_t, uint64_t, uint64_t, uint64_t, struct fid_mr **, void *);

static void wrong(const char *what, void *address)
{
    fprintf(stderr, "pinning: %s at %p\n", what, address);
    fflush(stderr);
    _exit(99);
}

/* Locks memory, as this thread may without the rights of root. */
static int lock_within_the_limit(char *start, size_t bytes)
{
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2];
    struct rlimit limit;
    getrlimit(RLIMIT_MEMLOCK, &limit);
    if (limit.rlim_cur == limit.rlim_max) {
        return 0;
    }
    if (syscall(SYS_capget, &header, data) == 0) {
        data[CAP_TO_INDEX(CAP_IPC_LOCK)].effective &= ~CAP_TO_MASK(CAP_IPC_LOCK);
        syscall(SYS_capset, &header, data);
    }
    return mlock(start, bytes);
}

/* The memory behind the file that is mapped at an address; only this process may use it. -1 if that is not to be found out. */
static long long blocks_of_file_at(const char *address)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[512];
    long long blocks = -1;
    while (blocks < 0 && fgets(line, sizeof line, maps) != NULL) {
        unsigned long from, to;
        if (sscanf(line, "%lx-%lx", &from, &to) == 2 && from <= (uintptr_t) address && (uintptr_t) address < to) {
            char file[64];
            struct stat status;
            snprintf(file, sizeof file, "/proc/self/map_files/%lx-%lx", from, to);
            if (stat(file, &status) != 0) {
                break;
            }
            blocks = status.st_blocks;
        }
    }
    fclose(maps);
    return blocks;
}

/* Touches memory, as pinning it does, and expects that this takes none. */
static void expect_claimed(char *start, size_t pages)
{
    const long long before = blocks_of_file_at(start);
    for (size_t i = 0; i < pages; i++) {
        (void) *(volatile char *) (start + i * PAGE);
    }
    if (blocks_of_file_at(start) != before) {
        wrong("memory that is registered was not claimed", start);
    }
}

static void keep_frames(struct region *region)
{
    const size_t pipes = (region->pages + PIPE_PAGES - 1) / PIPE_PAGES;
    region->pipes = calloc(pipes, sizeof *region->pipes);
    for (size_t p = 0; p < pipes; p++) {
        struct iovec words[PIPE_PAGES];
        size_t count = 0;
        for (size_t i = p * PIPE_PAGES; i < region->pages && count < PIPE_PAGES; i++) {
            words[count++] = (struct iovec) {region->start + i * PAGE, sizeof(uint64_t)};
        }
        if (pipe2(region->pipes[p], O_CLOEXEC) != 0
                || fcntl(region->pipes[p][1], F_SETPIPE_SZ, (int) (PIPE_PAGES * PAGE)) < 0
                || vmsplice(region->pipes[p][1], words, count, 0) != (ssize_t) (count * sizeof(uint64_t))) {
            wrong("frames cannot be kept", region->start);
        }
    }
}

static void compare_frames(struct region *region)
{
    for (size_t i = 0; i < region->pages; i++) {
        const int *ends = region->pipes[i / PIPE_PAGES];
        uint64_t word;
        if (read(ends[0], &word, sizeof word) != sizeof word) {
            wrong("a frame cannot be read", region->start + i * PAGE);
        }
        if (word != *(volatile uint64_t *) (region->start + i * PAGE)) {
            wrong("registered memory has lost its page frame", region->start + i * PAGE);
        }
        if (i % PIPE_PAGES == PIPE_PAGES - 1 || i == region->pages - 1) {
            close(ends[0]);
            close(ends[1]);
        }
    }
    free(region->pipes);
    region->pipes = NULL;
}

/* Called with the lock. */
static int remote_regions(void)
{
    int count = 0;
    for (int i = 0; i < MOST_REGIONS; i++) {
        count += regions[i].mr != NULL && regions[i].remote;
    }
    return count;
}

static struct region *find(struct fid *fid)
{
    struct region *region = regions;
    while (region->mr == NULL || &region->mr->fid != fid) {
        region++;
    }
    return region;
}

static int close_endpoint(struct fid *fid)
{
    for (int i = 0; i < MOST_REGIONS; i++) {
        if (regions[i].mr != NULL && regions[i].endpoint == fid) {
            return -FI_EBUSY;
        }
    }
    return endpoint_ops->close(fid);
}

static int bind_region(struct fid *fid, struct fid *endpoint, uint64_t flags)
{
    (void) flags;
    pthread_mutex_lock(&lock);
    find(fid)->endpoint = endpoint;
    if (endpoint->ops != &changed_endpoint_ops) {
        endpoint_ops = endpoint->ops;
        changed_endpoint_ops = *endpoint_ops;
        changed_endpoint_ops.close = close_endpoint;
        endpoint->ops = &changed_endpoint_ops;
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

static int control_region(struct fid *fid, int command, void *argument)
{
    (void) argument;
    struct region *region = find(fid);
    if (command != FI_ENABLE || region->endpoint == NULL) {
        return -FI_EINVAL;
    }
    region->mr->key = region->key;
    return 0;
}

static int close_region(struct fid *fid)
{
    pthread_mutex_lock(&lock);
    struct region *region = find(fid);
    if (region->pipes != NULL) {
        compare_frames(region);
        munlock(region->start, region->pages * PAGE);
    }
    fid->ops = region->ops;
    region->mr = NULL;
    pthread_mutex_unlock(&lock);
    return fid->ops->close(fid);
}

static int reg(struct fid *fid, const void *buffer, size_t length, uint64_t access, uint64_t offset, uint64_t key,
        uint64_t flags, struct fid_mr **mr, void *context)
{
    const int remote = (access & FI_REMOTE_WRITE) != 0;
    char *start = (char *) ((uintptr_t) buffer & ~(PAGE - 1));
    const size_t pages = ((uintptr_t) buffer + length - (uintptr_t) start + PAGE - 1) / PAGE;
    if (remote) {
        expect_claimed(start, pages);
        pthread_mutex_lock(&lock);
        const int count = remote_regions();
        pthread_mutex_unlock(&lock);
        if (count == MOST_REMOTE_REGIONS) {
            return -FI_ENOSPC;
        }
    }
    if (lock_within_the_limit(start, pages * PAGE) != 0) {
        return -FI_ENOMEM;
    }
    const int result = real_reg(fid, buffer, length, access, offset, key, flags, mr, context);
    if (result != 0) {
        return result;
    }
    pthread_mutex_lock(&lock);
    struct region *region = regions;
    while (region->mr != NULL) {
        if (++region == regions + MOST_REGIONS) {
            wrong("too many regions", start);
        }
    }
    *region = (struct region) {*mr, (*mr)->fid.ops, *(*mr)->fid.ops, NULL, (*mr)->key, start, pages, remote, NULL};
    region->changed.close = close_region;
    if (binds) {
        region->changed.bind = bind_region;
        region->changed.control = control_region;
        (*mr)->key = FI_KEY_NOTAVAIL;
    }
    (*mr)->fid.ops = &region->changed;
    if (remote) {
        keep_frames(region);
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

static int domain(struct fid_fabric *fabric, struct fi_info *info, struct fid_domain **opened, void *context)
{
    const int result = real_domain(fabric, info, opened, context);
    if (result == 0) {
        binds = (info->domain_attr->mr_mode & FI_MR_ENDPOINT) != 0;
        mr_ops = *(*opened)->mr;
        real_reg = mr_ops.reg;
        mr_ops.reg = reg;
        (*opened)->mr = &mr_ops;
    }
    return result;
}

int fi_fabric(struct fi_fabric_attr *attributes, struct fid_fabric **fabric, void *context)
{
    int (*real_fabric)(struct fi_fabric_attr *, struct fid_fabric **, void *) =
            dlsym(dlopen("libfabric.so.1", RTLD_LAZY | RTLD_NOLOAD), "fi_fabric");
    const int result = real_fabric(attributes, fabric, context);
    if (result == 0) {
        fabric_ops = *(*fabric)->ops;
        real_domain = fabric_ops.domain;
        fabric_ops.domain = domain;
        (*fabric)->ops = &fabric_ops;
    }
    return result;
}
