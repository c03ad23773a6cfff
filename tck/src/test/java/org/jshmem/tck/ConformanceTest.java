package org.jshmem.tck;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
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
                .map(transport -> {
                    final Harness harness = harness(transport);
                    return (DynamicNode) dynamicContainer(
                            transport.toString(), KitTests.of(harness, transport + " ", harness.groups(), REPORT));
                })
                .toList()
                .stream();
    }

    /** A PE without a launcher is started with the cache, unless it is said how to start it. */
    private static Harness harness(Transport transport) {
        return transport == Transport.NONE && System.getProperty("jshmem.tck.single") == null
                ? new Harness(transport, Distribution.java("-XX:TieredStopAtLevel=1") + " {main}", 1)
                : new Harness(transport);
    }

    @AfterAll
    static void report() {
        System.out.println(REPORT);
        System.out.println((System.nanoTime() - START) / 1_000_000_000L + " s");
    }
}
