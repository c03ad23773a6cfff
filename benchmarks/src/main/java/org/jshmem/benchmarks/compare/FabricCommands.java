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

    List<String> cOnLoopback() {
        return List.of(fabric(), "--provider", provider, "--only", only, ON_REQUEST, slice(1));
    }

    /** Without shared memory, everything goes by the network. */
    List<String> javaOnLoopback() {
        List<String> command = new ArrayList<>(List.of(options.script("shmemrun"), "-np", "2"));
        command.addAll(List.of("-x", "SHMEM_SHR=off", "-x", "SHMEM_OFI_PROVIDER=" + provider));
        command.addAll(List.of("-J" + HostCommands.SMALL_YOUNG_GENERATION, "-cp", options.classPath()));
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
        List<String> command = new ArrayList<>(hosts().onHosts());
        command.addAll(List.of(fabric(), "--provider", provider, "--address", "hostA"));
        command.addAll(List.of("--second", options.script("hosts") + " hostB", "--second-address", "hostB"));
        return command;
    }

    List<String> javaOnHosts() {
        List<String> program = new ArrayList<>(benchmark(sliceMs));
        program.addAll(List.of("--fabric", ON_REQUEST, "--only=" + only));
        return hosts().byHydra(1, program);
    }

    /** PEs on each of the two hosts. */
    List<String> barrierOnHosts(int pesPerHost) {
        List<String> program = new ArrayList<>(benchmark(LONGER * sliceMs));
        program.addAll(onlyBarrier());
        return hosts().byHydra(pesPerHost, program);
    }

    /** PEs that share memory. */
    List<String> barrierOnOneHost(int pes) {
        List<String> command = new ArrayList<>(List.of(options.script("shmemrun"), "-np", Integer.toString(pes)));
        command.addAll(List.of("-J" + HostCommands.SMALL_YOUNG_GENERATION, "-cp", options.classPath()));
        command.addAll(benchmark(LONGER * sliceMs));
        command.addAll(onlyBarrier());
        return command;
    }

    private HostCommands hosts() {
        return new HostCommands(options, provider);
    }

    private static List<String> benchmark(int sliceMs) {
        return List.of(MultiPeBenchmark.class.getName(), "--lines", "--slice-ms=" + sliceMs);
    }

    private static List<String> onlyBarrier() {
        return List.of("--collectives", "--only=^barrier_all$");
    }

    private String fabric() {
        return options.target().resolve("c/fabric").toString();
    }

    private String slice(int times) {
        return Integer.toString(times * sliceMs);
    }
}
