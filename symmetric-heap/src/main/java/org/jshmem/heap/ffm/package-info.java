/** The C library's calls; the only place with method handles. */
package org.jshmem.heap.ffm;
