/** Fence and quiet, and what they order and complete: sentences 1 to 13 and 31. */
package org.jshmem.tck.ordering;
