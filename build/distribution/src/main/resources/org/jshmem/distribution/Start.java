import static org.jshmem.Shmem.barrierAll;
import static org.jshmem.Shmem.g;
import static org.jshmem.Shmem.init;
import static org.jshmem.Shmem.mallocLongs;
import static org.jshmem.Shmem.myPe;
import static org.jshmem.Shmem.nPes;

import java.util.Arrays;
import java.util.List;
import org.jshmem.SymmetricLongs;

/** A program of the usual shapes, which the launcher compiles when its start cache is made. */
public final class Start {
    private Start() {}

    record Pair(int pe, long value) {}

    static <T extends Comparable<T>> T last(List<T> all) {
        return all.stream().sorted().reduce((a, b) -> b).orElseThrow();
    }

    /** Runs one PE. */
    public static void main(String[] args) {
        try (var shmem = init()) {
            final SymmetricLongs longs = mallocLongs(nPes());
            for (int i = 0; i < longs.length(); i++) {
                longs.set(i, i * 10L + myPe());
            }
            barrierAll();
            final long value = g(longs, 0, (myPe() + 1) % nPes());
            final var pair = new Pair(myPe(), value);
            final String text = switch (args.length) {
                case 0 -> "no arguments";
                default -> last(Arrays.asList(args));
            };
            if (pair.value() < 0 || text.isEmpty()) {
                throw new IllegalStateException(pair + ": " + text);
            }
            System.out.printf("PE %d of %d: %s%n", myPe(), nPes(), text);
        }
    }
}
