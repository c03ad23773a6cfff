package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.benchmarks.MultiPeBenchmark;

/**
 * The command lines of JSHMEM over Open MPI's OSHMEM, and of what it is compared with.
 *
 * @param options the paths
 * @param sliceMs how long to measure each point
 * @param only a regular expression that the names of operations match
 */
record OshmemCommands(Options options, int sliceMs, String only) {
    private static final int PES = 2;
    private static final Place HOSTS = new Place(2, 1);

    /** A JVM needs CPUs for its other threads, too. */
    private static final List<String> TRANSPORT = List.of("--bind-to", "none", "-x", "SHMEM_TRANSPORT=oshmem");

    /** By {@code shmemrun}, on shared memory of its own. */
    List<String> ownOnOneNode() {
        final List<String> command = new ArrayList<>(List.of(
                options.script("shmemrun"),
                "-np",
                Integer.toString(PES),
                "-J" + HostCommands.SMALL_YOUNG_GENERATION,
                "-cp",
                options.classPath()));
        command.addAll(benchmark());
        return command;
    }

    List<String> javaOnOneNode() {
        return onOneNode(hosts().java(PES, benchmark()));
    }

    private List<String> onOneNode(List<String> program) {
        final List<String> command = oshrun().launcher();
        command.addAll(TRANSPORT);
        command.addAll(List.of("-np", Integer.toString(PES)));
        command.addAll(program);
        return command;
    }

    List<String> javaOnHosts() {
        final List<String> command = oshrun().launcher(hosts(), HOSTS);
        command.addAll(TRANSPORT);
        command.addAll(List.of("-np", Integer.toString(HOSTS.pes())));
        final List<String> program = new ArrayList<>(benchmark());
        program.add("--fabric");
        command.addAll(hosts().java(1, program));
        return command;
    }

    List<String> cOnHosts() {
        final List<String> command = oshrun().command(hosts(), HOSTS, "bench");
        command.addAll(List.of(Integer.toString(sliceMs), "hosts"));
        return command;
    }

    List<String> cHello() {
        return oshrun().command(PES, "hello");
    }

    List<String> ownHello() {
        return List.of(options.script("shmemrun"), "-np", Integer.toString(PES), "hello");
    }

    List<String> javaHello() {
        final List<String> program = new ArrayList<>(List.of(options.java()));
        final List<String> ask =
                List.of(options.script("shmemrun"), "--print-java-options", "-np", Integer.toString(PES), "hello");
        program.addAll(Job.run(ask, options.target()).lines());
        return onOneNode(program);
    }

    private List<String> benchmark() {
        return List.of(MultiPeBenchmark.class.getName(), "--lines", "--slice-ms=" + sliceMs, "--only=" + only);
    }

    private Oshrun oshrun() {
        return new Oshrun("oshrun", options.target().resolve("c"));
    }

    private HostCommands hosts() {
        return new HostCommands(options, "");
    }
}
