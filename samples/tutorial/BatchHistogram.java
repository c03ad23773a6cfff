import static org.jshmem.Shmem.*;

import java.util.SplittableRandom;
import org.jshmem.flow.DistLongs;

static final int VALUES = 1_000_000;
static final int BINS = 100_000;

void main() {
    try (var _ = init();
            DistLongs bins = DistLongs.cyclic(TEAM_WORLD, BINS)) {
        final long[] values = new SplittableRandom(myPe()).longs(VALUES, 0, BINS).toArray();
        bins.addAll(values, 1);
        final long sum = bins.sum();
        final long max = bins.max();
        if (myPe() == 0) {
            IO.println(sum + " values, the fullest bin has " + max);
        }
    }
}
