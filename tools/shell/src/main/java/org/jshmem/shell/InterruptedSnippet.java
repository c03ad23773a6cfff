package org.jshmem.shell;

/** Ends a snippet. An error, because snippets that catch exceptions are to end, too. */
final class InterruptedSnippet extends Error {
    private static final long serialVersionUID = 1L;

    InterruptedSnippet() {
        super("interrupted at the prompt");
    }
}
