package org.jshmem.spi;

/** The calls that allocate symmetric memory. */
public enum AllocationCall {
    /** {@code shmem_malloc}. */
    MALLOC,
    /** {@code shmem_calloc}: the memory is zero. */
    CALLOC,
    /** {@code shmem_align}. */
    ALIGN,
    /** {@code shmem_malloc_with_hints}. */
    MALLOC_WITH_HINTS
}
