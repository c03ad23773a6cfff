package org.jshmem.testing;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What some tests require of the machine besides a JDK: the one place that knows how to find it, and what to install.
 *
 * <p>A test calls {@link #need()} first. If the machine lacks the requirement, the test is left out, and the build's
 * table says so; with {@code -Djshmem.require=hydra,slurm} (or {@code all}) the test fails instead.
 */
@SuppressWarnings("ImmutableEnumChecker") // the checks have no state, and each answer is found once
public enum Requirement {
    /** The library of the network between nodes. */
    NETWORK("libfabric1", machine -> machine.lacksLibrary("libfabric.so.1")),
    /** A library that libfabric brings along on some architectures, and that takes the JVM's signals. */
    PSM("libpsm-infinipath1", machine -> machine.lacksLibrary("libpsm_infinipath.so.1")),
    /** A compiler of C programs. */
    C_COMPILER("gcc libc6-dev", machine -> machine.lacksC(List.of("include/stdio.h"))),
    /** Compiler and headers for C programs on libfabric. */
    FABRIC_HEADERS("gcc libc6-dev libfabric-dev", machine -> machine.lacksC(List.of("include/rdma/fabric.h"))),
    /** Compiler and headers for C programs on PMIx. */
    PMIX_HEADERS("gcc libc6-dev libpmix-dev", machine -> machine.lacksC(Machine.PMIX_HEADERS)),
    /** MPICH's launcher. */
    HYDRA("mpich", machine -> machine.lacksCommands("mpiexec.hydra")),
    /** Open MPI's launcher; other MPIs have an {@code mpirun}, too, but no {@code ompi_info}. */
    OPENMPI(
            "openmpi-bin",
            machine -> machine.hasCommand("mpirun.openmpi")
                    ? machine.lacksLibrary("libpmix.so.2")
                    : machine.lacksCommands("mpirun", "ompi_info")),
    /** Open MPI's launcher and library of OpenSHMEM. */
    OSHMEM(
            "openmpi-bin libopenmpi3",
            machine -> machine.hasCommand("oshrun")
                    ? machine.lacksLibrary("liboshmem.so.40")
                    : machine.lacksCommands("oshrun")),
    /** Open MPI's compiler of C programs, which Debian has in another package than the headers it needs. */
    OPENMPI_HEADERS(
            "gcc libc6-dev libopenmpi-dev",
            machine -> machine.hasCommand("mpicc.openmpi")
                    ? machine.lacksC(Machine.OPENMPI_HEADERS)
                    : machine.lacksCommands("mpicc.openmpi")),
    /** Git, which tells the number of the commit that is built. */
    GIT("git", machine -> machine.lacksCommands("git")),
    /** A browser without a window. */
    BROWSER("chromium", machine -> machine.lacksCommands("chromium")),
    /** Slurm, which the tests start on test hosts of their own. */
    SLURM(
            "slurm-wlm munge libpmix2",
            machine -> machine.lacksCommands("munged", "slurmctld", "slurmd", "srun", "sinfo", "squeue", "scancel")),
    /** Test hosts, by {@code bin/hosts}: network namespaces, for which one has to be root. */
    HOSTS("iproute2 util-linux bash", Machine::lacksHosts),
    /** Packets that are lost on the way between test hosts. */
    PACKET_LOSS("nftables", machine -> machine.lacksCommands("nft")),
    /** Mount and process namespaces. */
    NAMESPACES("util-linux", Machine::lacksNamespaces),
    /** {@code bin/bare}, which hides files by an overlay. */
    OVERLAY("util-linux bash", Machine::lacksOverlay),
    /** A terminal for a program that is tested. */
    TERMINAL("bsdutils", machine -> machine.lacksCommands("script"));

    /** The property that names the requirements without which tests fail. */
    public static final String PROPERTY = "jshmem.require";

    private static final String ALL = "all";

    private final String packages;
    private final Function<Machine, String> check;
    private Answer answer;

    Requirement(String packages, Function<Machine, String> check) {
        this.packages = packages;
        this.check = check;
    }

    /**
     * What a check has found.
     *
     * @param missing what the machine lacks, or null
     */
    private record Answer(String missing) {}

    /**
     * Leaves the calling test out where the machine lacks this.
     *
     * @throws MissingRequirementException if the test is to be left out
     * @throws AssertionError if {@code -Djshmem.require} names this, or what is no requirement
     */
    public void need() {
        final String missing = missing();
        final boolean isRequired = required(System.getProperty(PROPERTY, "")).contains(this);
        if (missing != null && isRequired) {
            throw new AssertionError("-D" + PROPERTY + " names " + this + ", and " + missing
                    + " (Debian: apt-get install " + packages + ")");
        }
        if (missing != null) {
            throw new MissingRequirementException(this, missing);
        }
    }

    /**
     * What the machine lacks, in words.
     *
     * @return null if it lacks nothing
     */
    public synchronized String missing() {
        if (answer == null) {
            answer = new Answer(missingOf(Machine.THIS));
        }
        return answer.missing();
    }

    /** What a machine lacks. */
    String missingOf(Machine machine) {
        return check.apply(machine);
    }

    /**
     * What to install on Debian.
     *
     * @return names of packages
     */
    public String packages() {
        return packages;
    }

    /** The requirements that a list of names means. */
    static List<Requirement> required(String names) {
        if (names.equals(ALL)) {
            return List.of(values());
        }
        return Arrays.stream(names.split(","))
                .filter(name -> !name.isBlank())
                .map(name -> named(name.strip()))
                .toList();
    }

    private static Requirement named(String name) {
        return Arrays.stream(values())
                .filter(one -> one.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("-D" + PROPERTY + ": \"" + name
                        + "\" is no requirement; these are: "
                        + Arrays.stream(values()).map(Requirement::toString).collect(Collectors.joining(", ")) + ", "
                        + ALL));
    }

    /** The directory that holds the headers of PMIx, which has to be there. */
    public static Path pmixInclude() {
        return Machine.THIS.directoryOf(Machine.PMIX_HEADERS, "pmix.h");
    }

    /** As {@code -Djshmem.require} and the build's table name it. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
