/**
 * Calls of the C library that have no equivalent in the JDK. A call of {@link org.jshmem.posix.Libc} reports an error
 * as a result below zero, which is {@code -errno}, and does not throw.
 */
package org.jshmem.posix;
