/** The transport of a job of one PE. */
module org.jshmem.transport.none {
    requires org.jshmem.internal;

    provides org.jshmem.internal.transport.NodeMemoryProvider with
            org.jshmem.transport.none.NoneProvider;
}
