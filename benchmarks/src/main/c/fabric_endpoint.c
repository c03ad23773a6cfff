/* The endpoint of a PE: how libfabric is set up and called. */
#include "fabric.h"

#include <rdma/fabric.h>
#include <rdma/fi_atomic.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_rma.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONTEXTS 1024 /* more than are ever under way */
#define RECEIVES 16
#define ENTRIES 32
#define MESSAGE_BYTES 64
#define SPINS 50 /* vain looks before each yields, as in the library */
#define MOST_REGISTERED 8

char *fabric_heap;
volatile int64_t fabric_received;

/* Messages are told apart by their length. */
struct request { /* to add, where the provider has no atomics */
    int64_t offset, value, unused;
};
struct reply {
    int64_t result, unused;
};

static struct fi_info *info;
static struct fid_fabric *fabric;
static struct fid_domain *domain;
static struct fid_av *addresses;
static struct fid_cq *queue;
static struct fid_ep *endpoint;
static int has_atomics;

static struct {
    const char *memory;
    size_t bytes;
    struct fid_mr *region;
} registered[MOST_REGISTERED];
static int registered_count;

static fi_addr_t peer;
static uint64_t peer_base, peer_key;
static uint64_t issued, completed;

static struct fi_context2 contexts[CONTEXTS];
static unsigned next_context;

static struct receive { /* its address is that of its context */
    struct fi_context2 context;
    char bytes[MESSAGE_BYTES];
} receives[RECEIVES];
static struct fid_mr *receives_region;
static char outgoing[MESSAGE_BYTES];
static volatile int64_t replies, reply;

static void fail(const char *call, long result) {
    fprintf(stderr, "fabric: %s: %s\n", call, fi_strerror((int)-result));
    exit(1);
}

static void check(const char *call, long result) {
    if (result)
        fail(call, result);
}

void fabric_pause(int *vain) {
    fabric_progress();
    if (++*vain > SPINS)
        sched_yield();
}

/* Makes a call until the provider takes it. */
#define POST(name, call)                                       \
    do {                                                       \
        ssize_t result_;                                       \
        int vain_ = 0;                                         \
        while ((result_ = (call)) == -FI_EAGAIN)               \
            fabric_pause(&vain_);                              \
        check(name, result_);                                  \
    } while (0)

static struct fi_info *hints(const char *provider, uint64_t caps) {
    struct fi_info *h = fi_allocinfo();
    h->caps = caps;
    h->mode = FI_CONTEXT | FI_CONTEXT2;
    h->ep_attr->type = FI_EP_RDM;
    h->domain_attr->mr_mode =
        FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT | FI_MR_RMA_EVENT;
    h->domain_attr->av_type = FI_AV_TABLE;
    h->domain_attr->threading = FI_THREAD_SAFE;
    h->domain_attr->resource_mgmt = FI_RM_ENABLED;
    h->tx_attr->op_flags = FI_DELIVERY_COMPLETE;
    h->tx_attr->msg_order = FI_ORDER_SAS;
    h->rx_attr->msg_order = FI_ORDER_SAS;
    h->fabric_attr->prov_name = strdup(provider);
    return h;
}

static int find(const char *provider, const char *address, uint64_t caps) {
    struct fi_info *wanted = hints(provider, caps);
    int result = fi_getinfo(FI_VERSION(1, 17), address, NULL, FI_SOURCE | FI_NUMERICHOST, wanted, &info);
    fi_freeinfo(wanted);
    return result;
}

static struct fid_mr *region_of(void *memory, size_t bytes) {
    static uint64_t key = 4711;
    struct fid_mr *region;
    check("fi_mr_reg", fi_mr_reg(domain, memory, bytes, FI_READ | FI_WRITE | FI_REMOTE_READ | FI_REMOTE_WRITE | FI_SEND | FI_RECV,
                                 0, key++, 0, &region, NULL));
    if (info->domain_attr->mr_mode & FI_MR_ENDPOINT) {
        check("fi_mr_bind", fi_mr_bind(region, &endpoint->fid, 0));
        check("fi_mr_enable", fi_mr_enable(region));
    }
    return region;
}

