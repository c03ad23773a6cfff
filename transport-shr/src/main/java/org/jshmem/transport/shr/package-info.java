/** PEs of one node: their heaps are mapped, or copied by the kernel (cross-memory attach). */
package org.jshmem.transport.shr;
