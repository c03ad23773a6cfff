/** Connects nodes by libfabric; {@link org.jshmem.transport.ofi.OfiNetwork} is the entry point. */
package org.jshmem.transport.ofi;
