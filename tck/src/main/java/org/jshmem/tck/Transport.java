package org.jshmem.tck;

import java.util.Locale;
import java.util.Map;

/** How the PEs of a job reach one another. */
public enum Transport {
    /** Heaps of all PEs are mapped. */
    SHR("auto", "1x1", "several PEs on this machine; heaps of all PEs are mapped"),
    /** Heaps of other PEs are copied by the kernel. */
    CMA("cma", Nodes.APART, "several PEs on this machine; heaps of other PEs are copied by the kernel"),
    /** All PEs on one machine, which reach one another by the network alone. */
    OFI("off", Nodes.APART, "several PEs on this machine, by the network alone"),
    /** PEs on several nodes, as the command of {@code jshmem.tck.nodes} starts them. */
    NODES("auto", null, "PEs on several nodes, as the command of --nodes starts them"),
    /** One PE, started by the java command alone. */
    NONE("auto", "1x1", "one PE, started by the java command alone");

    private final String shr;
    private final String nodes;
    private final String description;

    Transport(String shr, String nodes, String description) {
        this.shr = shr;
        this.nodes = nodes;
        this.description = description;
    }

    /** What it is, in a few words. */
    public String description() {
        return description;
    }

    /** What selects the transport, for the job's environment. */
    Map<String, String> environment() {
        return Map.of("SHMEM_SHR", shr);
    }

    /** Whose memory is mapped where, in the form of {@link Nodes#parse}; null if that is up to the command. */
    String nodes() {
        return nodes;
    }

    /** Whether a job has one PE only. */
    public boolean isSingle() {
        return this == NONE;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
