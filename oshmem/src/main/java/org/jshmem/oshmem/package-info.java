/** Bindings of the C libraries of OpenSHMEM, of which a PE has at most one. */
package org.jshmem.oshmem;
