/** Opens a domain of a provider and registers memory with it. */
package org.jshmem.transport.ofi.domain;
