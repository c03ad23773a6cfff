/**
 * An implementation with defects to be planted by name, which shows that the kit can fail; for the tests of this module
 * only.
 *
 * <p>Most stand between the API and the runtime, as a tool does: {@link org.jshmem.tck.defects.FaultyTool}. What the
 * API does by itself, waiting and checking of arguments, is made wrong in copies of its classes:
 * {@link org.jshmem.tck.defects.FaultyApi}.
 */
package org.jshmem.tck.defects;
