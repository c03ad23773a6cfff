package org.jshmem.tck;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The kit on several nodes, by two providers: hosts made of network namespaces, under Hydra, and PEs of one machine
 * that have only the network. By default a few cases of each kind on two hosts, some more of this build's part, and a
 * third of the cases of one other set-up, each by one provider; with {@code -Djshmem.tck.nodes.only=.*} all cases on
 * all set-ups by both.
 */
@Tag(QuickFilter.FULL)
class NodesTest {
    private static final Report REPORT = new Report();
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final String TCP = "tcp;ofi_rxm";
    private static final String NET = "net";
    private static final String ONLY = System.getProperty("jshmem.tck.nodes.only");
    private static final List<Requirement> ON_HOSTS =
            List.of(Requirement.HYDRA, Requirement.HOSTS, Requirement.NETWORK);

    /** All cases of a set-up would take one build too long. */
    private static final int SLICES = 3;

    private static final String PROVIDER = "SHMEM_OFI_PROVIDER";
    private static final String SOME =
            "(put|get|iput|atomicFetchAdd|atomicAdd|putSignal|waitUntil|(sumReduce|broadcast)(Value)?|collect|fcollect"
                + "|alltoall|sumInscan|realloc|ptr|setLock):Longs|teamSplitStrided|barrierAll|ctxCreate"
                + "|s24_everyValueOnce:Longs@5#0|randomCollectives#2|randomPrograms@[35]|s72_globalExitEndsOthersInABarrier"
                + "|(atomic|put|lock)Histories@3"
                + "|sharedArrayElsewhere:(Shorts|Doubles)@3|(atomics|manyBlocks)Elsewhere@4|(staleHandles|teams)Elsewhere"
                + "|litmus:MessagePassing.(fence|quiet)@2|(flow|ask|distributed|randomFlows|litmus:FlowOrder).*@4";

    /** What each build runs. */
    private static final String FEW =
            "(put|atomicFetchAdd|sumReduce):Longs|barrierAll|sharedArrayElsewhere:Longs@3|flowOfHandlersThatSend@4";

    /** What differs most from set-up to set-up. */
    private static final String MORE =
            "(put|iput|atomicFetchAdd|putSignal|sumReduce(Value)?|broadcast|fcollect):Longs|any|barrierAll|random(Collectives#2|Programs@3)"
                + "|sharedArrayElsewhere:Longs@3|.*Elsewhere|(flowOfHandlersThatSend|randomFlows|askLongs|distributedHistogram)@[45]";

    /** What reaches across the borders of registered memory, or asks for its keys. */
    private static final String REGIONS =
            "(put|iput|realloc):Longs|randomPrograms@3|sharedArrayElsewhere:Longs@3|(flowOfHandlersThatSend|askLongs)@4";

    /** Where PEs of a node copy by the kernel; three PEs on two hosts are two and one, of which only two do so. */
    private static final String COPIED =
            "(put|atomicFetchAdd|sumReduce|broadcast|fcollect):Longs|random(Collectives#2|Programs@[35])"
                + "|(atomic|put)Histories@5|(flowOfHandlersThatSend|randomFlows|askLongs|distributedHistogram)@[45]";

    /** What a session may delay, and what must send it. */
    private static final String IN_SESSION =
            "(p|put|iput|atomic(FetchAdd|Add|CompareSwap)|putSignal|waitUntil|sumReduce|setLock):Longs|any|barrierAll|ctxCreate"
                + "|session.*|random(Collectives#2|Programs@[35])|(atomic|put|lock)Histories@3"
                + "|litmus:MessagePassing.(fence|quiet)@2";

    @TestFactory
    Stream<DynamicNode> shouldConformOnTwoHosts() {
        return ONLY == null
                ? Stream.of(onHosts("2x2", TCP, fewAndDrawn(), Map.of()))
                : all(Stream.of(TCP, NET).map(provider -> onHosts("2x2", provider, matching(ONLY), Map.of())));
    }

    @TestFactory
    Stream<DynamicNode> shouldConformOnOtherSetUps() {
        if (ONLY == null) {
            final List<Supplier<DynamicNode>> setUps = IntStream.range(0, SLICES)
                    .mapToObj(NodesTest::slice)
                    .flatMap(NodesTest::setUps)
                    .toList();
            return all(Draw.ofThisBuild().from("nodes", setUps).stream().map(Supplier::get));
        }
        final Predicate<CaseRef> only = matching(ONLY);
        return all(Stream.of(
                onHosts("4x1", TCP, only, Map.of()),
                onHosts("4x1", NET, only, Map.of()),
                alone(TCP, only),
                alone(NET, only),
                inSession("2x2", TCP, only),
                inSession("4x1", TCP, only),
                inRegions(only)));
    }

    private static Stream<Supplier<DynamicNode>> setUps(Predicate<CaseRef> slice) {
        return Stream.of(
                () -> onHosts("2x2", TCP, matching(COPIED).and(slice), Map.of("SHMEM_SHR", "cma")),
                () -> onHosts("4x1", NET, matching(MORE).and(slice), Map.of()),
                () -> alone(TCP, matching(MORE).and(slice)),
                () -> inSession("2x2", TCP, matching(IN_SESSION).and(slice)),
                () -> inRegions(matching(REGIONS).and(slice)));
    }

