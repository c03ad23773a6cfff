package org.jshmem.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SymmetricLongs;
import org.jshmem.spi.ShmemProvider;

/**
 * A program whose order is known: a token goes from PE to PE, each time by another operation that writes the number of
 * the hop to a word of the next PE.
 */
public final class TokenRoute {
    private static final int WAYS = 5;
    private static final Pattern BECAME = Pattern.compile(".*became (\\d+)");

    private TokenRoute() {}

    /** Arguments: the number of hops, and a directory for files. The first PE of another node prints its clock. */
    public static void main(String[] arguments) throws IOException {
        try (var _ = Shmem.init()) {
            pass(Integer.parseInt(arguments[0]));
            final Path file = Path.of(arguments[1], "clock-" + Shmem.myPe());
            final Names names = new Names(file);
            new Nodes(ShmemProvider.current()).compareClocks(names);
            names.close();
            Files.readAllLines(file).forEach(System.out::println);
        }
    }

    private static void pass(int hops) {
        final int[] route = route(Shmem.nPes(), hops);
        final SymmetricLongs word = Shmem.callocLongs(1);
        for (int hop = 1; hop <= hops; hop++) {
            if (Shmem.myPe() == route[hop - 1]) {
                write(word, hop, route[hop]);
                Shmem.quiet();
            }
            if (Shmem.myPe() == route[hop]) {
                Shmem.waitUntil(word, Cmp.EQ, hop);
            }
        }
        Shmem.barrierAll();
    }

    private static void write(SymmetricLongs word, int hop, int pe) {
        switch (hop % WAYS) {
            case 0 -> Shmem.p(word, hop, pe);
            case 1 -> Shmem.atomicSet(word, hop, pe);
            case 2 -> Shmem.put(word, 0, new long[] {hop}, 0, 1, pe);
            case 3 -> Shmem.signalSet(word, 0, hop, pe);
            default -> Shmem.atomicAdd(word, hop - Shmem.g(word, pe), pe);
        }
    }

    /** Which PE has the token after each hop. */
    private static int[] route(int pes, int hops) {
        final Random random = new Random(1);
        final int[] route = new int[hops + 1];
        for (int hop = 1; hop <= hops; hop++) {
            route[hop] = (route[hop - 1] + 1 + random.nextInt(pes - 1)) % pes;
        }
        return route;
    }

    /** How many arrows end in a wait. */
    static long waitArrows(Timeline timeline) {
        return timeline.arrows().stream()
                .filter(arrow ->
                        waitThatEnds(timeline.tracks().get(arrow.toTrack()).slices(), arrow.toNs()) >= 0)
                .count();
    }

    /**
     * How many arrows are not right: an arrow comes from the PE that had the token, between the end of the wait for it
     * and the end of the next wait; and no wait has two.
     */
    static int wrongArrows(Timeline timeline, int hops) {
        final int[] route = route(timeline.pes().size(), hops);
        final long errorNs = 2
                * timeline.pes().stream()
                        .mapToLong(Timeline.Pe::clockErrorNs)
                        .max()
                        .orElse(0);
        final Timeline.Arrow[] arrows = new Timeline.Arrow[hops + 1];
        int wrong = 0;
        for (Timeline.Arrow arrow : timeline.arrows()) {
            final int hop = hop(timeline, arrow);
            if (hop > 0) {
                wrong += arrows[hop] == null ? 0 : 1;
                arrows[hop] = arrow;
            }
        }
        for (int hop = 1; hop <= hops; hop++) {
            final Timeline.Arrow arrow = arrows[hop];
            if (arrow != null) {
                final long since = arrows[hop - 1] == null ? 0 : arrows[hop - 1].toNs();
                final boolean isRight = timeline.tracks().get(arrow.fromTrack()).pe() == route[hop - 1]
                        && timeline.tracks().get(arrow.toTrack()).pe() == route[hop]
                        && arrow.fromNs() >= since - errorNs
                        && arrow.fromNs() <= arrow.toNs();
                wrong += isRight ? 0 : 1;
            }
        }
        return wrong;
    }

    /** The number that the wait at the end of an arrow was for; 0 for another arrow. */
    private static int hop(Timeline timeline, Timeline.Arrow arrow) {
        final Slices slices = timeline.tracks().get(arrow.toTrack()).slices();
        final int wait = waitThatEnds(slices, arrow.toNs());
        final Matcher matcher = BECAME.matcher(wait < 0 ? "" : slices.detail(wait));
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    private static int waitThatEnds(Slices slices, long time) {
        int low = 0;
        int high = slices.size();
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (slices.begin(middle) < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (int i = low - 1; i >= 0; i--) {
            if (slices.end(i) == time && slices.category(i) == Category.WAIT) {
                return i;
            }
        }
        return -1;
    }

    /** Reads the trace of such a program; returns why it is not right, or nothing. */
    public static String check(Path trace, int hops) throws IOException {
        final Timeline timeline = PerfettoReader.read(trace);
        final long arrows = waitArrows(timeline);
        final int wrong = wrongArrows(timeline, hops);
        return arrows >= hops / 5 && wrong == 0
                ? ""
                : arrows + " arrows, " + wrong + " of them wrong\n" + Report.of(timeline);
    }
}
