package org.jshmem.spi;

/**
 * Whether ranges, liveness, alignment and overlap are checked; a constant, so that the checks fold away where they are
 * off.
 */
public final class Checks {
    /** False with {@code -Djshmem.checks=false} or {@code SHMEM_CHECKS=false}; misuse is undefined then. */
    public static final boolean ENABLED =
            !"false".equals(System.getProperty("jshmem.checks", System.getenv("SHMEM_CHECKS")));

    private Checks() {}
}
