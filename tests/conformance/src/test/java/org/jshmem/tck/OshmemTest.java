package org.jshmem.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Some cases of each kind over the C library of Open MPI, in one build of four on one node and in another on two; and
 * this build's part of others on both.
 */
@Tag(QuickFilter.FULL)
class OshmemTest {
    private static final Report REPORT = new Report();
    private static final String LAUNCHER = "oshrun --oversubscribe --bind-to none";
    private static final String PROGRAM = " -n {n} " + Distribution.java(Distribution.WITHOUT_C2) + " {main}";
    private static final Path HOSTS =
            Path.of("../../bin/hosts").toAbsolutePath().normalize();

    /** Open MPI wants to be told twice that root may do this. */
    private static final Map<String, String> ENVIRONMENT =
            Map.of("SHMEM_TRANSPORT", "oshmem", "OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");

    /** What a build runs on one or on the other; OverSubjectTest has more, on a library that takes less time. */
    private static final String FEW = "(put|get|atomicFetchAdd|sumReduce):Longs|barrierAll|flowOfHandlersThatSend@4";

    private static final String SOME =
            "([pg]|iput|putSignal|waitUntil|broadcast|fcollect|realloc|ptr|setLock):Longs|teamSplitStrided|randomPrograms@3";

    private static final String MORE = "\\w+:(Longs|mem|64)|messages.*|random.*@[23]|(atomic|put)Histories@3";

    /** What differs most between nodes. */
    private static final String BETWEEN_NODES =
            "atomicCompareSwap:Ints|sharedArrayElsewhere:Longs@3|(atomics|manyBlocks)Elsewhere@4|(put|lock|atomic)Histories@3";

    @TestFactory
    Stream<DynamicTest> shouldConformOnTwoNodes() throws IOException {
        // As other launchers place PEs: two on each host in turn.
        // Open MPI does not know that the hosts share CPUs, so it has to be told to yield while it waits.
        final Path places = Files.write(
                Path.of("target/oshmem-hosts").toAbsolutePath(),
                List.of("hostA", "hostA", "hostB", "hostB", "hostA", "hostA", "hostB", "hostB"));
        final String command = HOSTS + " with 2 " + LAUNCHER + " --mca plm_rsh_agent " + HOSTS
                + " --mca oob_tcp_if_include eth0 --mca mpi_yield_when_idle 1 --map-by seq --hostfile " + places
                + " -x SHMEM_TRANSPORT" + PROGRAM;
        final Harness harness = new Harness(Transport.NODES, Nodes.parse("2x2"), command, 4, ENVIRONMENT);
        final List<List<String>> groups = harness.groups(one -> isOneOfFew(one, 2)
                || one.id().matches(SOME + "|" + BETWEEN_NODES)
                        && Draw.ofThisBuild().has(one.id()));
        return tests("oshmem on 2x2 ", harness, groups, List.of(Requirement.OSHMEM, Requirement.HOSTS));
    }

    @TestFactory
    Stream<DynamicTest> shouldConformOnOneNode() {
        final Harness harness = new Harness(Transport.SHR, LAUNCHER + PROGRAM, 2, ENVIRONMENT);
        final List<List<String>> groups = harness.groups(one -> isOneOfFew(one, 1)
                || (one.id().matches(SOME) || one.isSharing() && one.id().matches(MORE))
                        && Draw.ofThisBuild().has(one.id()));
        return tests("oshmem ", harness, groups, List.of(Requirement.OSHMEM));
    }

    private static boolean isOneOfFew(CaseRef one, int nodes) {
        return one.id().matches(FEW)
                && Draw.ofThisBuild().oneOf(List.of(1, 0, 2, 0)).contains(nodes);
    }

    private static Stream<DynamicTest> tests(
            String prefix, Harness harness, List<List<String>> groups, List<Requirement> needs) {
        return needs.stream().allMatch(need -> need.missing() == null)
                ? KitTests.of(harness, prefix, groups, REPORT)
                : groups.stream()
                        .flatMap(List::stream)
                        .map(id -> DynamicTest.dynamicTest(
                                prefix + Harness.nameOf(id), () -> needs.forEach(Requirement::need)));
    }

    @AfterAll
    static void report() {
        System.out.println(REPORT);
    }
}
