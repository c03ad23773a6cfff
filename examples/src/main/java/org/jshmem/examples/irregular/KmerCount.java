package org.jshmem.examples.irregular;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.Locale;
import org.jshmem.flow.LongFlow;

/**
 * Counts k-mers, the pieces of k bases in the reads of a genome; follows the first phase of parallel genome assemblers.
 * Each PE has an equal part of the reads, and sends their k-mers to owners that follow from a hash. An owner counts in
 * a table of its own, so nobody locks.
 *
 * <p>For the check, each PE goes through all reads once more, sorts the k-mers that it owns, and compares the length of
 * each run of equal ones with the table.
 *
 * <p>Arguments: the length of the genome (default 100 000 bases) and k (default 21, at most 31).
 */
public final class KmerCount {
    /** With two bits for a base, a k-mer is then not a negative {@code long}. */
    static final int MOST_K = 31;

    private KmerCount() {}

    public static void main(String[] args) {
        final long genome = args.length > 0 ? Long.parseLong(args[0]) : 100_000;
        final int k = args.length > 1 ? Integer.parseInt(args[1]) : 21;
        final SyntheticReads reads = new SyntheticReads(genome, k);
        try (var _ = init()) {
            final long start = System.nanoTime();
            final KmerTable table = count(reads);
            final double seconds = (System.nanoTime() - start) / 1e9;
            check(reads, table);
            final long distinct = TEAM_WORLD.sumReduce((long) table.size());
            final long singles = TEAM_WORLD.sumReduce(table.singles());
            final int most = TEAM_WORLD.maxReduce(table.most());
            if (myPe() == 0) {
                System.out.printf(
                        Locale.ROOT,
                        "%d reads have %d %d-mers.%n"
                                + "%d are distinct, %d occur once, and the most frequent one %d times, in %.3f s%n",
                        reads.reads(),
                        reads.kmers(),
                        k,
                        distinct,
                        singles,
                        most,
                        seconds);
            }
        }
    }

    /** Counts; collective. Returns the k-mers that this PE owns. */
    private static KmerTable count(SyntheticReads reads) {
        final KmerTable table = new KmerTable();
        try (LongFlow kmers = LongFlow.of(TEAM_WORLD, (from, kmer) -> table.add(kmer))) {
            for (long read = myPe(); read < reads.reads(); read += nPes()) {
                reads.forEachKmer(read, kmer -> kmers.send(owner(kmer), kmer));
            }
        }
        return table;
    }

    private static int owner(long kmer) {
        return (int) Math.unsignedMultiplyHigh(Mixer.mix(kmer), nPes());
    }

    private static void check(SyntheticReads reads, KmerTable table) {
        require(TEAM_WORLD.sumReduce(table.total()) == reads.kmers(), "k-mers were lost or counted twice");
        final long[] own = ownKmers(reads, table.total());
        Arrays.sort(own);
        int distinct = 0;
        for (int i = 0; i < own.length; distinct++) {
            final int first = i;
            while (i < own.length && own[i] == own[first]) {
                i++;
            }
            require(table.count(own[first]) == i - first, "a k-mer has a wrong count");
        }
        require(table.size() == distinct, "the table has k-mers that no read has");
    }

    /** Goes through all reads. */
    private static long[] ownKmers(SyntheticReads reads, long expected) {
        final long[] own = new long[Math.toIntExact(expected)];
        final int[] count = new int[1];
        for (long read = 0; read < reads.reads(); read++) {
            reads.forEachKmer(read, kmer -> {
                if (owner(kmer) == myPe()) {
                    require(count[0] < own.length, "k-mers were lost");
                    own[count[0]++] = kmer;
                }
            });
        }
        return own;
    }

    private static void require(boolean isRight, String mistake) {
        if (!isRight) {
            throw new IllegalStateException(mistake);
        }
    }
}
