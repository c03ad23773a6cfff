/** The transport over a C library of OpenSHMEM. */
package org.jshmem.transport.shmem;
