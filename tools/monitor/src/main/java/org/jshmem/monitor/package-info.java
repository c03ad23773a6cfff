/**
 * A window into a running job. In each PE the tool {@link org.jshmem.monitor.Monitor} counts, and writes now and then
 * what it has counted to a {@link org.jshmem.monitor.CountsFile}, which {@code shmem-top} reads.
 */
package org.jshmem.monitor;
