package org.jshmem.system;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults of PEs, hosts and links at random moments: the job ends in time and says why, or goes on, and leaves nothing.
 *
 * <p>{@code -Djshmem.failure.rounds=N} plays N rounds, {@code -Djshmem.failure.seed=S} begins with that seed, and
 * {@code -Djshmem.failure.only=FAULT} takes one kind of {@link Fault}. The moments are not the seed's alone.
 */
@Tag(QuickFilter.FULL)
@Timeout(180)
class NetworkFailureTest {
    private static final int ROUNDS = Fault.values().length;
    private static final int ROUNDS_PER_OPEN_MPI = 4;
    private static final List<String> PROVIDERS = List.of("tcp;ofi_rxm", "tcp;ofi_rxm", "net");

    @TempDir
    private Path directory;

    static Stream<Arguments> rounds() {
        final Integer given = Integer.getInteger("jshmem.failure.rounds");
        final List<Integer> rounds =
                IntStream.range(0, given == null ? ROUNDS : given).boxed().toList();
        final long first = Long.getLong("jshmem.failure.seed", System.nanoTime() & 0xffff_ffffL);
        return (given == null ? Draw.ofThisBuild().from("network failures", rounds) : rounds)
                .stream().map(i -> Arguments.of(i, first + i));
    }

    @ParameterizedTest(name = "round {0}, seed {1}", allowZeroInvocations = true)
    @MethodSource("rounds")
    void shouldEndInTimeAndSayWhy(int number, long seed) throws Exception {
        final Random random = new Random(seed);
        final ForeignLauncher launcher =
                random.nextInt(ROUNDS_PER_OPEN_MPI) == 0 ? ForeignLauncher.OPEN_MPI : ForeignLauncher.HYDRA;
        launcher.need();
        ForeignLauncher.needHosts();
        Requirement.NETWORK.need();
        Requirement.PACKET_LOSS.need();
        final int hosts = 2 + random.nextInt(3);
        final int ppn = hosts == 2 ? 2 : 1;
        final Fault fault = fault(number);
        // While the library starts and ends, others may be waited for without knowing whom.
        final boolean again = fault != Fault.DROP_SOME && isAgain(random);
        final String provider = PROVIDERS.get(random.nextInt(PROVIDERS.size()));
        try (Round round = new Round(directory, launcher, provider, hosts, ppn, fault, again, seed)) {
            System.out.println("round " + number + ", seed " + seed + ", " + launcher + ", " + provider + ", " + hosts
                    + " hosts, " + ppn + " PEs each: " + round.play());
        }
    }

    /** {@code -Djshmem.failure.again=true}: always. */
    private static boolean isAgain(Random random) {
        return random.nextInt(4) == 0 || Boolean.getBoolean("jshmem.failure.again");
    }

    /** All in turn. */
    private static Fault fault(int round) {
        final String only = System.getProperty("jshmem.failure.only");
        return only == null ? Fault.values()[round % Fault.values().length] : Fault.valueOf(only);
    }
}