void fabric_register(void *memory, size_t bytes) {
    registered[registered_count].region = region_of(memory, bytes);
    registered[registered_count].memory = memory;
    registered[registered_count++].bytes = bytes;
}

static void *descriptor(const void *memory) {
    for (int i = 0; i < registered_count; i++)
        if ((const char *)memory >= registered[i].memory && (const char *)memory < registered[i].memory + registered[i].bytes)
            return fi_mr_desc(registered[i].region);
    return NULL;
}

static void receive_into(struct receive *into) {
    POST("fi_recv", fi_recv(endpoint, into->bytes, MESSAGE_BYTES, fi_mr_desc(receives_region), FI_ADDR_UNSPEC, &into->context));
}

static void open_endpoint(void) {
    struct fi_av_attr av = {.type = FI_AV_TABLE, .count = 2};
    /* as in the library, where a thread sleeps on it; without, tcp is 1 to 1.5 microseconds faster per operation */
    struct fi_cq_attr cq = {.size = 8192, .format = FI_CQ_FORMAT_MSG, .wait_obj = FI_WAIT_FD};
    check("fi_fabric", fi_fabric(info->fabric_attr, &fabric, NULL));
    check("fi_domain", fi_domain(fabric, info, &domain, NULL));
    check("fi_av_open", fi_av_open(domain, &av, &addresses, NULL));
    check("fi_cq_open", fi_cq_open(domain, &cq, &queue, NULL));
    check("fi_endpoint", fi_endpoint(domain, info, &endpoint, NULL));
    check("fi_ep_bind", fi_ep_bind(endpoint, &addresses->fid, 0));
    check("fi_ep_bind", fi_ep_bind(endpoint, &queue->fid, FI_TRANSMIT | FI_RECV));
    check("fi_enable", fi_enable(endpoint));
}

void fabric_open(const char *provider, const char *address, size_t heap_bytes) {
    has_atomics = !find(provider, address, FI_RMA | FI_MSG | FI_ATOMIC);
    if (!has_atomics)
        check("fi_getinfo", find(provider, address, FI_RMA | FI_MSG));
    open_endpoint();
    fabric_heap = aligned_alloc(4096, heap_bytes);
    memset(fabric_heap, 1, heap_bytes);
    fabric_register(fabric_heap, heap_bytes);
    receives_region = region_of(receives, sizeof receives);
    fabric_register(outgoing, sizeof outgoing);
    size_t pairs = 0;
    has_atomics = has_atomics && !fi_fetch_atomicvalid(endpoint, FI_INT64, FI_SUM, &pairs) && pairs > 0;
    for (int i = 0; i < RECEIVES; i++)
        receive_into(&receives[i]);
    fprintf(stderr, "fabric: %s on %s of libfabric %u.%u, inject %zu bytes, %s\n", info->fabric_attr->prov_name,
            info->domain_attr->name, FI_MAJOR(fi_version()), FI_MINOR(fi_version()), info->tx_attr->inject_size,
            has_atomics ? "atomics by the provider" : "atomics by messages");
}

void fabric_own_address(struct fabric_address *own) {
    size_t bytes = sizeof own->name;
    check("fi_getname", fi_getname(&endpoint->fid, own->name, &bytes));
    own->name_bytes = bytes;
    own->base = info->domain_attr->mr_mode & FI_MR_VIRT_ADDR ? (uintptr_t)fabric_heap : 0;
    own->key = fi_mr_key(registered[0].region);
}

void fabric_connect(const struct fabric_address *other) {
    if (fi_av_insert(addresses, other->name, 1, &peer, 0, NULL) != 1)
        fail("fi_av_insert", -FI_EINVAL);
    peer_base = other->base;
    peer_key = other->key;
}

static void send_message(const void *message, size_t bytes) {
    if (bytes <= info->tx_attr->inject_size) {
        POST("fi_inject", fi_inject(endpoint, message, bytes, peer));
    } else { /* requests and replies alternate, so the last one has been read */
        memcpy(outgoing, message, bytes);
        POST("fi_send", fi_send(endpoint, outgoing, bytes, descriptor(outgoing), peer, &contexts[next_context++ % CONTEXTS]));
        issued++;
    }
}

