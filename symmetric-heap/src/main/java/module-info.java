/** The symmetric heap: its mapping, its allocator, and ordered access to raw memory. */
module org.jshmem.heap {
    requires org.agrona;

    exports org.jshmem.heap;
    exports org.jshmem.heap.ffm;
}
