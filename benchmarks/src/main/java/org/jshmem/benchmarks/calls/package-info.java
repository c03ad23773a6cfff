/**
 * A program that times every single call, from its first one on, whatever else runs on the machine; twin of
 * {@code calls.c}.
 */
package org.jshmem.benchmarks.calls;
