/** Chooses the libfabric provider of the job, and describes its properties. */
package org.jshmem.transport.ofi.provider;
