/*
 * The C side of bin/compare --fabric: the operations of JSHMEM between two nodes, by calls of libfabric.
 *
 *   fabric [--provider NAME] [--address A] [--second "COMMAND" --second-address B] [--only REGEX] [--partners] [--on-request]
 *          [slice ms]
 *
 * With --on-request it says what it can measure, and measures what its standard input asks for.
 * With --partners each of the two processes is a node with a second one, and only the barrier of the four is measured.
 * Starts its second process itself, on this host or by the command given, which gets this program's name and where to connect.
 */
#include "bench.h"
#include "fabric.h"
#include "fabric_job.h"
#include "fabric_partner.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STREAM 64
#define MOST_BYTES (1L << 20)
#define HEAP_BYTES (2 * MOST_BYTES + 4096)
#define SOURCE MOST_BYTES   /* offset of what is sent from the heap */
#define FLAG (2 * MOST_BYTES) /* offset of a word to wait for */
#define LIMIT_S 240 /* no run takes as long, and nothing that is asked for */
#define MOST_POINTS 64
#define NOTHING (-1)

static const size_t no_data[] = {1, 0};
static const size_t one_long[] = {8, 0};
static const size_t sizes[] = {8, 65536, 1048576, 0};

static char *outside;
static int64_t turn = 0;

static void put_quiet_loop(long iterations, size_t bytes) {
    for (long i = 0; i < iterations; i++) {
        fabric_put(0, fabric_heap + SOURCE, bytes);
        fabric_quiet();
    }
}

static void put_outside_loop(long iterations, size_t bytes) {
    for (long i = 0; i < iterations; i++) {
        fabric_put(0, outside, bytes);
        fabric_quiet();
    }
}

static void put_stream_loop(long iterations, size_t bytes) {
    for (long i = 0; i < iterations; i++) {
        for (int k = 0; k < STREAM; k++)
            fabric_put(0, fabric_heap + SOURCE, bytes);
        fabric_quiet();
    }
}

static void get_loop(long iterations, size_t bytes) {
    for (long i = 0; i < iterations; i++) {
        fabric_get(fabric_heap + SOURCE, 0, bytes);
        fabric_quiet();
    }
}

static void get_stream_loop(long iterations, size_t bytes) {
    for (long i = 0; i < iterations; i++) {
        for (int k = 0; k < STREAM; k++)
            fabric_get(fabric_heap + SOURCE, 0, bytes);
        fabric_quiet();
    }
}

static void fetch_add_loop(long iterations, size_t bytes) {
    (void)bytes;
    long sum = 0;
    for (long i = 0; i < iterations; i++)
        sum += fabric_fetch_add(0, 1);
    sink = sum;
}

static void await_flag(int64_t value) {
    int vain = 0;
    while (__atomic_load_n((int64_t *)(fabric_heap + FLAG), __ATOMIC_ACQUIRE) != value)
        fabric_pause(&vain);
}

static void put_flag(int64_t value) {
    int64_t *source = (int64_t *)(fabric_heap + SOURCE);
    *source = value;
    fabric_put(FLAG, source, sizeof *source);
}

/* PE 0 writes a number, PE 1 writes it back. */
static void wait_loop(long iterations, size_t bytes) {
    (void)bytes;
    for (long i = 0; i < iterations; i++) {
        turn++;
        if (job_pe() == 0)
            put_flag(turn);
        await_flag(turn);
        if (job_pe() != 0)
            put_flag(turn);
        fabric_quiet();
    }
}

static void message_loop(long iterations, size_t bytes) {
    (void)bytes;
    for (long i = 0; i < iterations; i++) {
        turn++;
        if (job_pe() == 0)
            fabric_send(turn);
        for (int vain = 0; fabric_received != turn;)
            fabric_pause(&vain);
        if (job_pe() != 0)
            fabric_send(turn);
    }
}

/* Both say their number, and go on when the other's has come; a message is faster than a write whose delivery is awaited. */
static void meet_across(void) {
    turn++;
    fabric_send(turn);
    for (int vain = 0; fabric_received < turn;)
        fabric_pause(&vain);
}

static void barrier_loop(long iterations, size_t bytes) {
    (void)bytes;
    for (long i = 0; i < iterations; i++)
        meet_across();
}

static void two_by_two_loop(long iterations, size_t bytes) {
    (void)bytes;
    for (long i = 0; i < iterations; i++) {
        partner_await();
        meet_across();
        partner_release();
    }
}

static void tcp_loop(long iterations, size_t bytes) {
    for (long i = 0; i < iterations; i++)
        job_tcp_round_trip(outside, bytes);
}

static const struct operation operations[] = {
    {"TCP, there and back", ALL_PES, tcp_loop, sizes},
    {"message, there and back", ALL_PES, message_loop, one_long},
    {"put + quiet", PE_0_ALONE, put_quiet_loop, sizes},
    {"put from private memory + quiet", PE_0_ALONE, put_outside_loop, sizes},
    {"64 put_nbi + quiet", PE_0_ALONE, put_stream_loop, sizes},
    {"get", PE_0_ALONE, get_loop, sizes},
    {"64 get_nbi + quiet", PE_0_ALONE, get_stream_loop, sizes},
    {"atomic fetch_add", PE_0_ALONE, fetch_add_loop, one_long},
    {"p, wait_until, and back", ALL_PES, wait_loop, one_long},
    {"barrier_all", ALL_PES, barrier_loop, no_data},
    {0},
};

/* Of nodes with two PEs each. */
static const struct operation operations_with_partners[] = {
    {"barrier_all", ALL_PES, two_by_two_loop, no_data},
    {0},
};

