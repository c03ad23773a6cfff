import static org.jshmem.Shmem.*;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jshmem.flow.LongFlow;

static final int VALUES = 1_000_000;
static final int BINS = 100_000;

/** The bins of this PE, in a Java array. */
long[] bins;

/** How many of them are not empty. */
long used;

/** The handler: runs on the PE that has the bin. */
void count(long value) {
    final int bin = (int) (value / nPes());
    if (bins[bin] == 0) {
        used++;
    }
    bins[bin]++;
}

void main() {
    try (var _ = init()) {
        bins = new long[BINS / nPes() + 1];
        final long[] values = new SplittableRandom(myPe()).longs(VALUES, 0, BINS).toArray();
        try (LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> count(value))) {
            for (long value : values) {
                flow.send((int) (value % nPes()), value);
            }
        }
        final long sum = sumReduce(TEAM_WORLD, LongStream.of(bins).sum());
        final long max = maxReduce(TEAM_WORLD, LongStream.of(bins).max().orElse(0));
        final long all = sumReduce(TEAM_WORLD, used);
        if (myPe() == 0) {
            IO.println(sum + " values in " + all + " bins, the fullest has " + max);
        }
    }
}
