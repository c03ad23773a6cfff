/** Wrong arguments of every operation, calls on no elements, random calls. */
package org.jshmem.tck.misuse;
