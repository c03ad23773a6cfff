package org.jshmem.shell;

/** What the user is told in place of a result. */
final class PromptException extends RuntimeException {
    /** Ctrl-C was pressed after Enter. */
    static final String NOT_RUN = "interrupted before it ran";

    private static final long serialVersionUID = 1L;

    PromptException(String message) {
        super(message);
    }
}
