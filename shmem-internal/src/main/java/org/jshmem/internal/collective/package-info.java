/** The collectives of a team, over mapped heaps or by the transport. */
package org.jshmem.internal.collective;
