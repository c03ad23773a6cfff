/**
 * What the PEs of a job share. These classes are loaded once in a JVM, and know nothing of the API, which each PE has
 * for itself.
 */
package org.jshmem.threads.job;
