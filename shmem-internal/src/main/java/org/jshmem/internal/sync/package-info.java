/** Waiting for, and meeting with, the other PEs of a node. */
package org.jshmem.internal.sync;
