/** The symmetric heap, direct access to it, and private segments: sentences 20 and 46 to 53. */
package org.jshmem.tck.memory;
