package org.jshmem.examples.irregular;

import java.util.function.LongConsumer;

/**
 * The reads of a sequencer, from a random genome: pieces of {@value #LENGTH} bases of either strand, a few of them with
 * errors. A base follows from its place alone, so any PE can compute any read, and nobody stores the genome.
 */
final class SyntheticReads {
    private static final int LENGTH = 100;

    /** How many reads have a base, in the mean. */
    private static final int COVERAGE = 10;

    /** One base of so many is wrong. */
    private static final int BASES_PER_ERROR = 256;

    private static final long GENOME = 1L << 60;
    private static final long READ = 2L << 60;
    private static final long ERROR = 3L << 60;

    private final int k;
    private final long mask;
    private final long places;
    private final long reads;

    /**
     * Reads of a genome.
     *
     * @param genome its length, in bases
     * @param k the length of the k-mers
     */
    SyntheticReads(long genome, int k) {
        if (genome < LENGTH) {
            throw new IllegalArgumentException("genome=" + genome + " is less than a read of " + LENGTH);
        }
        if (k < 1 || k > KmerCount.MOST_K) {
            throw new IllegalArgumentException("k=" + k + " is not between 1 and " + KmerCount.MOST_K);
        }
        this.k = k;
        this.mask = (1L << 2 * k) - 1;
        this.places = genome - LENGTH + 1;
        this.reads = genome * COVERAGE / LENGTH;
    }

    /** How many reads there are. */
    long reads() {
        return reads;
    }

    /** How many k-mers all reads have together. */
    long kmers() {
        return reads * (LENGTH - k + 1);
    }

    /**
     * Passes the k-mers of a read, with two bits for a base. A k-mer and its complement on the other strand are the
     * same piece of the genome, so the consumer gets the smaller number of the two.
     */
    void forEachKmer(long read, LongConsumer consumer) {
        final long place = Mixer.mix(READ + read);
        final long first = (place >>> 1) % places;
        final boolean isOtherStrand = (place & 1) != 0;
        long forward = 0;
        long backward = 0;
        for (int i = 0; i < LENGTH; i++) {
            final long base = isOtherStrand ? 3 - base(first + LENGTH - 1 - i) : base(first + i);
            final long found = base ^ error(read * LENGTH + i);
            forward = (forward << 2 | found) & mask;
            backward = backward >>> 2 | 3 - found << 2 * (k - 1);
            if (i >= k - 1) {
                consumer.accept(Math.min(forward, backward));
            }
        }
    }

    /** A base of the genome: A, C, G and T are 0 to 3, so the base that pairs with another is 3 less that. */
    private static long base(long place) {
        return Mixer.mix(GENOME + place) & 3;
    }

    /** What changes a base that is read; 0 for no error. */
    private static long error(long number) {
        final long random = Mixer.mix(ERROR + number);
        return (random >>> 32) % BASES_PER_ERROR == 0 ? 1 + (random & 0xFFFF_FFFFL) % 3 : 0;
    }
}
