package org.jshmem.internal.messages;

/**
 * Memory for a message that has come before its receive.
 *
 * @param address where it is
 * @param bytes its size
 */
record PrivateBuffer(long address, long bytes) {}
