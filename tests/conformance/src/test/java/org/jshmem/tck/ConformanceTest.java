package org.jshmem.tck;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.testing.Draw;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The kit against this project: one test for each case and transport. On mapped heaps a build runs a part of the cases
 * of other element types than long, since one master writes them all, a part of the litmus tests of more than four PEs,
 * one in 24 of the cases that need a job of their own, and one in 12 of the rest. On the other transports it runs a
 * part of all cases, and in a quick build a part of those of up to four PEs. With {@code -Djshmem.tck.only} it runs
 * what that names.
 */
class ConformanceTest {
    private static final String ALL = ".*";

    /** Elements of each width: what is below the API moves bytes, and calculates as on mapped heaps. */
    private static final String WIDTHS = "(?!\\w+:(Floats|Doubles)\\b).*";

    /** More PEs than most machines that build have CPUs: they take turns, and the job has the machine for itself. */
    private static final String MANY_PES = ".*@[5-9].*";

    /** A job takes as long as a hundred cases that share one. */
    private static final int OWN_JOBS_SHARE = 24;

    private static final int SHARED_JOBS_SHARE = 12;

    private static final boolean IS_QUICK = System.getProperty("quick") != null;

    /** Takes 4.4 GB. */
    private static final String LARGE = "anElementBeyondTwoToThe31";

    private static final String OF_ONE_PE = Distribution.WITHOUT_C2 + " -Dorg.jshmem.heap.memcpy=" + (1L << 30);

    private static final Report REPORT = new Report();
    private static final long START = System.nanoTime();

    @TestFactory
    Stream<DynamicNode> shouldConform() {
        final String transports = System.getProperty("jshmem.tck.transports", "shr,cma,none");
        return Arrays.stream(Transport.values())
                .filter(transport -> List.of(transports.split(",")).contains(transport.toString()))
                .<DynamicNode>map(transport -> dynamicContainer(transport.toString(), tests(transport)))
                .toList()
                .stream();
    }

    private static Stream<DynamicTest> tests(Transport transport) {
        final Harness usual = new Harness(transport);
        final Harness own = withoutC2(transport);
        final Map<Boolean, List<List<String>>> byC2 =
                groups(usual).stream().collect(Collectors.partitioningBy(group -> needsC2(usual, group)));
        return Stream.concat(
                KitTests.of(own, transport + " ", byC2.get(false), REPORT),
                KitTests.of(usual, transport + " ", byC2.get(true), REPORT));
    }

    private static List<List<String>> groups(Harness harness) {
        final String only = System.getProperty("jshmem.tck.only", ALL);
        return only.equals(ALL)
                ? harness.groups(one -> isWanted(harness.transport(), one, Draw.ofThisBuild()))
                : harness.groups(only);
    }

    private static boolean isWanted(Transport transport, CaseRef one, Draw draw) {
        if (IS_QUICK && (one.id().equals(LARGE) || one.id().matches(MANY_PES))
                || transport != Transport.SHR && !one.id().matches(WIDTHS)) {
            return false;
        }
        final boolean isDrawn = transport != Transport.SHR
                || one.id().equals(LARGE)
                || Family.of(one) == Family.MEMORY_MODEL && one.id().matches(MANY_PES)
                || IS_QUICK
                || !one.type().isEmpty() && !one.type().equals("Longs");
        return isDrawn ? draw.has(one.id()) : draw.has(one.id(), one.isSharing() ? SHARED_JOBS_SHARE : OWN_JOBS_SHARE);
    }

    /** Litmus tests, and on mapped heaps some of the jobs of two PEs, which have a CPU each nearly everywhere. */
    private static boolean needsC2(Harness harness, List<String> group) {
        return Jobs.isLitmus(group)
                || harness.transport() == Transport.SHR
                        && harness.pesOf(CaseTable.find(group.getFirst())) == 2
                        && Draw.ofThisBuild().has(group.getFirst());
    }

    /**
     * Without C2. A PE without a launcher is started by java, unless the properties say how, and copies by memcpy what
     * others would copy so on a machine with a larger cache.
     */
    private static Harness withoutC2(Transport transport) {
        final int pes = Integer.getInteger("jshmem.tck.pes", 2);
        if (transport == Transport.NONE) {
            return System.getProperty("jshmem.tck.single") == null
                    ? new Harness(transport, Distribution.java(OF_ONE_PE) + " {main}", pes, Map.of())
                    : new Harness(transport);
        }
        // Where PEs spin, they read each other's lines in a barrier, however many they are; on mapped heaps they count.
        final Map<String, String> environment = transport == Transport.CMA ? Map.of("SHMEM_SPIN", "on") : Map.of();
        return new Harness(transport, Distribution.withoutC2(Harness.command(transport)), pes, environment);
    }

    @AfterAll
    static void report() {
        System.out.println(REPORT);
        System.out.println((System.nanoTime() - START) / 1_000_000_000L + " s");
    }
}
