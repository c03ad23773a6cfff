package org.jshmem.tck;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Cases of each kind on one transport, in a symmetric heap whose first five gigabytes are in use, so that no offset
 * fits an {@code int}. Nobody touches what is in use, and so it takes no memory.
 */
@Tag(QuickFilter.FULL)
class LargeHeapTest {
    private static final long IN_USE = 5L << 30;
    private static final Report REPORT = new Report();

    private static final String CASES =
            "([pg]|(i|ib)?(put|get)|(put|get)Nbi|putSignal|atomicFetch(Add|Inc)|atomicCompareSwap|waitUntil(Any)?|setLock"
                + "|(sum|max)Reduce|broadcast|f?collect|alltoalls?|sumInscan|calloc|realloc|ptr):Longs"
                + "|(put|get|iput|iget):(Shorts|mem)|randomCollectives#2|randomPrograms@3|putHistories@3"
                + "|(flowOfHandlersThatSend|askLongs|distributedHistogram)@4";

    @TestFactory
    Stream<DynamicNode> shouldConform() {
        return Draw.ofThisBuild()
                .from("large heaps", List.of(Transport.SHR, Transport.CMA, Transport.OFI, Transport.NONE))
                .stream()
                .<DynamicNode>map(transport -> dynamicContainer(
                        transport.toString(),
                        KitTests.of(
                                harness(transport),
                                transport + " beyond 5 GiB ",
                                harness(transport)
                                        .groups(one ->
                                                one.isSharing() && one.id().matches(CASES)),
                                REPORT)))
                .toList()
                .stream();
    }

    private static Harness harness(Transport transport) {
        final String options = Distribution.WITHOUT_C2 + " -Dorg.jshmem.heap.sparse=true";
        final String command = transport == Transport.NONE
                ? Distribution.java(options) + " {main}"
                : Distribution.with(options, Harness.command(transport));
        return new Harness(transport, command, 2, Map.of("SHMEM_SYMMETRIC_SIZE", "6g")).beyond(IN_USE);
    }
}
