/** Calls of the C library that have no equivalent in the JDK. */
module org.jshmem.posix {
    exports org.jshmem.posix to
            org.jshmem.bootstrap,
            org.jshmem.heap,
            org.jshmem.internal,
            org.jshmem.transport.ofi,
            org.jshmem.transport.shmem,
            org.jshmem.transport.shr;
}
