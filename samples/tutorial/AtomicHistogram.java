import static org.jshmem.Shmem.*;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jshmem.SymmetricLongs;

static final int VALUES = 1_000_000;
static final int BINS = 100_000;

void main() {
    try (var _ = init();
            SymmetricLongs bins = callocLongs(BINS / nPes() + 1)) {
        final long[] values = new SplittableRandom(myPe()).longs(VALUES, 0, BINS).toArray();
        for (long value : values) {
            atomicInc(bins, value / nPes(), (int) (value % nPes()));
        }
        barrierAll();
        final long sum = sumReduce(TEAM_WORLD, LongStream.of(bins.toArray()).sum());
        final long max = maxReduce(TEAM_WORLD, LongStream.of(bins.toArray()).max().orElse(0));
        if (myPe() == 0) {
            IO.println(sum + " values, the fullest bin has " + max);
        }
    }
}
