/**
 * libfabric (OFI) for Java: discovery, objects and the data path.
 *
 * <p>{@link org.jshmem.libfabric.Libfabric#get()} loads the library; {@link org.jshmem.libfabric.Libfabric#getInfo}
 * lists the networks; {@link org.jshmem.libfabric.Fabric}, {@link org.jshmem.libfabric.Domain} and
 * {@link org.jshmem.libfabric.Endpoint} are opened from an entry of that list. Names are those of C without {@code fi_}
 * and {@code FI_}; the manual pages of libfabric apply.
 *
 * <p>The bindings stand for themselves. Of the data path JSHMEM does not call plain writes and the atomics of a
 * provider (its atomics are messages); this module's tests do.
 *
 * <p>64-bit Linux only. Every class is as thread-safe as the C object that it represents.
 */
package org.jshmem.libfabric;
