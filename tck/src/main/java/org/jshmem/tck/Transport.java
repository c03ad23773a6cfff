package org.jshmem.tck;

import java.util.Locale;
import java.util.Map;

/** How the PEs of a job reach one another. */
public enum Transport {
    /** Heaps of all PEs are mapped. */
    SHR("mmap", "1x1"),
    /** Heaps of other PEs are copied by the kernel. */
    CMA("cma", Nodes.APART),
    /** All PEs on one machine, which reach one another by the network alone. */
    OFI("off", Nodes.APART),
    /** PEs on several nodes, as the command of {@code jshmem.tck.nodes} starts them. */
    NODES("auto", null),
    /** One PE, started by the java command alone. */
    NONE("auto", "1x1");

    private final String shr;
    private final String nodes;

    Transport(String shr, String nodes) {
        this.shr = shr;
        this.nodes = nodes;
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
    boolean isSingle() {
        return this == NONE;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
