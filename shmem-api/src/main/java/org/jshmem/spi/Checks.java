package org.jshmem.spi;

/**
 * Whether ranges, liveness, alignment and overlap are checked. The value is a constant, so the JIT compiler removes the
 * checks when they are off.
 */
public final class Checks {
    /**
     * False with {@code -Djshmem.checks=false} or {@code SHMEM_CHECKS=false}; the behaviour of misuse is then
     * undefined.
     */
    public static final boolean ENABLED =
            !"false".equals(System.getProperty("jshmem.checks", System.getenv("SHMEM_CHECKS")));

    private Checks() {}
}
