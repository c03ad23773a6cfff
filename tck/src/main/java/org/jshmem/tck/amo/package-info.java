/** Atomic memory operations: sentences 19 to 24. */
package org.jshmem.tck.amo;
