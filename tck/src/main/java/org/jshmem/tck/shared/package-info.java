/** Shared memory, which one PE allocates alone: no part of OpenSHMEM. */
package org.jshmem.tck.shared;
