package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;

/**
 * The command lines of jobs on two test hosts.
 *
 * @param options the paths
 * @param provider libfabric's name of the provider that connects the hosts
 */
record HostCommands(Options options, String provider) {
    /** Of the PEs that are measured. */
    static final String SMALL_YOUNG_GENERATION = "-Xmn8m";

    /** PEs on each host, started as users of a cluster do. */
    List<String> byHydra(int pesPerHost, List<String> program) {
        List<String> command = hydra(pesPerHost);
        command.addAll(List.of("env", "SHMEM_OFI_PROVIDER=" + provider));
        command.addAll(java(pesPerHost, program));
        return command;
    }

    /** What stands before the program. */
    List<String> hydra(int pesPerHost) {
        List<String> command = new ArrayList<>(onHosts());
        command.addAll(List.of("mpiexec.hydra", "-launcher", "ssh", "-launcher-exec", script()));
        command.addAll(List.of("-iface", "eth0", "-hosts", "hostA,hostB", "-ppn", Integer.toString(pesPerHost)));
        command.addAll(List.of("-n", Integer.toString(2 * pesPerHost)));
        return command;
    }

    /** What a user writes where another launcher than ours starts the PEs. */
    List<String> java(int pesPerHost, List<String> program) {
        List<String> command = new ArrayList<>(List.of(options.script("shmemrun"), "--print-java-options"));
        command.addAll(List.of("-np", Integer.toString(pesPerHost), "-J" + SMALL_YOUNG_GENERATION));
        command.addAll(List.of("-cp", options.classPath()));
        command.add(program.getFirst());
        List<String> words = new ArrayList<>(List.of(options.java()));
        words.addAll(Job.run(command, options.target()).lines());
        words.addAll(program.subList(1, program.size())); // not quoted
        return words;
    }

    /** What builds the hosts, runs the command that follows, and ends the hosts. */
    List<String> onHosts() {
        return List.of(script(), "with", "2");
    }

    /** Stands in for ssh. */
    String script() {
        return options.script("hosts");
    }
}
