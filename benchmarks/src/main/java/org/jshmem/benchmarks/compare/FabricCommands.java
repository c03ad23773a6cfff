package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.benchmarks.MultiPeBenchmark;

/**
 * The command lines of both sides, on one machine and on two test hosts.
 *
 * @param options the paths
 * @param sliceMs how long to measure each point
 * @param provider libfabric's name of the provider that both sides use
 * @param only a regular expression that the names of operations match
 */
record FabricCommands(Options options, int sliceMs, String provider, String only) {
    /** With more PEs than CPUs it takes as much longer until all have compiled what they run. */
    private static final int LONGER = 10;

    private static final String ON_REQUEST = "--on-request";
    private static final String SMALL_YOUNG_GENERATION = "-Xmn8m";

    /** As the launcher gives them to PEs; see there. */
    private static final List<String> PE_OPTIONS = List.of(
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:Tier3InvocationThreshold=2000",
            "-XX:Tier3MinInvocationThreshold=1500",
            "-XX:Tier3CompileThreshold=8000",
            "-XX:Tier3DelayOn=1000",
            "-XX:InlineSmallCode=1000",
            "--enable-native-access=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

    List<String> cOnLoopback() {
        return List.of(fabric(), "--provider", provider, "--only", only, ON_REQUEST, slice(1));
    }

    /** Without shared memory, everything goes by the network. */
    List<String> javaOnLoopback() {
        List<String> command = new ArrayList<>(List.of(options.script("shmemrun"), "-np", "2"));
        command.addAll(List.of("-x", "SHMEM_SHR=off", "-x", "SHMEM_OFI_PROVIDER=" + provider));
        command.addAll(List.of("-J" + SMALL_YOUNG_GENERATION, "-cp", options.classPath()));
        command.addAll(benchmark(sliceMs));
        command.addAll(List.of("--fabric", ON_REQUEST, "--only=" + only));
        return command;
    }

    List<String> cOnHosts() {
        List<String> command = new ArrayList<>(cBetweenHosts());
        command.addAll(List.of("--only", only, ON_REQUEST, slice(1)));
        return command;
    }

    /** The barrier of two processes on each of the two hosts. */
    List<String> cBarrierOnHosts() {
        List<String> command = new ArrayList<>(cBetweenHosts());
        command.addAll(List.of("--partners", slice(LONGER)));
        return command;
    }

    private List<String> cBetweenHosts() {
        List<String> command = new ArrayList<>(onHosts());
        command.addAll(List.of(fabric(), "--provider", provider, "--address", "hostA"));
        command.addAll(List.of("--second", options.script("hosts") + " hostB", "--second-address", "hostB"));
        return command;
    }

    List<String> javaOnHosts() {
        List<String> command = new ArrayList<>(byHydra(1));
        command.addAll(benchmark(sliceMs));
        command.addAll(List.of("--fabric", ON_REQUEST, "--only=" + only));
        return command;
    }

    /** PEs on each of the two hosts. */
    List<String> barrierOnHosts(int pesPerHost) {
        List<String> command = new ArrayList<>(byHydra(pesPerHost));
        command.addAll(benchmark(LONGER * sliceMs));
        command.addAll(onlyBarrier());
        return command;
    }

    /** PEs that share memory. */
    List<String> barrierOnOneHost(int pes) {
        List<String> command = new ArrayList<>(List.of(options.script("shmemrun"), "-np", Integer.toString(pes)));
        command.addAll(List.of("-J" + SMALL_YOUNG_GENERATION, "-cp", options.classPath()));
        command.addAll(benchmark(LONGER * sliceMs));
        command.addAll(onlyBarrier());
        return command;
    }

    private List<String> byHydra(int pesPerHost) {
        List<String> command = new ArrayList<>(onHosts());
        command.addAll(List.of("mpiexec.hydra", "-launcher", "ssh", "-launcher-exec", options.script("hosts")));
        command.addAll(List.of("-iface", "eth0", "-hosts", "hostA,hostB", "-ppn", Integer.toString(pesPerHost)));
        command.addAll(List.of("-n", Integer.toString(2 * pesPerHost)));
        command.addAll(List.of("env", "SHMEM_OFI_PROVIDER=" + provider, options.java()));
        command.addAll(PE_OPTIONS);
        command.addAll(List.of(SMALL_YOUNG_GENERATION, "-cp", classPath()));
        return command;
    }

    private List<String> onHosts() {
        return List.of(options.script("hosts"), "with", "2");
    }

    private static List<String> benchmark(int sliceMs) {
        return List.of(MultiPeBenchmark.class.getName(), "--lines", "--slice-ms=" + sliceMs);
    }

    private static List<String> onlyBarrier() {
        return List.of("--collectives", "--only=^barrier_all$");
    }

    private String classPath() {
        return options.distribution() + "/lib/pe/*:" + options.classPath();
    }

    private String fabric() {
        return options.target().resolve("c/fabric").toString();
    }

    private String slice(int times) {
        return Integer.toString(times * sliceMs);
    }
}
