/** The command {@code shmem-info}. */
package org.jshmem.info;
