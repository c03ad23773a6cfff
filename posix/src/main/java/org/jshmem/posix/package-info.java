/**
 * The calls of the C library that the JDK has no equal for. One rule for errors: a result below zero is {@code -errno},
 * and nothing throws.
 */
package org.jshmem.posix;
