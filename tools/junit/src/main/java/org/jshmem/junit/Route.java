package org.jshmem.junit;

/** How the PEs of a test reach each other's memory. */
public enum Route {
    /** As the library chooses: mapped, where that is possible. */
    AUTO("auto"),

    /** Every PE has mapped the heaps of all. */
    MAPPED("mmap"),

    /** By system calls, as where heaps cannot be mapped. */
    CMA("cma"),

    /** By libfabric, as between nodes; needs that library. */
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
