/**
 * Ends the job when another PE or the network has failed. {@link org.jshmem.transport.ofi.failure.LocalProcessWatch}
 * watches the PEs of this host; {@code Heartbeat}, one package above, those of other hosts.
 */
package org.jshmem.transport.ofi.failure;
