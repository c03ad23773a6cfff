/** Runs the kit's cases of collectives by non-blocking ones. */
package org.jshmem.tck.nonblocking;
