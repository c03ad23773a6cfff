/* Single messages: a message there and one back are two iterations. */
#include "messages.h"

#define IN_FLIGHT 16
#define REQUEST_TAG 2
#define REPLY_TAG 3
#define END_TAG 4
#define MOST_CALL_BYTES 64

static const size_t sizes[] = {8, 64, 256, 1024, 4096, 16384, 65536, 262144, 1 << 20, MOST_MESSAGE_BYTES, 0};
static const size_t written_sizes[] = {1024, 4096, 16384, 65536, 262144, 1 << 20, MOST_MESSAGE_BYTES, 0};
static const size_t exchange_sizes[] = {8, 4096, 16384, 0};
static const size_t smallest[] = {8, 0};

static char *source, *dest;

void point_to_point_init(void) {
    source = filled(MOST_MESSAGE_BYTES);
    dest = filled(MOST_MESSAGE_BYTES);
}

/* Whether this process sends in a turn; the other receives. */
static int sends(long turn) { return (turn % 2 == 0) == (me == 0); }

static void send_bytes(size_t bytes, int tag) { MPI_Send(source, (int)bytes, MPI_BYTE, partner, tag, MPI_COMM_WORLD); }

static void receive_bytes(size_t bytes, int tag) {
    MPI_Recv(dest, (int)bytes, MPI_BYTE, partner, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void message_loop(long iterations, size_t bytes) {
    for (long i = 0; i < iterations; i++) {
        if (sends(i))
            send_bytes(bytes, TAG);
        else
            receive_bytes(bytes, TAG);
    }
    job_barrier();
}

static void written_loop(long iterations, size_t bytes) {
    long *words = (long *)source;
    for (long i = 0; i < iterations; i++) {
        if (sends(i)) {
            for (size_t k = 0; k < bytes / sizeof *words; k++)
                words[k] = i;
            send_bytes(bytes, TAG);
        } else {
            receive_bytes(bytes, TAG);
        }
    }
    job_barrier();
}

static void exchange_loop(long iterations, size_t bytes) {
    MPI_Request requests[2];
    for (long i = 0; i < iterations; i++) {
        MPI_Irecv(dest, (int)bytes, MPI_BYTE, partner, TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(source, (int)bytes, MPI_BYTE, partner, TAG, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    job_barrier();
}

static void row_loop(long iterations, size_t bytes) {
    for (long i = 0; i < iterations; i++) {
        if (me == 0)
            send_bytes(bytes, TAG);
        else
            receive_bytes(bytes, TAG);
    }
    job_barrier();
}

/* Answers each request with what it brought, until a message says that there are no more. */
static void serve(size_t bytes) {
    char request[MOST_CALL_BYTES];
    MPI_Status status;
    for (;;) {
        MPI_Recv(request, (int)bytes, MPI_BYTE, partner, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == END_TAG)
            return;
        MPI_Send(request, (int)bytes, MPI_BYTE, partner, REPLY_TAG, MPI_COMM_WORLD);
    }
}

static void call_loop(long iterations, size_t bytes) {
    if (me == 0) {
        for (long i = 0; i < iterations; i++) {
            send_bytes(bytes, REQUEST_TAG);
            receive_bytes(bytes, REPLY_TAG);
        }
        send_bytes(0, END_TAG);
    } else {
        serve(bytes);
    }
    job_barrier();
}

static void call(size_t bytes, MPI_Request *reply, size_t place) {
    MPI_Irecv(dest + place * bytes, (int)bytes, MPI_BYTE, partner, REPLY_TAG, MPI_COMM_WORLD, reply);
    send_bytes(bytes, REQUEST_TAG);
}

static void calls_loop(long iterations, size_t bytes) {
    MPI_Request replies[IN_FLIGHT];
    if (me == 0) {
        for (int place = 0; place < IN_FLIGHT; place++)
            replies[place] = MPI_REQUEST_NULL;
        for (long i = 0; i < iterations; i++) {
            const int place = i % IN_FLIGHT;
            MPI_Wait(&replies[place], MPI_STATUS_IGNORE);
            call(bytes, &replies[place], place);
        }
        MPI_Waitall(IN_FLIGHT, replies, MPI_STATUSES_IGNORE);
        send_bytes(0, END_TAG);
    } else {
        serve(bytes);
    }
    job_barrier();
}

const struct operation point_to_point_operations[] = {
    {"message", ALL_PES, message_loop, sizes},
    {"message, just written", ALL_PES, written_loop, written_sizes},
    {"message exchange", ALL_PES, exchange_loop, exchange_sizes},
    {"messages in a row", ALL_PES, row_loop, smallest},
    {"remote procedure call", ALL_PES, call_loop, smallest},
    {"remote procedure calls, 16 in flight", ALL_PES, calls_loop, smallest},
    {0},
};
