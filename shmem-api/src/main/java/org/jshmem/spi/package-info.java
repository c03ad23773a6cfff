/**
 * The classes behind {@link org.jshmem.Shmem}: those that a runtime implements, and those that tools between the
 * program and the runtime extend. Programs do not need this package.
 *
 * @since 0.1.0
 */
package org.jshmem.spi;
