package org.jshmem.junit;

/** How the PEs of a test reach each other's memory. */
public enum Route {
    /** Every PE of a node maps the heaps of the others. */
    AUTO("auto"),

    /** Through system calls. */
    CMA("cma"),

    /** Through libfabric, as between nodes; needs that library. */
    NETWORK("off");

    private final String setting;

    Route(String setting) {
        this.setting = setting;
    }

    /** The value of {@code SHMEM_SHR}. */
    String setting() {
        return setting;
    }
}
