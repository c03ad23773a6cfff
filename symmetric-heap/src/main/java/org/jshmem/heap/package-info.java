/** The symmetric heap: its mapping, its allocator, and ordered access to raw memory. */
package org.jshmem.heap;
