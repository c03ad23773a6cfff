/** Non-blocking collectives: requests, and who executes them. */
package org.jshmem.internal.nonblocking;
