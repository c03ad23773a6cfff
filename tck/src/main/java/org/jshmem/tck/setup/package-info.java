/** Start and end of the library, identity of PEs, thread levels, settings: sentences 8, 10 and 67 to 75. */
package org.jshmem.tck.setup;
