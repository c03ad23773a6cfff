/**
 * What stands behind {@link org.jshmem.Shmem}, a runtime, and tools before that; not for programs.
 *
 * @since 0.1.0
 */
package org.jshmem.spi;
