package org.jshmem.shell;

/** Where snippets and commands come from. */
interface Input {
    /** The next complete input, or null at the end. */
    String next();
}
