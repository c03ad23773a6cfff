/** Barriers, broadcasts, collects, alltoalls, reductions and scans. */
package org.jshmem.tck.collective;
