package org.jshmem.testing;

import java.io.Serial;
import org.opentest4j.TestAbortedException;

/** Leaves a test out, because the machine lacks what it requires. */
public final class MissingRequirementException extends TestAbortedException {
    @Serial
    private static final long serialVersionUID = 1;

    private final Requirement requirement;
    private final String missing;

    MissingRequirementException(Requirement requirement, String missing) {
        super("left out: " + missing + " (Debian: apt-get install " + requirement.packages() + ")");
        this.requirement = requirement;
        this.missing = missing;
    }

    LeftOut row() {
        return new LeftOut(requirement.toString(), missing, requirement.packages(), 0);
    }
}
