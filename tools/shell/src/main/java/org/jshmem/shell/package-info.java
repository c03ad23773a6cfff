/**
 * The prompt of {@code shmemrun --shell}: {@link org.jshmem.shell.Shell} reads and compiles snippets of Java in a
 * process of its own, and {@link org.jshmem.shell.ShellPe} runs them on each PE. Both talk over Unix sockets, by
 * {@link org.jshmem.shell.Request} and {@link org.jshmem.shell.Answer}.
 */
package org.jshmem.shell;
