package org.jshmem.tck;

import org.jshmem.spi.ResourceUse;
import org.jshmem.spi.ShmemProvider;

/**
 * Compares the resources that a PE holds before and after a case. Each {@code free} and {@code close}, and each call
 * that fails, must leave nothing behind.
 */
final class Leftovers {
    private final ResourceUse before = ShmemProvider.current().resourceUse();

    private Leftovers() {}

    /** Begins; all PEs are in the same barrier before and after. */
    static Leftovers start() {
        return new Leftovers();
    }

    /** Checks, when all PEs have ended the case. */
    void check(Checks checks) {
        final ResourceUse after = ShmemProvider.current().resourceUse();
        checks.equal(before.symmetricBlocks(), after.symmetricBlocks(), "symmetric blocks after the case");
        checks.equal(before.symmetricBytes(), after.symmetricBytes(), "bytes of symmetric blocks after the case");
        checks.equal(before.sharedBlocks(), after.sharedBlocks(), "shared blocks after the case");
        checks.equal(before.sharedBytes(), after.sharedBytes(), "bytes of shared blocks after the case");
        // Contexts that an earlier case has left may have been collected as garbage meanwhile.
        checks.that(
                after.contexts() <= before.contexts(),
                "contexts after the case: " + after.contexts() + ", before: " + before.contexts());
        checks.that(
                after.matchingSpaces() <= Math.max(1, before.matchingSpaces()),
                "matching spaces after the case: " + after.matchingSpaces());
    }
}
