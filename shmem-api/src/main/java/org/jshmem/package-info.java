/**
 * OpenSHMEM for Java.
 *
 * <p>A processing element (PE) is one JVM. All PEs of a job run the same program; each owns a symmetric heap, and every
 * PE reads, writes and updates every other PE's heap without the owner taking part. {@link org.jshmem.Shmem} is the
 * static façade meant for {@code import static}; {@link org.jshmem.ShmemContext} has the same operations as instance
 * methods.
 *
 * <p>Names follow one rule: drop {@code shmem_}, the type's name and {@code ctx_} from the C name and camel-case the
 * rest. Sections cited are those of the OpenSHMEM 1.6 specification.
 */
package org.jshmem;
