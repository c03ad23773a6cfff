package org.jshmem.mutation;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How jobs of the kit run: on one of its transports, or on one of them in a special way. A line is judged by the first
 * set-up that runs it before the others. Special set-ups judge a line only if no other set-up runs it.
 */
enum SetUp {
    SHR("shr", "shr", ".*"),
    /** What of {@link #NODES} uses the network most. */
    OFI(
            "ofi",
            "ofi",
            "(i?b?(put|get)|[pg]|atomic|putSignal|waitUntil|broadcast|sum|session)\\w*:Longs.*|random.*|message.*"
                    + "|flow.*|\\w+Histories.*|limitsOf.*|manyContexts.*|sharedArray.*:Longs"),
    /** Two test hosts of two PEs each; cases of one element type. */
    NODES("nodes", "nodes", "[^:]*|.*:Longs.*"),
    /**
     * Cases that copy, or have the owner of a word update it: that is what it does in another way than {@link #SHR}.
     */
    CMA(
            "cma",
            "cma",
            "(i?b?)(put|get|[pg]:).*|random.*|.*Reduce:Longs|atomic\\w*:Longs|(set|test|clear)Lock.*|putSignal.*:Longs"
                    + "|waitUntil.*:Longs|messageMatching"),
    NONE("none", "none", ".*"),

    /** A network that pins memory and chooses keys. */
    REGIONS(
            "regions",
            "ofi",
            "(put|get|iput|realloc|atomicFetchAdd|putSignal|sumReduce):Longs|random(Programs|Flows).*"
                    + "|sharedArray.*:Longs.*|(flowOfHandlersThatSend|askLongs).*|messageMatching|manyBlocks.*"),

    /** Over a C library, whose PEs are nodes of their own. */
    OSHMEM(
            "oshmem",
            "nodes",
            "(i?b?(put|get)|[pg])(Nbi)?:(Longs|Bytes|mem|64)|atomic.*:(Longs|Ints)|putSignal.*:Longs|message.*"
                    + "|[^:]*Elsewhere(:Longs)?.*|random.*|(atomic|put)Histories.*|limitsOf.*|peFence.*"
                    + "|localComplete.*|flow.*|ask.*"),

    /** Over a C library, on one node. */
    OSHMEM_NODE(
            "oshmem-node", "shr", "(put|get|atomicFetchAdd|putSignal|sumReduce|ptr):Longs|barrierAll|messageMatching");

    private final String place;
    private final String transport;
    private final String cases;

    SetUp(String place, String transport, String cases) {
        this.place = place;
        this.transport = transport;
        this.cases = cases;
    }

    static SetUp of(String place) {
        return Stream.of(values())
                .filter(one -> one.place.equals(place))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the kit does not run on \"" + place + "\", but on one of " + places()));
    }

    private static List<String> places() {
        return Stream.of(values()).map(SetUp::place).toList();
    }

    /** Its name in lists of mutants and in verdicts. */
    String place() {
        return place;
    }

    /** The kit's transport. */
    String transport() {
        return transport;
    }

    /** Which cases judge random mutants, as a regular expression. */
    String cases() {
        return cases;
    }

    boolean isSpecial() {
        return !place.equals(transport);
    }

    boolean isOverC() {
        return this == OSHMEM || this == OSHMEM_NODE;
    }

    /** The nodes of the transport {@code nodes}, as N x M. */
    String topology() {
        return isOverC() ? "4x1" : "2x2";
    }

    /** An option of PEs' JVMs, or nothing. */
    String option() {
        return this == REGIONS ? "-Dorg.jshmem.ofi.mr-modes=allocated,virt_addr,prov_key,local" : "";
    }

    /** Variables of PEs. */
    Map<String, String> environment() {
        return this == REGIONS ? Map.of("SHMEM_OFI_PROVIDER", "net") : Map.of();
    }
}
