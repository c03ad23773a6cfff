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
    VERSION("flag", "", true, "Any value: PE 0 prints the library's name and version at init."),
    /** Prints the settings. */
    INFO("flag", "", true, "Any value: PE 0 prints this table with the values in force at init."),
    /** Helps debugging. */
    DEBUG(
            "flag",
            "",
            true,
            "Any value: at shutdown each PE says which arrays were not freed, and where they were allocated."),
    /** The heap's size. */
    SYMMETRIC_SIZE(
            "size",
            "512M",
            true,
            "Size of each PE's symmetric heap: a number, a fraction allowed, with K, M, G or T for powers of 1024."
                    + " Reserves addresses only; memory is claimed as it is allocated. The same on every PE."),
    /** How large the shared heap is. */
    SHARED_SIZE(
            "size",
            "512M",
            false,
            "Size of a node's shared heap for each of its PEs, as SHMEM_SYMMETRIC_SIZE: a node with four PEs has four"
                    + " times as much, which any of them may use. Reserves addresses only. The same on every PE."),
    /** Messages that need no receiver. */
    EAGER(
            "size",
            "4K",
            false,
            "A send of a message of up to this size returns without waiting for the receiver, as long as there is room"
                    + " on the way. Up to 15K."),
    /** How PEs find one another. */
    BOOTSTRAP(
            "auto, launcher, pmi1, pmix, rendezvous or single",
            "auto",
            false,
            "How a PE learns who it is and meets the others: from shmemrun (launcher), by PMI-1 (mpiexec.hydra, srun"
                    + " --mpi=pmi2), by PMIx (mpirun, srun --mpi=pmix), at an address (rendezvous), or not, as a job of"
                    + " one PE (single). auto takes what the environment offers."),
    /** Where PEs without a launcher meet. */
    RENDEZVOUS_ADDRESS(
            "host:port",
            "",
            false,
            "Where PEs without a launcher meet: a name or address of PE 0's host, and a port that PE 0 listens on. The"
                    + " same on every PE. With Shmem.uniqueId(), where the process that calls it listens. Empty: a"
                    + " launcher, or a port and all addresses of that process."),
    /** Which PE this is. */
    RENDEZVOUS_PE("number", "", false, "The number of this PE, from 0, for SHMEM_RENDEZVOUS_ADDRESS."),
    /** How many there are. */
    RENDEZVOUS_NPES("number", "", false, "The number of PEs, for SHMEM_RENDEZVOUS_ADDRESS. The same on every PE."),
    /** How they know each other. */
    RENDEZVOUS_SECRET(
            "text",
            "",
            false,
            "By this the PEs know one another at SHMEM_RENDEZVOUS_ADDRESS: 16 characters or more that nobody can guess."
                    + " The same on every PE. It is not sent over the network, and not shown."),
    /** How local heaps are reached. */
    SHR(
            "auto, mmap, cma or off",
            "auto",
            false,
            "How the heaps of PEs on the same node are reached: mapped (mmap), or copied by the kernel (cma,"
                    + " cross-memory attach). auto maps. off: by the network, as if each PE had a node to itself."),
    /** Huge pages. */
    HUGE_PAGES(
            "auto or off",
            "auto",
            false,
            "auto: memory is claimed in huge pages where the kernel lets this user have them and they are the faster"
                    + " way; off: in small pages."),
    /** Validation. */
    CHECKS(
            "true or false",
            "true",
            false,
            "false: ranges, liveness, alignment and overlap are not checked, and misuse may end the JVM. Read when the"
                    + " JVM first uses the library."),
    /** The spinning of waiters. */
    SPIN(
            "auto, on or off",
            "auto",
            false,
            "How a PE waits for others: on spins before it yields, off yields at once, and barriers within a node"
                    + " count arrivals; auto spins unless the machine runs more PEs than it has CPUs."),
    /** When waiting is a hang. */
    TIMEOUT(
            "seconds",
            "0",
            false,
            "A thread that waits in one call for longer than this makes every PE print what its threads wait for, with"
                + " their stacks, and ends the job with status 124. 0: never; a network that is silent is then given"
                + " 60 seconds."),
    /** When init is given up. */
    INIT_TIMEOUT(
            "seconds",
            "120",
            false,
            "If the other PEs have not come to init after this, the job ends with status 124 and a message that says"
                    + " who is not there, as far as that is known. 0: never. SHMEM_TIMEOUT counts for init too, if it"
                    + " is shorter."),
    /** The network's provider. */
    OFI_PROVIDER(
            "name",
            "",
            false,
            "The libfabric provider between nodes, as tcp or \"tcp;ofi_rxm\". Empty: the best that all PEs have."),
    /** The network's domain. */
    OFI_DOMAIN("name", "", false, "The libfabric domain to use, as shmem-info --fabrics lists them. Empty: the best."),
    /** The network's interface. */
    OFI_INTERFACE(
            "name or address",
            "",
            false,
            "The interface between nodes, as eth0 or 192.0.2.1; endpoints listen on it only. Empty: that of the domain"
                    + " chosen, which on one machine is its loopback."),
    /** Who makes progress on the network. */
    PROGRESS(
            "auto, thread or calls",
            "auto",
            false,
            "Who moves data between nodes while the program computes: a thread that sleeps when nothing arrives (auto,"
                    + " thread), or nobody, so that others wait until the next call (calls)."),
    /** Small puts between nodes. */
    BOUNCE_SIZE(
            "size",
            "8K",
            false,
            "Puts to other nodes of up to this size are copied and return at once. A larger one from a symmetric array"
                    + " waits until it is delivered; one from other memory returns when all of it has been copied to"
                    + " staging buffers. Up to 1M."),
    /** Tools. */
    TOOL(
            "names, separated by commas",
            "",
            false,
            "Tools before the library: profile counts calls, bytes and time, and prints them at the last shutdown;"
                + " monitor shows them to shmem-top meanwhile; jfr tells Java Flight Recorder of waits. Read when the"
                + " JVM first uses the library."),
    /** Where the monitor sends. */
    MONITOR(
            "host:port/token",
            "",
            false,
            "Where the tool monitor sends what this PE does, as shmem-top --listen prints it; shmemrun --monitor and"
                    + " --report set it. Empty: only shmem-top on the same machine sees it."),
    /** The profiler's picture. */
    PROFILE_SVG("file", "communication.svg", false, "Where the profiler draws the communication matrix, on PE 0.");

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
