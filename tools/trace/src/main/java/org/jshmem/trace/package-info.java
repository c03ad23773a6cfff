/** The tool {@code trace}, and the program {@code shmem-trace}: one time line of all PEs. */
package org.jshmem.trace;
