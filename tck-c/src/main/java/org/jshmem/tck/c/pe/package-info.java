/**
 * A PE that the kit runs on a C library: an implementation of the API whose operations are that library's functions.
 */
package org.jshmem.tck.c.pe;
