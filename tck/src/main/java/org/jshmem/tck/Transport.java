package org.jshmem.tck;

import java.util.Locale;
import java.util.Map;

/** How the PEs of a job reach one another. */
public enum Transport {
    /** Heaps of all PEs are mapped. */
    SHR("mmap", true, false),
    /** Heaps of other PEs are copied by the kernel. */
    CMA("cma", false, false),
    /** One PE, started by the java command alone. */
    NONE("auto", true, true);

    private final String shr;
    private final boolean mapped;
    private final boolean single;

    Transport(String shr, boolean mapped, boolean single) {
        this.shr = shr;
        this.mapped = mapped;
        this.single = single;
    }

    /** What selects the transport, for the job's environment. */
    Map<String, String> environment() {
        return Map.of("SHMEM_SHR", shr);
    }

    /** Whether {@code ptr} has to give a view of other PEs; if not, it has to give null. */
    boolean isMapped() {
        return mapped;
    }

    /** Whether a job has one PE only. */
    boolean isSingle() {
        return single;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
