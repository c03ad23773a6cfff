/**
 * Programs that compute while a collective is under way. Each has a blocking form that calculates the same numbers, bit
 * for bit, so that the times of the two can be compared.
 */
package org.jshmem.examples.nonblocking;
