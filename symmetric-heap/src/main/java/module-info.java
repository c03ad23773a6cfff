/** The symmetric heap: its mapping, its allocator, and ordered access to raw memory. */
module org.jshmem.heap {
    requires org.agrona;
    requires org.jshmem.posix;

    exports org.jshmem.heap to
            org.jshmem.flow,
            org.jshmem.internal,
            org.jshmem.transport.none,
            org.jshmem.transport.ofi,
            org.jshmem.transport.shmem,
            org.jshmem.transport.shr;
}
