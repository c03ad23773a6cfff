/*
 * The messages of one step of MiniMD (2 processes, 8 x 8 x 8 cells) with packing and unpacking, and no physics.
 *
 * A step swaps positions of listed atoms twice and forces of their copies back twice. Every fifth step brings two larger
 * swaps of positions, as atoms change their places.
 */
#include "messages.h"

#define ATOMS 4096
#define OWN_ATOMS 1024
#define SWAPS 2
#define STEPS_BETWEEN_BORDERS 5
#define BORDER_ATOMS 1416
#define DIMENSIONS 3

static const size_t steps[] = {1, 0};
static const int swap_atoms[SWAPS] = {950, 820};

static double *positions, *forces, *send_buffer, *receive_buffer;
static int listed[BORDER_ATOMS];
static long step;

void minimd_init(void) {
    positions = filled(ATOMS * DIMENSIONS * sizeof *positions);
    forces = filled(ATOMS * DIMENSIONS * sizeof *forces);
    send_buffer = filled(BORDER_ATOMS * DIMENSIONS * sizeof *send_buffer);
    receive_buffer = filled(BORDER_ATOMS * DIMENSIONS * sizeof *receive_buffer);
    for (int i = 0; i < BORDER_ATOMS; i++)
        listed[i] = i * 5 / 7 % OWN_ATOMS;
}

static void swap(int atoms) {
    MPI_Sendrecv(send_buffer, DIMENSIONS * atoms, MPI_DOUBLE, partner, TAG, receive_buffer, DIMENSIONS * atoms, MPI_DOUBLE,
                 partner, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Positions of listed atoms to the copies that the other process has of them. */
static void forward(int atoms) {
    for (int i = 0; i < atoms; i++) {
        const double *atom = positions + DIMENSIONS * listed[i];
        for (int d = 0; d < DIMENSIONS; d++)
            send_buffer[DIMENSIONS * i + d] = atom[d];
    }
    swap(atoms);
    double *copies = positions + DIMENSIONS * OWN_ATOMS;
    for (int i = 0; i < DIMENSIONS * atoms; i++)
        copies[i] = receive_buffer[i];
}

/* Forces on copies to the atoms themselves, which add them up. */
static void reverse(int atoms) {
    const double *copies = forces + DIMENSIONS * OWN_ATOMS;
    for (int i = 0; i < DIMENSIONS * atoms; i++)
        send_buffer[i] = copies[i];
    swap(atoms);
    for (int i = 0; i < atoms; i++) {
        double *atom = forces + DIMENSIONS * listed[i];
        for (int d = 0; d < DIMENSIONS; d++)
            atom[d] += receive_buffer[DIMENSIONS * i + d];
    }
}

static void borders(void) {
    for (int i = 0; i < SWAPS; i++)
        forward(BORDER_ATOMS);
}

static void step_loop(long iterations, size_t unused) {
    (void)unused;
    for (long i = 0; i < iterations; i++) {
        if (step++ % STEPS_BETWEEN_BORDERS == 0)
            borders();
        for (int s = 0; s < SWAPS; s++)
            forward(swap_atoms[s]);
        for (int s = SWAPS - 1; s >= 0; s--)
            reverse(swap_atoms[s]);
    }
    sink += (long)forces[0];
    job_barrier();
}

const struct operation minimd_operations[] = {
    {"replay of MiniMD", ALL_PES, step_loop, steps},
    {0},
};
