/** How a PE finds out that another one, or the network, has failed. */
package org.jshmem.transport.ofi.failure;
