package org.jshmem.shell;

/** Where the shell writes. Any thread may call. */
@FunctionalInterface
interface Screen {
    /** Writes one or more lines; above the line that is being edited, if there is one. */
    void print(String text);
}