void fabric_send(int64_t value) { send_message(&value, sizeof value); }

static void handle(const void *message, size_t bytes) {
    if (bytes == sizeof fabric_received) {
        fabric_received = *(const int64_t *)message;
    } else if (bytes == sizeof(struct reply)) {
        reply = ((const struct reply *)message)->result;
        replies++;
    } else {
        const struct request *asked = message;
        const struct reply answer = {
            __atomic_fetch_add((int64_t *)(fabric_heap + asked->offset), asked->value, __ATOMIC_SEQ_CST), 0};
        send_message(&answer, sizeof answer);
    }
}

static int is_receive(const void *context) {
    return (const char *)context >= (const char *)receives && (const char *)context < (const char *)(receives + RECEIVES);
}

static void complete(const struct fi_cq_msg_entry *entry) {
    if (is_receive(entry->op_context)) {
        struct receive *got = entry->op_context;
        handle(got->bytes, entry->len);
        receive_into(got);
    } else {
        completed++;
    }
}

static void explain(void) {
    struct fi_cq_err_entry error = {0};
    if (fi_cq_readerr(queue, &error, 0) == 1)
        fail("a transfer", -error.err);
}

void fabric_progress(void) {
    struct fi_cq_msg_entry entries[ENTRIES];
    const ssize_t count = fi_cq_read(queue, entries, ENTRIES);
    if (count == -FI_EAVAIL)
        explain();
    else if (count < 0 && count != -FI_EAGAIN)
        fail("fi_cq_read", count);
    for (ssize_t i = 0; i < count; i++)
        complete(&entries[i]);
}

static uint64_t flags_of(size_t bytes) {
    return bytes <= info->tx_attr->inject_size ? FI_DELIVERY_COMPLETE | FI_INJECT : FI_DELIVERY_COMPLETE;
}

void fabric_put(size_t offset, const void *source, size_t bytes) {
    void *desc = descriptor(source);
    const struct iovec local = {(void *)source, bytes};
    const struct fi_rma_iov remote = {peer_base + offset, bytes, peer_key};
    const struct fi_msg_rma message = {.msg_iov = &local,
                                       .desc = &desc,
                                       .iov_count = 1,
                                       .addr = peer,
                                       .rma_iov = &remote,
                                       .rma_iov_count = 1,
                                       .context = &contexts[next_context++ % CONTEXTS]};
    POST("fi_writemsg", fi_writemsg(endpoint, &message, flags_of(bytes)));
    issued++;
}

void fabric_get(void *dest, size_t offset, size_t bytes) {
    POST("fi_read", fi_read(endpoint, dest, bytes, descriptor(dest), peer, peer_base + offset, peer_key,
                            &contexts[next_context++ % CONTEXTS]));
    issued++;
}

void fabric_quiet(void) {
    int vain = 0;
    while (completed != issued)
        fabric_pause(&vain);
}

static int64_t ask_to_add(size_t offset, int64_t value) {
    const struct request add = {(int64_t)offset, value, 0};
    const int64_t before = replies;
    int vain = 0;
    send_message(&add, sizeof add);
    while (replies == before)
        fabric_pause(&vain);
    return reply;
}

int64_t fabric_fetch_add(size_t offset, int64_t value) {
    if (!has_atomics)
        return ask_to_add(offset, value);
    int64_t *operand = (int64_t *)outgoing, *result = operand + 1;
    void *desc = descriptor(outgoing);
    *operand = value;
    POST("fi_fetch_atomic", fi_fetch_atomic(endpoint, operand, 1, desc, result, desc, peer, peer_base + offset, peer_key,
                                            FI_INT64, FI_SUM, &contexts[next_context++ % CONTEXTS]));
    issued++;
    fabric_quiet();
    return *result;
}

void fabric_close(void) {
    fi_close(&endpoint->fid);
    for (int i = 0; i < registered_count; i++)
        fi_close(&registered[i].region->fid);
    fi_close(&receives_region->fid);
    fi_close(&queue->fid);
    fi_close(&addresses->fid);
    fi_close(&domain->fid);
    fi_close(&fabric->fid);
    fi_freeinfo(info);
}
