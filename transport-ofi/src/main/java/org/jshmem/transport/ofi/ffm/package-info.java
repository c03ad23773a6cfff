/** Calls of the C library that the network needs. */
package org.jshmem.transport.ofi.ffm;
