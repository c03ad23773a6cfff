#include <stdio.h>
#include <shmem.h>

#define N 1000

static long sum;

void fill(double *squares, int me)
{
    for (int i = 0; i < N; i++) {
        double x = (double) me * N + i;
        squares[i] = x * x;
    }
}

void send_first(double *squares, int left)
{
    shmem_put(squares + N, squares, 1, left);
    shmem_quiet();
}

long add_differences(const double *squares, int last)
{
    long total = 0;
    for (int i = 0; i < last; i++)
        total += (long) (squares[i + 1] - squares[i]);
    return total;
}

int main(void)
{
    shmem_init();
    double *squares = shmem_malloc((N + 1) * sizeof *squares);
    int me = shmem_my_pe();
    int npes = shmem_n_pes();

    fill(squares, me);
    send_first(squares, (me + npes - 1) % npes);
    shmem_barrier_all();

    sum = add_differences(squares, me == npes - 1 ? N - 1 : N);
    shmem_barrier_all();

    if (me == 0) {
        long total = 0;
        for (int pe = 0; pe < npes; pe++)
            total += shmem_g(&sum, pe);
        long top = (long) npes * N - 1;
        printf("sum of differences: %ld, expected: %ld\n", total, top * top);
        if (total != top * top)
            shmem_global_exit(1);
    }
    shmem_free(squares);
    shmem_finalize();
    return 0;
}
