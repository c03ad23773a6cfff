/** What a runtime implements to stand behind {@link org.jshmem.Shmem}; not for programs. */
package org.jshmem.spi;
