#include "histogram.h"

#include <string.h>

/* Times below 128 ns have a bucket each; above, each power of two has 64. */
#define BITS 6

void histogram_reset(struct histogram *h) { memset(h, 0, sizeof *h); }

void histogram_record(struct histogram *h, double ns) {
    const unsigned long value = ns;
    const int shift = value < 2ul << BITS ? 0 : 63 - __builtin_clzl(value) - BITS;
    h->counts[((long)shift << BITS) + (long)(value >> shift)]++;
    h->calls++;
    h->sum_ns += ns;
}

static double largest_of_bucket(long bucket) {
    const int shift = bucket < 2l << BITS ? 0 : (int)(bucket >> BITS) - 1;
    const unsigned long top = bucket - ((long)shift << BITS);
    return (double)(((top + 1) << shift) - 1);
}

double histogram_quantile(const struct histogram *h, double share) {
    long seen = 0;
    for (long bucket = 0; bucket < HISTOGRAM_BUCKETS; bucket++) {
        seen += h->counts[bucket];
        if (seen > 0 && seen >= share * h->calls)
            return largest_of_bucket(bucket);
    }
    return 0;
}
