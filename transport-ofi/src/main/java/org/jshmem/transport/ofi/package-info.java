/** The network between nodes, by libfabric; {@link org.jshmem.transport.ofi.OfiNetwork} is where to begin. */
package org.jshmem.transport.ofi;
