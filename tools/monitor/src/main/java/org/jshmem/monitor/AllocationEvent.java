package org.jshmem.monitor;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** An allocation, a reallocation or a free, of symmetric memory, with the wait for other PEs, or of shared memory. */
@Name("org.jshmem.Allocation")
@Label("SHMEM allocation")
@Description("malloc, realloc and free of symmetric memory, allocateShared, reallocShared and freeShared")
@Category("JSHMEM")
@Threshold("0 ns")
final class AllocationEvent extends OperationEvent {}
