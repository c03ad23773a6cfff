/** Runs the kit's cases with a second one of everything that a program makes. */
package org.jshmem.tck.twin;
