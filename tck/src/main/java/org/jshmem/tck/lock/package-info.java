/** Distributed locks: sentences 76 to 80. */
package org.jshmem.tck.lock;
