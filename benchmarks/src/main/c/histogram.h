/* A histogram of times: whole nanoseconds, to one part in 64. */
#ifndef JSHMEM_HISTOGRAM_H
#define JSHMEM_HISTOGRAM_H

#define HISTOGRAM_BUCKETS (64 * 64)

struct histogram {
    long counts[HISTOGRAM_BUCKETS];
    long calls;
    double sum_ns;
};

void histogram_reset(struct histogram *h);
void histogram_record(struct histogram *h, double ns);

/* The largest time of the bucket that the given share of all times, 0 to 1, does not exceed. */
double histogram_quantile(const struct histogram *h, double share);

#endif
