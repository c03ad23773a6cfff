/** The collectives of a team, over mapped heaps or by a transport. */
package org.jshmem.internal.collective;
