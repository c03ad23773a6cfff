import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;

// Counts the primes below a million, block by block. Blocks differ in work, so no PE has a fixed share:
// each takes the next block from a counter on PE 0.

static final int BLOCKS = 200;
static final int BLOCK = 5_000;
static final long PRIMES_BELOW_A_MILLION = 78_498;

void main() {
    try (var _ = init();
            SymmetricLongs nextBlock = callocLongs(1);
            SymmetricLongs results = callocLongs(BLOCKS)) {
        int mine = 0;
        for (long block = atomicFetchInc(nextBlock, 0); block < BLOCKS; block = atomicFetchInc(nextBlock, 0)) {
            p(results, block, countPrimes(block * BLOCK, (block + 1) * BLOCK), 0);
            mine++;
        }
        final int blocks = sumReduce(TEAM_WORLD, mine);
        barrierAll();
        if (myPe() == 0) {
            final long primes = LongStream.of(results.toArray()).sum();
            if (blocks != BLOCKS || primes != PRIMES_BELOW_A_MILLION) {
                throw new IllegalStateException(primes + " primes in " + blocks + " blocks");
            }
            IO.println("work queue: " + primes + " primes in " + blocks + " blocks, each counted once");
        }
    }
}

long countPrimes(long from, long to) {
    return LongStream.range(Math.max(from, 2), to).filter(this::isPrime).count();
}

boolean isPrime(long n) {
    for (long d = 2; d * d <= n; d++) {
        if (n % d == 0) {
            return false;
        }
    }
    return true;
}
