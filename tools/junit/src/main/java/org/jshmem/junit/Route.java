package org.jshmem.junit;

/** How the PEs of a test reach each other's memory. */
public enum Route {
    /** The library chooses: mapped, if that is possible. */
    AUTO("auto"),

    /** Every PE maps the heaps of all PEs. */
    MAPPED("mmap"),

    /** Through system calls, as on machines where heaps cannot be mapped. */
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
