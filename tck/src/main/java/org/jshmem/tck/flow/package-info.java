/** Flows, the aggregation of small records: no part of OpenSHMEM. */
package org.jshmem.tck.flow;
