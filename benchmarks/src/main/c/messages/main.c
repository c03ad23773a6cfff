/*
 * The side of MPI in bin/compare --mpi and --nonblocking: mpirun -np 2 messages [slice ms] [messages | nonblocking]
 *
 * It lists what it can measure, then measures what lines of its standard input ask for, as "message|8", until that ends.
 * Meanwhile both processes sleep.
 */
#include "messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_POINTS 64
#define NOTHING -1

struct point {
    const struct operation *op;
    size_t bytes;
};

static struct point points[MOST_POINTS];
static int count;

static void add(const struct operation *list) {
    for (const struct operation *op = list; op->name; op++)
        for (const size_t *bytes = op->sizes; *bytes; bytes++)
            points[count++] = (struct point){op, *bytes};
}

static void name_of(const struct point *point, char *name, size_t room) {
    snprintf(name, room, "%s|%zu\n", point->op->name, point->bytes);
}

/* Which point the next line of the standard input asks for; NOTHING at its end. */
static int asked(void) {
    char line[256], name[256];
    if (!fgets(line, sizeof line, stdin))
        return NOTHING;
    for (int i = 0; i < count; i++) {
        name_of(&points[i], name, sizeof name);
        if (strcmp(line, name) == 0)
            return i;
    }
    fprintf(stderr, "messages: cannot measure %s", line);
    MPI_Abort(MPI_COMM_WORLD, 1);
    return NOTHING;
}

static int hear(void) {
    if (me == 0) {
        printf("ready\n");
        fflush(stdout);
    }
    return job_tell(me == 0 ? asked() : NOTHING);
}

static void list(void) {
    char name[256];
    for (int i = 0; i < count; i++) {
        name_of(&points[i], name, sizeof name);
        fputs(name, stdout);
    }
}

int main(int argc, char **argv) {
    job_init(&argc, &argv);
    const double slice_ns = (argc > 1 ? atof(argv[1]) : 50) * 1e6;
    const struct plan plan = {.warmup_ns = slice_ns / 5, .slice_ns = slice_ns, .slices_when_peers_react = 5};
    if (argc > 2 && strcmp(argv[2], "nonblocking") == 0) {
        nonblocking_init();
        add(nonblocking_operations);
    } else {
        point_to_point_init();
        minimd_init();
        lulesh_init();
        add(point_to_point_operations);
        add(minimd_operations);
        add(lulesh_operations);
    }
    if (me == 0)
        list();
    for (int next = hear(); next != NOTHING; next = hear())
        bench_measure(points[next].op, points[next].bytes, &plan);
    job_end();
    return 0;
}
