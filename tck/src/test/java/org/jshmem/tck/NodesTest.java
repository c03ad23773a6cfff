package org.jshmem.tck;

import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * The kit on several nodes, by two providers: hosts made of network namespaces, under Hydra, and PEs of one machine that have only the
 * network. By default some cases of each kind, with {@code -Djshmem.tck.nodes.only=.*} all.
 */
class NodesTest {
    private static final Report REPORT = new Report();
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> PROVIDERS = List.of("tcp;ofi_rxm", "net");
    private static final String PROVIDER = "SHMEM_OFI_PROVIDER";
    private static final String SOME =
            "(put|get|iput|atomicFetchAdd|atomicAdd|putSignal|waitUntil|sumReduce|broadcast|collect|fcollect"
                    + "|alltoall|sumInscan|realloc|ptr|setLock):Longs|teamSplitStrided|barrierAll|ctxCreate"
                    + "|s24_everyValueOnce:Longs@5#0|randomCollectives#2|s72_globalExitEndsOthersInABarrier"
                    + "|litmus:MessagePassing.(fence|quiet)@2";

    /** By the second provider. */
    private static final String FEW =
            "(put|iput|atomicFetchAdd|putSignal|sumReduce|broadcast|fcollect):Longs|barrierAll|randomCollectives#2";

    @TestFactory
    Stream<DynamicNode> shouldConformOnHosts() throws IOException {
        need(isRoot(), "the kit on hosts left out: test hosts need root");
        for (String command : new String[] {"ip", "mpiexec.hydra"}) {
            need(
                    isCommand(command),
                    "the kit on hosts left out: there is no " + command + " (Debian: iproute2, mpich)");
        }
        return PROVIDERS.stream()
                .flatMap(provider -> Stream.of("2x2", "4x1").map(topology -> onHosts(topology, provider)));
    }

    private static void need(boolean present, String otherwise) {
        if (!present) {
            System.out.println(otherwise);
        }
        assumeTrue(present, otherwise);
    }

    private static DynamicNode onHosts(String topology, String provider) {
        final Nodes nodes = Nodes.parse(topology);
        final String hosts = "hostA,hostB,hostC,hostD".substring(0, 6 * nodes.count() - 1);
        final String command =
                ROOT + "/bin/hosts with " + nodes.count() + " mpiexec.hydra -launcher ssh -launcher-exec " + ROOT
                        + "/bin/hosts -iface eth0 -hosts " + hosts + " -ppn " + nodes.pes()
                        + " -n {n} {java} -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -cp {runtime} {main}";
        return tests(topology, provider, new Harness(Transport.NODES, nodes, command, 4, Map.of(PROVIDER, provider)));
    }

    @TestFactory
    Stream<DynamicNode> shouldConformByTheNetworkAlone() {
        need(
                Stream.of("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib")
                        .anyMatch(directory -> Files.exists(Path.of(directory, "libfabric.so.1"))),
                "the kit by the network alone left out: there is no libfabric (Debian: libfabric1)");
        return PROVIDERS.stream()
                .map(provider -> tests("alone", provider, new Harness(Transport.OFI, 3, Map.of(PROVIDER, provider))));
    }

    private static DynamicNode tests(String topology, String provider, Harness harness) {
        final String some = provider.equals(PROVIDERS.getFirst()) ? SOME : FEW;
        final String only = System.getProperty("jshmem.tck.nodes.only", some);
        final String name = topology + " " + provider;
        return dynamicContainer(
                name,
                harness.largeGroups(only).values().stream()
                        .flatMap(ids -> KitTests.of(harness, name + " ", ids, REPORT)));
    }

    private static boolean isRoot() throws IOException {
        return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
    }

    private static boolean isCommand(String name) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, name)));
    }

    @AfterAll
    static void report() {
        System.out.println(REPORT);
    }
}
