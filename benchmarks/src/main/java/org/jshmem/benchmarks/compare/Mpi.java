package org.jshmem.benchmarks.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A way to run the program in C.
 *
 * @param name for people
 * @param program built by its compiler
 * @param launcher what stands before the program; starts two processes
 */
record Mpi(String name, Path program, List<String> launcher) {
    private static final List<String> OPENMPI = List.of(
            "env",
            "OMPI_ALLOW_RUN_AS_ROOT=1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
            "mpirun.openmpi",
            "-quiet",
            "-np",
            "2");

    /**
     * Those that were built.
     *
     * @param programs the directory with the programs in C
     */
    static List<Mpi> found(Path programs) {
        final List<String> twoCopies = new ArrayList<>(OPENMPI);
        twoCopies.addAll(List.of("--mca", "btl_vader_single_copy_mechanism", "none"));
        return Stream.of(
                        new Mpi("Open MPI", programs.resolve("messages-openmpi"), OPENMPI),
                        new Mpi("Open MPI, two copies", programs.resolve("messages-openmpi"), twoCopies),
                        new Mpi("MPICH", programs.resolve("messages-mpich"), List.of("mpiexec.hydra", "-n", "2")))
                .filter(mpi -> Files.exists(mpi.program()))
                .toList();
    }

    /** The same, with a process on each of two test hosts. */
    static List<Mpi> foundForHosts(Path programs, HostCommands hosts) {
        final List<String> openMpi = new Oshrun("mpirun.openmpi", programs).launcher(hosts, new Place(2, 1));
        openMpi.addAll(List.of("-np", "2"));
        return Stream.of(
                        new Mpi("Open MPI", programs.resolve("messages-openmpi"), openMpi),
                        new Mpi("MPICH", programs.resolve("messages-mpich"), hosts.hydra(1)))
                .filter(mpi -> Files.exists(mpi.program()))
                .toList();
    }

    /** Measures one of the two suites of the program. */
    List<String> command(int sliceMs, String suite) {
        final List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of(program.toString(), Integer.toString(sliceMs), suite));
        return command;
    }
}
