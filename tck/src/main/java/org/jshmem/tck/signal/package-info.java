/** Puts with a signal, and operations on signals. */
package org.jshmem.tck.signal;
