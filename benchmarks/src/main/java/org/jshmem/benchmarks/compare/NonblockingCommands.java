package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.benchmarks.MultiPeBenchmark;

/**
 * The command lines of JSHMEM's non-blocking collectives.
 *
 * @param options the paths
 * @param sliceMs how long to measure each point
 * @param provider libfabric's name of the provider that connects the hosts
 * @param only a regular expression that the names of operations match
 */
record NonblockingCommands(Options options, int sliceMs, String provider, String only) {
    /** All launchers here pass their environment on. */
    private static final List<String> ENVIRONMENT = List.of("env", "SHMEM_NB_REQUESTS=64");

    List<String> onOneNode() {
        final List<String> command = new ArrayList<>(ENVIRONMENT);
        command.addAll(List.of(options.script("shmemrun"), "-np", "2", "-J" + HostCommands.SMALL_YOUNG_GENERATION));
        command.addAll(List.of("-cp", options.classPath()));
        command.addAll(benchmark());
        return command;
    }

    List<String> onHosts() {
        final List<String> command = new ArrayList<>(ENVIRONMENT);
        command.addAll(new HostCommands(options, provider).byHydra(1, benchmark()));
        return command;
    }

    private List<String> benchmark() {
        return List.of(
                MultiPeBenchmark.class.getName(),
                "--nonblocking",
                "--lines",
                "--on-request",
                "--slice-ms=" + sliceMs,
                "--only=" + only);
    }
}
