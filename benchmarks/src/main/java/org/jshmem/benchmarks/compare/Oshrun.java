package org.jshmem.benchmarks.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The launcher of Open MPI's OSHMEM.
 *
 * @param executable its name or path
 * @param programs the directory with the programs in C
 */
record Oshrun(String executable, Path programs) {
    /**
     * The command line of a job; arguments may be added. The OSHMEM of Open MPI 4.1 calls a memory hook of UCX that it
     * has already unloaded when the program ends, and crashes; without the hook it ends well, and its start and end
     * take a third of the time.
     */
    List<String> command(int pes, String program) {
        final List<String> command = launcher();
        command.addAll(
                List.of("-np", Integer.toString(pes), programs.resolve(program).toString()));
        return command;
    }

    /** The same on test hosts, which {@code hosts} builds, with as many PEs on each. */
    List<String> command(HostCommands hosts, Place place, String program) {
        final List<String> command = launcher(hosts, place);
        command.addAll(List.of(
                "-np", Integer.toString(place.pes()), programs.resolve(program).toString()));
        return command;
    }

    /** The same up to the number of PEs and the program. */
    List<String> launcher(HostCommands hosts, Place place) {
        final List<String> command = new ArrayList<>(hosts.onHosts());
        command.addAll(launcher());
        command.addAll(List.of("--mca", "plm_rsh_agent", hosts.script()));
        command.addAll(List.of("--mca", "oob_tcp_if_include", "eth0", "--mca", "btl_tcp_if_include", "eth0"));
        // The hosts share the CPUs of this machine: each would bind its first PE to the same one.
        command.addAll(List.of("--bind-to", "none"));
        command.addAll(List.of("--host", "hostA:" + place.pesPerHost() + ",hostB:" + place.pesPerHost()));
        return command;
    }

    /** On one node, up to the number of PEs and the program. */
    List<String> launcher() {
        return new ArrayList<>(List.of(
                executable,
                "--allow-run-as-root",
                "--oversubscribe",
                "-quiet",
                "--mca",
                "opal_common_ucx_opal_mem_hooks",
                "0",
                "-x",
                "SHMEM_SYMMETRIC_SIZE=256M"));
    }
}
