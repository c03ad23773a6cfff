package org.jshmem.shell;

/** What the user is told in place of a result. */
final class PromptException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PromptException(String message) {
        super(message);
    }
}
