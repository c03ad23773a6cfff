package org.jshmem.tck;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The whole kit against this project: one test for each case and transport. */
class ConformanceTest {
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
        final Harness own = harness(transport);
        final Map<Boolean, List<List<String>>> groups =
                usual.groups().stream().collect(Collectors.partitioningBy(Jobs::isLitmus));
        return Stream.concat(
                KitTests.of(own, transport + " ", groups.get(false), REPORT),
                KitTests.of(usual, transport + " ", groups.get(true), REPORT));
    }

    /** For what is no litmus test; unless the properties say how to start a PE without a launcher, it gets the start cache. */
    private static Harness harness(Transport transport) {
        final int pes = Integer.getInteger("jshmem.tck.pes", 2);
        return switch (transport) {
            case SHR -> new Harness(transport);
            case NONE ->
                System.getProperty("jshmem.tck.single") == null
                        ? new Harness(transport, Distribution.java(Distribution.WITHOUT_C2) + " {main}", pes)
                        : new Harness(transport);
            case CMA, OFI, NODES -> new Harness(transport, Distribution.withoutC2(Harness.command(transport)), pes);
        };
    }

    @AfterAll
    static void report() {
        System.out.println(REPORT);
        System.out.println((System.nanoTime() - START) / 1_000_000_000L + " s");
    }
}
