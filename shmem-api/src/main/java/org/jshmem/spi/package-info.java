/** What stands behind {@link org.jshmem.Shmem}, a runtime, and tools before that; not for programs. */
package org.jshmem.spi;
