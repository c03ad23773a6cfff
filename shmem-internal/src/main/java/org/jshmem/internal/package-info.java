/** The runtime: contexts, symmetric memory, start and end of a job. */
package org.jshmem.internal;
