package org.jshmem.internal.config;

import java.util.Locale;

/**
 * All settings. {@code SHMEM_INFO} prints this table, and a test compares {@code docs/configuration.md} with it.
 *
 * <p>The setting {@code X_Y} is {@code SHMEM_X_Y} in the environment, or the system property {@code jshmem.x.y}, which
 * takes precedence. The four settings of the specification are also read by their old names {@code SMA_…}, with the
 * lowest precedence.
 */
public enum Setting {
    /** Prints the version. */
    VERSION("flag", "", true, "user, to check the version", "PE 0 prints the library's name and version at init."),
    /** Prints the settings. */
    INFO("flag", "", true, "user, to check a job", "PE 0 prints all settings with their values at init."),
    /** Helps debugging. */
    DEBUG(
            "flag",
            "",
            true,
            "developer of a program, to find leaks",
            "At shutdown each PE reports which symmetric arrays were not freed, and where they were allocated."),
    /** The heap's size. */
    SYMMETRIC_SIZE(
            "size",
            "512M",
            true,
            "user: more if an allocation finds no room",
            "Size of each PE's symmetric heap. It reserves addresses only; memory is claimed as it is"
                    + " allocated. Must be the same on every PE."),
    /** How large the shared heap is. */
    SHARED_SIZE(
            "size",
            "512M",
            false,
            "user: more if an allocation finds no room",
            "Size of a node's shared heap, per PE of the node. Four PEs have four times as much, and"
                    + " any of them may use it. The heap holds shared arrays (SharedLongs). It reserves addresses"
                    + " only. Must be the same on every PE."),
    /** How PEs find one another. */
    BOOTSTRAP(
            "auto, launcher, pmi1, pmix, rendezvous or single",
            "auto",
            false,
            "user or script: single for a program that a PE starts as a job of its own",
            "How a PE finds the others: through shmemrun (launcher), PMI-1 (mpiexec.hydra, srun"
                    + " --mpi=pmi2), PMIx (mpirun, srun --mpi=pmix) or SHMEM_RENDEZVOUS_ADDRESS (rendezvous), or"
                    + " not at all, as a job of one PE (single). auto takes what the environment offers."),
    /** Where PEs without a launcher meet. */
    RENDEZVOUS_ADDRESS(
            "host:port",
            "",
            false,
            "script that starts PEs without a launcher; user, if the host has several networks",
            "PE 0's host, by name or address, and the port on which PE 0 listens. Must be the same on every PE."
                    + " For Shmem.uniqueId(), it is where the process that makes the id listens; by default at all"
                    + " its addresses and a free port."),
    /** Which PE this is. */
    RENDEZVOUS_PE(
            "number",
            "",
            false,
            "script that starts PEs without a launcher",
            "The number of this PE, from 0. Required with SHMEM_RENDEZVOUS_ADDRESS."),
    /** How many there are. */
    RENDEZVOUS_NPES(
            "number",
            "",
            false,
            "script that starts PEs without a launcher",
            "The number of PEs. Required with SHMEM_RENDEZVOUS_ADDRESS. Must be the same on every PE."),
    /** How they know each other. */
    RENDEZVOUS_SECRET(
            "text",
            "",
            false,
            "script that starts PEs without a launcher",
            "A secret by which PEs recognize each other: 16 characters or more that nobody can guess."
                    + " Required with SHMEM_RENDEZVOUS_ADDRESS. Must be the same on every PE. Never sent or printed."),
    /** How local heaps are reached. */
    SHR(
            "auto, cma or off",
            "auto",
            false,
            "developer: cma or off to test a program or the library on one machine",
            "How PEs reach the heaps of other PEs of their node. auto maps them. cma has the kernel copy"
                    + " between processes (cross-memory attach). off uses the network, as if each PE had a node to"
                    + " itself."),
    /** Whose symmetric memory it is. */
    TRANSPORT(
            "auto, oshmem or native:FILE",
            "auto",
            false,
            "user, where the site tunes a C library of OpenSHMEM; script, with that library's launcher",
            "Which library connects PEs. auto is JSHMEM itself, over libfabric between nodes. oshmem is the C"
                    + " library of OpenSHMEM that is found by its usual names, and native:FILE that of a file; start"
                    + " the PEs with its launcher (oshrun). Must be the same on every PE."),
    /** Huge pages. */
    HUGE_PAGES(
            "auto or off",
            "auto",
            false,
            "user: off to rule huge pages out as the cause of a problem",
            "auto uses huge pages where the kernel grants them and they are faster. off uses only small pages."),
    /** Validation. */
    CHECKS(
            "true or false",
            "true",
            false,
            "user: false for tested programs only",
            "true checks the ranges, alignment and overlap of arguments, and that arrays have not been"
                    + " freed. false does not, and a wrong argument may end the JVM. It is read when the JVM first"
                    + " uses the library."),
    /** The spinning of waiters. */
    SPIN(
            "auto, on or off",
            "auto",
            false,
            "user: off if other programs need the CPUs",
            "How a thread waits before it sleeps. on spins, then yields. off yields almost at once. auto"
                    + " means off if the machine has fewer CPUs than PEs, and on otherwise."),
    /** When waiting is a hang. */
    TIMEOUT(
            "seconds",
            "0",
            false,
            "user or test, to find out why a job hangs",
            "If a thread waits in one call for longer than this, every PE prints what its threads wait"
                    + " for and their stacks, and the job ends with status 124. With 0 waits have no limit, but"
                    + " the job still ends if the network is silent for more than 60 seconds."),
    /** When init is given up. */
    INIT_TIMEOUT(
            "seconds",
            "120",
            false,
            "user: more if a PE works for long before init",
            "If other PEs have not called init after this time, the job ends with status 124 and a"
                    + " message that names the missing ones if it can. 0 sets no limit. A shorter SHMEM_TIMEOUT"
                    + " applies to init as well."),
    /** The network's provider. */
    OFI_PROVIDER(
            "name",
            "",
            false,
            "administrator or user, if another serves better",
            "The libfabric provider between nodes, such as tcp or \"tcp;ofi_rxm\"; by default the best"
                    + " that all PEs have. Must be the same on every PE."),
    /** The network's domain. */
    OFI_DOMAIN(
            "name",
            "",
            false,
            "administrator or user, to choose among several adapters",
            "The libfabric domain, as shmem-info --fabrics lists it; by default the best."),
    /** The network's interface. */
    OFI_INTERFACE(
            "name or address",
            "",
            false,
            "administrator or user, if hosts have several networks",
            "The network interface between nodes, such as eth0 or 192.0.2.1; endpoints listen on it only."
                    + " The default is the interface of the domain, or the loopback interface if all nodes are on"
                    + " one machine. It may differ from host to host."),
    /** Who makes progress on the network. */
    PROGRESS(
            "auto or calls",
            "auto",
            false,
            "user: calls only if every PE enters the library often",
            "What moves data between nodes while a PE computes. auto uses a thread that sleeps while"
                    + " nothing arrives. With calls, data moves only when this PE next enters the library."),
    /** Small puts between nodes. */
    BOUNCE_SIZE(
            "size",
            "8K",
            false,
            "administrator or user, to tune puts for a network",
            "A put to another node of up to this size is copied to a bounce buffer and returns at once. A"
                    + " larger put returns when it is delivered or, if the network cannot read its source, such as"
                    + " a Java array, when it has been copied to staging buffers. At most 1M."),
    /** Buffers of flows. */
    FLOW_BUFFER(
            "size",
            "8K",
            false,
            "user: more if records are large, less in a job with very many nodes",
            "Size of a buffer of a flow (org.jshmem.flow): at least 64 bytes, at most 1M. A record must fit into one."),
    /** Non-blocking collectives. */
    NB_REQUESTS(
            "number",
            "16",
            false,
            "user: more if a program starts more before it waits",
            "How many non-blocking collectives of a team (NonblockingCollectives) may be open on a PE: from 1 to 1024."
                    + " Read when NonblockingCollectives.on() is first called for the team."),
    /** Tools. */
    TOOL(
            "names, separated by commas",
            "",
            false,
            "user or developer, to measure or watch a job",
            "Tools to load: profile prints calls, bytes and time at the last shutdown; monitor shows them"
                    + " to shmem-top while the job runs; jfr records waits and problems with Java Flight Recorder;"
                    + " trace writes a time line of all PEs."
                    + " It is read when the JVM first uses the library."),
    /** Where the monitor sends. */
    MONITOR(
            "host:port/token",
            "",
            false,
            "shmemrun, for --monitor and --report; user, to watch several machines",
            "Where the tool monitor sends its data, as shmem-top --listen prints it; by default nowhere,"
                    + " and only shmem-top on the same machine sees it."),
    /** The file of a trace. */
    TRACE(
            "file",
            "job.pftrace",
            false,
            "shmemrun, for --trace; user, under another launcher",
            "Where the tool trace writes what all PEs did over time. On the node of PE 0, the directory of the file"
                    + " must be writable for all PEs."),
    /** Memory of a trace. */
    TRACE_BUFFER(
            "number, with K, M or G",
            "8M",
            false,
            "user, if a trace says that records were overwritten",
            "Memory for the records of each thread that communicates, from 64K to 1G. The oldest are overwritten."),
    /** What a trace has. */
    TRACE_ALL(
            "true or false",
            "false",
            false,
            "shmemrun, for --trace-all",
            "Whether the tool trace times and records every operation, not only those of a microsecond or more.");

    private final String kind;
    private final String fallback;
    private final boolean standard;
    private final String setBy;
    private final String help;

    Setting(String kind, String fallback, boolean standard, String setBy, String help) {
        this.kind = kind;
        this.fallback = fallback;
        this.standard = standard;
        this.setBy = setBy;
        this.help = help;
    }

    /**
     * The name in the environment.
     *
     * @return {@code SHMEM_…}
     */
    public String variable() {
        return "SHMEM_" + name();
    }

    /**
     * The name as a system property.
     *
     * @return {@code jshmem.…}
     */
    public String property() {
        return "jshmem." + name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /**
     * What values it takes.
     *
     * @return a few words
     */
    public String kind() {
        return kind;
    }

    /**
     * The value where none is given.
     *
     * @return empty for a flag that is off
     */
    public String fallback() {
        return fallback;
    }

    /**
     * Whether the specification defines it.
     *
     * @return false for a setting of this library
     */
    public boolean isStandard() {
        return standard;
    }

    /**
     * The people or programs that set this setting, and their reason.
     *
     * @return a few words
     */
    public String setBy() {
        return setBy;
    }

    /**
     * What it does.
     *
     * @return one or two sentences
     */
    public String help() {
        return help;
    }
}
