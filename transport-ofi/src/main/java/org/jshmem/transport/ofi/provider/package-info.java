/** Which provider of libfabric the job uses, and what it can do. */
package org.jshmem.transport.ofi.provider;
