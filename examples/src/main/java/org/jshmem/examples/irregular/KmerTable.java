package org.jshmem.examples.irregular;

import java.util.Arrays;

/** Counts of k-mers, in a hash table of primitives with open addressing, which grows when two thirds of it are full. */
final class KmerTable {
    private static final long FREE = -1;

    private long[] kmers = free(1024);
    private int[] counts = new int[1024];
    private int size;

    private static long[] free(int length) {
        final long[] kmers = new long[length];
        Arrays.fill(kmers, FREE);
        return kmers;
    }

    /** Counts a k-mer, which is not negative, once more. */
    void add(long kmer) {
        final int slot = slot(kmer);
        if (kmers[slot] == FREE) {
            kmers[slot] = kmer;
            size++;
        }
        counts[slot]++;
        if (size > kmers.length / 3 * 2) {
            grow();
        }
    }

    /** Where a k-mer is, or the free slot for it. The owner follows from the high bits of the same hash. */
    private int slot(long kmer) {
        int slot = (int) Mixer.mix(kmer) & kmers.length - 1;
        while (kmers[slot] != kmer && kmers[slot] != FREE) {
            slot = slot + 1 & kmers.length - 1;
        }
        return slot;
    }

    private void grow() {
        final long[] oldKmers = kmers;
        final int[] oldCounts = counts;
        kmers = free(2 * oldKmers.length);
        counts = new int[kmers.length];
        for (int i = 0; i < oldKmers.length; i++) {
            if (oldKmers[i] != FREE) {
                final int slot = slot(oldKmers[i]);
                kmers[slot] = oldKmers[i];
                counts[slot] = oldCounts[i];
            }
        }
    }

    /** How often a k-mer was counted. */
    int count(long kmer) {
        return counts[slot(kmer)];
    }

    /** How many different k-mers there are. */
    int size() {
        return size;
    }

    /** How many k-mers were counted. */
    long total() {
        return Arrays.stream(counts).asLongStream().sum();
    }

    /** The largest count. */
    int most() {
        return Arrays.stream(counts).max().orElse(0);
    }

    /** How many k-mers were counted once. */
    long singles() {
        return Arrays.stream(counts).filter(count -> count == 1).count();
    }
}