    private static Predicate<CaseRef> slice(int number) {
        return one -> Math.floorMod(one.id().hashCode(), SLICES) == number;
    }

    private static Predicate<CaseRef> matching(String cases) {
        return one -> one.id().matches(cases);
    }

    private static Predicate<CaseRef> fewAndDrawn() {
        final Draw draw = Draw.ofThisBuild();
        return matching(FEW).or(matching(SOME).or(matching(MORE)).and(one -> draw.has(one.id())));
    }

    /** TCP as a network that pins memory and chooses keys: memory is registered as it is claimed. */
    private static DynamicNode inRegions(Predicate<CaseRef> cases) {
        final String modes = "-Dorg.jshmem.ofi.mr-modes=allocated,virt_addr,prov_key,local";
        final String command = Distribution.with(modes, Harness.command(Transport.OFI));
        return tests(
                "in regions",
                NET,
                cases,
                harnessAlone(NET, Distribution.withoutC2(command)),
                harnessAlone(NET, command),
                List.of(Requirement.NETWORK));
    }

    private static DynamicNode alone(String provider, Predicate<CaseRef> cases) {
        return tests(
                "alone",
                provider,
                cases,
                harnessAlone(provider, Distribution.withoutC2(Harness.command(Transport.OFI))),
                harnessAlone(provider, Harness.command(Transport.OFI)),
                List.of(Requirement.NETWORK));
    }

    private static Harness harnessAlone(String provider, String command) {
        return new Harness(Transport.OFI, Nodes.of(Transport.OFI), command, 3, Map.of(PROVIDER, provider));
    }

    /** All at once, so that the jobs of one can run beside those of another. */
    private static Stream<DynamicNode> all(Stream<DynamicNode> nodes) {
        return nodes.toList().stream();
    }

    private static DynamicNode inSession(String topology, String provider, Predicate<CaseRef> cases) {
        final Nodes nodes = Nodes.parse(topology);
        final Map<String, String> environment = Map.of(PROVIDER, provider);
        return tests(
                topology + " in a session",
                provider,
                cases,
                onHosts(nodes, environment, Distribution.WITHOUT_C2).inSession(),
                onHosts(nodes, environment, "").inSession(),
                ON_HOSTS);
    }

    private static DynamicNode onHosts(
            String topology, String provider, Predicate<CaseRef> cases, Map<String, String> environment) {
        final Nodes nodes = Nodes.parse(topology);
        final Map<String, String> all = new HashMap<>(environment);
        all.put(PROVIDER, provider);
        return tests(
                topology + environment.values().stream().map(" "::concat).collect(Collectors.joining()),
                provider,
                cases,
                onHosts(nodes, all, Distribution.WITHOUT_C2),
                onHosts(nodes, all, ""),
                ON_HOSTS);
    }

    private static Harness onHosts(Nodes nodes, Map<String, String> environment, String option) {
        final String hosts = "hostA,hostB,hostC,hostD".substring(0, 6 * nodes.count() - 1);
        final String command =
                ROOT + "/bin/hosts with " + nodes.count() + " mpiexec.hydra -launcher ssh -launcher-exec " + ROOT
                        + "/bin/hosts -iface eth0 -hosts " + hosts + " -ppn " + nodes.pes()
                        + " -n {n} " + Distribution.java(option) + " {main}";
        return new Harness(Transport.NODES, nodes, command, 4, environment)
                .whoseLauncherSays("assert (!closed) failed"); // of a proxy, which loses what its PEs say
    }

    /** Litmus tests run with the JVM's usual options. */
    private static DynamicNode tests(
            String topology,
            String provider,
            Predicate<CaseRef> cases,
            Harness harness,
            Harness usual,
            List<Requirement> needs) {
        final String name = topology + " " + provider;
        final List<List<String>> groups = harness.groups(cases);
        if (needs.stream().anyMatch(requirement -> requirement.missing() != null)) {
            return dynamicContainer(name, leftOut(name + " ", groups, needs));
        }
        final Map<Boolean, List<List<String>>> isLitmus =
                groups.stream().collect(Collectors.partitioningBy(Jobs::isLitmus));
        return dynamicContainer(
                name,
                Stream.concat(
                        KitTests.of(harness, name + " ", isLitmus.get(false), REPORT),
                        KitTests.of(usual, name + " ", isLitmus.get(true), REPORT)));
    }

    /** The same tests, each of which says what it needs. */
    private static Stream<DynamicTest> leftOut(String prefix, List<List<String>> groups, List<Requirement> needs) {
        return groups.stream()
                .flatMap(List::stream)
                .map(id -> dynamicTest(prefix + Harness.nameOf(id), () -> needs.forEach(Requirement::need)));
    }

    @AfterAll
    static void report() {
        System.out.println(REPORT);
    }
}
