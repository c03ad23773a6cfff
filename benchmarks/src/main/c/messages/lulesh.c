/*
 * The messages of one iteration of LULESH (8 processes, 15 x 15 x 15 elements each) with packing and unpacking, and no
 * physics; the process at a corner of the cube has the other one for all its neighbours.
 *
 * Three phases: forces of shared nodes are added up, positions and velocities are copied to half of the neighbours, and
 * gradients of elements are copied to ghosts. Then comes the time step's minimum.
 */
#include "messages.h"

#define NODES 16
#define ELEMENTS 15
#define VOLUME (NODES * NODES * NODES)
#define MOST_FIELDS 6
#define MOST_MESSAGES 7
#define MOST_DOUBLES (MOST_FIELDS * NODES * NODES)

/* A part of a cube: a plane, an edge or a corner. */
struct region {
    int start, rows, row_stride, columns, column_stride;
};

enum unpacking { ADD, COPY, TO_GHOSTS };

struct phase {
    int fields, messages;
    enum unpacking unpacking;
    struct region regions[MOST_MESSAGES];
};

#define Z_PLANE(n) {0, n, n, n, 1}
#define Y_PLANE(n) {0, n, n * n, n, 1}
#define X_PLANE(n) {0, n, n * n, n, n}
#define EDGE(stride) {0, 1, 0, NODES, stride}
#define CORNER {0, 1, 0, 1, 0}

static const struct phase phases[] = {
    {3, 7, ADD, {Z_PLANE(NODES), Y_PLANE(NODES), X_PLANE(NODES), EDGE(NODES * NODES), EDGE(1), EDGE(NODES), CORNER}},
    {6, 4, COPY, {Z_PLANE(NODES), X_PLANE(NODES), EDGE(NODES), CORNER}},
    {3, 3, TO_GHOSTS, {Z_PLANE(ELEMENTS), Y_PLANE(ELEMENTS), X_PLANE(ELEMENTS)}},
};

static const size_t iterations_of_one[] = {1, 0};

/* Behind the cube a field has its ghosts, message by message. */
static double *fields[MOST_FIELDS];
static double *send_buffers[MOST_MESSAGES], *receive_buffers[MOST_MESSAGES];
static double time_step = 1, least_time_step;

void lulesh_init(void) {
    for (int f = 0; f < MOST_FIELDS; f++)
        fields[f] = filled((VOLUME + MOST_MESSAGES * NODES * NODES) * sizeof **fields);
    for (int m = 0; m < MOST_MESSAGES; m++) {
        send_buffers[m] = filled(MOST_DOUBLES * sizeof **send_buffers);
        receive_buffers[m] = filled(MOST_DOUBLES * sizeof **receive_buffers);
    }
}

static int size_of(const struct region *r) { return r->rows * r->columns; }

static double *pack(const struct region *r, const double *field, double *buffer) {
    for (int row = 0; row < r->rows; row++)
        for (int column = 0; column < r->columns; column++)
            *buffer++ = field[r->start + row * r->row_stride + column * r->column_stride];
    return buffer;
}

static const double *add(const struct region *r, double *field, const double *buffer) {
    for (int row = 0; row < r->rows; row++)
        for (int column = 0; column < r->columns; column++)
            field[r->start + row * r->row_stride + column * r->column_stride] += *buffer++;
    return buffer;
}

static const double *copy(const struct region *r, double *field, const double *buffer) {
    for (int row = 0; row < r->rows; row++)
        for (int column = 0; column < r->columns; column++)
            field[r->start + row * r->row_stride + column * r->column_stride] = *buffer++;
    return buffer;
}

static void unpack(const struct phase *phase, int message) {
    const struct region *region = &phase->regions[message];
    const struct region ghosts = {VOLUME + message * NODES * NODES, 1, 0, size_of(region), 1};
    const double *buffer = receive_buffers[message];
    for (int f = 0; f < phase->fields; f++)
        if (phase->unpacking == ADD)
            buffer = add(region, fields[f], buffer);
        else
            buffer = copy(phase->unpacking == COPY ? region : &ghosts, fields[f], buffer);
}

static void send_region(const struct phase *phase, int message, MPI_Request *request) {
    const struct region *region = &phase->regions[message];
    double *end = send_buffers[message];
    for (int f = 0; f < phase->fields; f++)
        end = pack(region, fields[f], end);
    MPI_Isend(send_buffers[message], phase->fields * size_of(region), MPI_DOUBLE, partner, TAG + message, MPI_COMM_WORLD, request);
}

static void exchange(const struct phase *phase) {
    MPI_Request receives[MOST_MESSAGES], sends[MOST_MESSAGES];
    for (int m = 0; m < phase->messages; m++)
        MPI_Irecv(receive_buffers[m], phase->fields * size_of(&phase->regions[m]), MPI_DOUBLE, partner, TAG + m, MPI_COMM_WORLD,
                  &receives[m]);
    for (int m = 0; m < phase->messages; m++)
        send_region(phase, m, &sends[m]);
    MPI_Waitall(phase->messages, sends, MPI_STATUSES_IGNORE);
    for (int m = 0; m < phase->messages; m++) {
        MPI_Wait(&receives[m], MPI_STATUS_IGNORE);
        unpack(phase, m);
    }
}

static void iteration_loop(long iterations, size_t unused) {
    (void)unused;
    for (long i = 0; i < iterations; i++) {
        for (size_t p = 0; p < sizeof phases / sizeof *phases; p++)
            exchange(&phases[p]);
        MPI_Allreduce(&time_step, &least_time_step, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    }
    sink += (long)least_time_step;
    job_barrier();
}

const struct operation lulesh_operations[] = {
    {"replay of LULESH", ALL_PES, iteration_loop, iterations_of_one},
    {0},
};
