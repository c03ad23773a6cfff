/** Detects that another PE or the network has failed. */
package org.jshmem.transport.ofi.failure;
