/** Locks: whose turn it is among the PEs, and among the threads of a PE. */
package org.jshmem.internal.lock;
