/** The symmetric heap: its mapping, its allocator, and ordered access to raw memory. */
module org.jshmem.heap {
    requires org.agrona;
    requires org.jshmem.posix;

    exports org.jshmem.heap;
}
