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
    VERSION("flag", "", true, "PE 0 prints the library's name and version at init. Set it to check the version."),
    /** Prints the settings. */
    INFO("flag", "", true, "PE 0 prints all settings with their values at init. Set it to check a job."),
    /** Helps debugging. */
    DEBUG(
            "flag",
            "",
            true,
            "At shutdown each PE reports which symmetric arrays were not freed, and where they were allocated. Set"
                    + " it to find leaks."),
    /** The heap's size. */
    SYMMETRIC_SIZE(
            "size",
            "512M",
            true,
            "Size of each PE's symmetric heap. It reserves addresses only; memory is claimed as it is allocated."
                    + " Raise it when an allocation finds no room. The same on every PE."),
    /** How large the shared heap is. */
    SHARED_SIZE(
            "size",
            "512M",
            false,
            "Size of a node's shared heap for each PE of the node. Four PEs have four times as much, and any of them"
                    + " may use it. The heap holds shared arrays (SharedLongs). It reserves addresses only. Raise it"
                    + " when an allocation finds no room. The same on every PE."),
    /** Messages that need no receiver. */
    EAGER(
            "size",
            "4K",
            false,
            "A send of a message of up to this size returns without waiting for the receiver, as long as there is"
                    + " room for the message. At most 15K. Raise it if sends wait too long for receivers."),
    /** How PEs find one another. */
    BOOTSTRAP(
            "auto, launcher, pmi1, pmix, rendezvous or single",
            "auto",
            false,
            "How a PE finds the others: through shmemrun (launcher), PMI-1 (mpiexec.hydra, srun --mpi=pmi2), PMIx"
                    + " (mpirun, srun --mpi=pmix) or SHMEM_RENDEZVOUS_ADDRESS (rendezvous), or not at all, as a job"
                    + " of one PE (single). auto takes what the environment offers. Set single for a program that a"
                    + " PE starts as a job of its own."),
    /** Where PEs without a launcher meet. */
    RENDEZVOUS_ADDRESS(
            "host:port",
            "",
            false,
            "PE 0's host, by name or address, and the port on which PE 0 listens. Set it and the next three settings"
                    + " if no launcher starts the PEs. The same on every PE. For Shmem.uniqueId(), it is where the"
                    + " process that makes the id listens; by default at all its addresses and a free port."),
    /** Which PE this is. */
    RENDEZVOUS_PE("number", "", false, "The number of this PE, from 0. Required with SHMEM_RENDEZVOUS_ADDRESS."),
    /** How many there are. */
    RENDEZVOUS_NPES(
            "number", "", false, "The number of PEs. Required with SHMEM_RENDEZVOUS_ADDRESS. The same on every PE."),
    /** How they know each other. */
    RENDEZVOUS_SECRET(
            "text",
            "",
            false,
            "A secret by which PEs recognize each other: 16 characters or more that nobody can guess. Required with"
                    + " SHMEM_RENDEZVOUS_ADDRESS. The same on every PE. Never sent or printed."),
    /** How local heaps are reached. */
    SHR(
            "auto, mmap, cma or off",
            "auto",
            false,
            "How PEs reach the heaps of other PEs of their node. auto and mmap map them. cma has the kernel copy"
                    + " between processes (cross-memory attach). off uses the network, as if each PE had a node to"
                    + " itself. Set cma or off only for tests."),
    /** Huge pages. */
    HUGE_PAGES(
            "auto or off",
            "auto",
            false,
            "auto uses huge pages where the kernel grants them and they are faster. off uses small pages only. Set"
                    + " off to rule huge pages out as a cause."),
    /** Validation. */
    CHECKS(
            "true or false",
            "true",
            false,
            "true checks the ranges, alignment and overlap of arguments, and that arrays have not been freed. false"
                    + " does not, and a wrong argument may end the JVM. Set false only for tested programs. It is"
                    + " read when the JVM first uses the library."),
    /** The spinning of waiters. */
    SPIN(
            "auto, on or off",
            "auto",
            false,
            "How a thread waits before it sleeps. on spins, then yields. off yields almost at once. auto means off"
                    + " if the machine has fewer CPUs than PEs, and on otherwise. Set off if other programs need the"
                    + " CPUs."),
    /** When waiting is a hang. */
    TIMEOUT(
            "seconds",
            "0",
            false,
            "If a thread waits in one call for longer than this, every PE prints what its threads wait for and their"
                    + " stacks, and the job ends with status 124. 0 sets no limit, except that a network may be"
                    + " silent for 60 seconds. Set it to find out why a job hangs."),
    /** When init is given up. */
    INIT_TIMEOUT(
            "seconds",
            "120",
            false,
            "If other PEs have not called init after this time, the job ends with status 124 and a message that"
                    + " names the missing ones if it can. 0 sets no limit. A shorter SHMEM_TIMEOUT applies to init"
                    + " as well. Raise it if a PE works for long before init."),
    /** The network's provider. */
    OFI_PROVIDER(
            "name",
            "",
            false,
            "The libfabric provider between nodes, such as tcp or \"tcp;ofi_rxm\"; by default the best that all PEs"
                    + " have. Set it to use another. The same on every PE."),
    /** The network's domain. */
    OFI_DOMAIN(
            "name",
            "",
            false,
            "The libfabric domain, as shmem-info --fabrics lists it; by default the best. Set it to choose among"
                    + " several adapters."),
    /** The network's interface. */
    OFI_INTERFACE(
            "name or address",
            "",
            false,
            "The network interface between nodes, such as eth0 or 192.0.2.1; endpoints listen on it only. By default"
                    + " that of the domain, on one machine the loopback interface. Set it if hosts have several"
                    + " networks. It may differ from host to host."),
    /** Who makes progress on the network. */
    PROGRESS(
            "auto, thread or calls",
            "auto",
            false,
            "What moves data between nodes while a PE computes. auto and thread use a thread that sleeps while"
                    + " nothing arrives. With calls, data waits until this PE calls the library again. Set calls"
                    + " only if every PE does so often."),
    /** Small puts between nodes. */
    BOUNCE_SIZE(
            "size",
            "8K",
            false,
            "A put to another node of up to this size is copied to a bounce buffer and returns at once. A larger put"
                    + " returns when it is delivered or, if the network cannot read its source, such as a Java"
                    + " array, when it has been copied to staging buffers. At most 1M. Set it to tune a program."),
    /** Tools. */
    TOOL(
            "names, separated by commas",
            "",
            false,
            "Tools to load: profile prints calls, bytes and time at the last shutdown; monitor shows them to"
                    + " shmem-top while the job runs; jfr records waits and problems with Java Flight Recorder. Set"
                    + " it to measure or watch a job. It is read when the JVM first uses the library."),
    /** Where the monitor sends. */
    MONITOR(
            "host:port/token",
            "",
            false,
            "Where the tool monitor sends its data, as shmem-top --listen prints it; by default nowhere, and only"
                    + " shmem-top on the same machine sees it. Set it to watch several machines. shmemrun --monitor"
                    + " and --report set it."),
    /** The profiler's picture. */
    PROFILE_SVG(
            "file",
            "communication.svg",
            false,
            "The file to which the tool profile writes the communication matrix. Set it to change the name.");

    private final String kind;
    private final String fallback;
    private final boolean standard;
    private final String help;

    Setting(String kind, String fallback, boolean standard, String help) {
        this.kind = kind;
        this.fallback = fallback;
        this.standard = standard;
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
     * What it does.
     *
     * @return one or two sentences
     */
    public String help() {
        return help;
    }
}