/* One size of one operation. */
struct point {
    const struct operation *op;
    size_t bytes;
};

static int points_of(const struct operation *list, const struct plan *plan, struct point *points) {
    int count = 0;
    for (const struct operation *op = list; op->name; op++)
        for (const size_t *bytes = op->sizes; bench_is_wanted(op, plan) && *bytes && count < MOST_POINTS; bytes++)
            points[count++] = (struct point){op, *bytes};
    return count;
}

/* Which point the next line of the standard input asks for; NOTHING at its end. */
static int64_t asked(const struct point *points, int count) {
    char line[256], name[256];
    if (!fgets(line, sizeof line, stdin))
        return NOTHING;
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "%s|%zu\n", points[i].op->name, points[i].bytes);
        if (strcmp(line, name) == 0)
            return i;
    }
    fprintf(stderr, "fabric: cannot measure %s", line);
    exit(1);
}

/* Lists all that can be measured, then measures what the standard input asks for, as "get|8", until that ends. */
static void measure_on_request(const struct operation *list, const struct plan *plan) {
    struct point points[MOST_POINTS];
    const int count = points_of(list, plan, points);
    for (int i = 0; job_pe() == 0 && i < count; i++)
        printf("%s|%zu\n", points[i].op->name, points[i].bytes);
    for (;;) {
        alarm(LIMIT_S);
        if (job_pe() == 0) {
            printf("ready\n");
            fflush(stdout);
        }
        const int64_t next = job_hear(job_pe() == 0 ? asked(points, count) : NOTHING);
        if (next == NOTHING)
            return;
        bench_measure(points[next].op, points[next].bytes, plan);
    }
}

/* What PE 1 is told by PE 0. */
struct task {
    char provider[64], address[64], only[256];
    int partners, on_request;
    double slice_ms;
};

struct options {
    const char *provider, *address, *second, *second_address, *first, *only;
    int partners, on_request;
    double slice_ms;
};

/* An address as libfabric takes it. */
static const char *numeric(const char *host) {
    char text[INET_ADDRSTRLEN];
    const struct addrinfo wanted = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;
    const int result = getaddrinfo(host, NULL, &wanted, &found);
    if (result) {
        fprintf(stderr, "fabric: %s: %s\n", host, gai_strerror(result));
        exit(1);
    }
    inet_ntop(AF_INET, &((struct sockaddr_in *)found->ai_addr)->sin_addr, text, sizeof text);
    freeaddrinfo(found);
    return strdup(text);
}

static struct options parse(int argc, char **argv) {
    struct options o = {.provider = "tcp;ofi_rxm", .address = "127.0.0.1", .only = "", .slice_ms = 50};
    for (int i = 1; i < argc; i++) {
        const char **value = strcmp(argv[i], "--provider") == 0         ? &o.provider
                             : strcmp(argv[i], "--address") == 0        ? &o.address
                             : strcmp(argv[i], "--second") == 0         ? &o.second
                             : strcmp(argv[i], "--second-address") == 0 ? &o.second_address
                             : strcmp(argv[i], "--only") == 0           ? &o.only
                             : strcmp(argv[i], "--connect") == 0        ? &o.first
                                                                        : NULL;
        if (strcmp(argv[i], "--partners") == 0)
            o.partners = 1;
        else if (strcmp(argv[i], "--on-request") == 0)
            o.on_request = 1;
        else if (!value)
            o.slice_ms = atof(argv[i]);
        else if (i + 1 < argc)
            *value = argv[++i];
    }
    o.address = numeric(o.address);
    if (!o.second_address)
        o.second_address = o.address;
    return o;
}

static struct task task_of(const struct options *o, const char *address) {
    struct task task = {.partners = o->partners, .on_request = o->on_request, .slice_ms = o->slice_ms};
    snprintf(task.provider, sizeof task.provider, "%s", o->provider);
    snprintf(task.address, sizeof task.address, "%s", address);
    snprintf(task.only, sizeof task.only, "%s", o->only);
    return task;
}

/* Connects both processes; returns what this one is to do. */
static struct task meet(const struct options *o) {
    char program[512], second[1024];
    struct task task = task_of(o, o->second_address), others;
    if (o->first) {
        job_connect(o->first);
    } else {
        const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
        program[length > 0 ? length : 0] = 0;
        snprintf(second, sizeof second, "%s %s", o->second ? o->second : "", program);
        job_start(o->address, second);
    }
    job_exchange(&task, &others, sizeof task);
    return o->first ? others : task_of(o, o->address);
}

int main(int argc, char **argv) {
    struct fabric_address own = {0}, peer;
    const struct options o = parse(argc, argv);

    alarm(LIMIT_S);
    const struct task task = meet(&o);
    const double slice_ns = task.slice_ms * 1e6;
    const struct plan plan = {
        .warmup_ns = slice_ns / 5, .slice_ns = slice_ns, .slices_when_peers_react = 5, .only = task.only};
    fabric_open(task.provider, numeric(task.address), HEAP_BYTES);
    outside = malloc(MOST_BYTES);
    memset(outside, 3, MOST_BYTES);
    fabric_register(outside, MOST_BYTES);
    fabric_own_address(&own);
    job_exchange(&own, &peer, sizeof own);
    fabric_connect(&peer);
    if (task.partners)
        partner_start();
    job_barrier();
    const struct operation *list = task.partners ? operations_with_partners : operations;
    if (task.on_request)
        measure_on_request(list, &plan);
    else
        bench_run(list, &plan);
    job_barrier();
    partner_stop();
    fabric_close();
    return job_end();
}
