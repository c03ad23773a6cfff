/**
 * OpenSHMEM with PEs as threads of one JVM: a second implementation of {@code org.jshmem.spi}, written without the
 * first. It shows that the conformance kit judges others than its own library, and lets a debugger stop all PEs of a
 * program at once.
 *
 * <p>The API is static, so each PE has classes of its own: {@link org.jshmem.threads.job.PeLoader} loads the API, this
 * package and the program once for each PE, and {@code org.jshmem.threads.job}, which they share, once for all.
 */
package org.jshmem.threads;
