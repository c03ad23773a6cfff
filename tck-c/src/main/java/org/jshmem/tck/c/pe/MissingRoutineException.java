package org.jshmem.tck.c.pe;

import java.io.Serial;

/** The C library has no such function. */
final class MissingRoutineException extends UnsupportedOperationException {
    @Serial
    private static final long serialVersionUID = 1;

    MissingRoutineException(String function) {
        super("missing " + function);
        Trace.ofProcess().missing(function);
    }
}
