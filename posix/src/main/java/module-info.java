/** The calls of the C library that the JDK has no equal for. */
module org.jshmem.posix {
    exports org.jshmem.posix to
            org.jshmem.bootstrap,
            org.jshmem.heap,
            org.jshmem.internal,
            org.jshmem.transport.ofi,
            org.jshmem.transport.shr;
}
