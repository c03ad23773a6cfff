/** What is opened of a provider: its domain, and the memory that it may move. */
package org.jshmem.transport.ofi.domain;
