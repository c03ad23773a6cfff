/**
 * Runs a few threads one at a time, in an order that a seed determines, and shows each of them memory as a processor
 * with store buffers would.
 */
package org.jshmem.schedules;
